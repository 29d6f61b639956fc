import type { Edge } from '../../src/contract/model';
import { catalogOf, type RepositoryCatalog } from '../../src/catalog/repositoryCatalog';

/** The catalog of a repository given as path → text; files without text (null) are only known to exist. */
export function catalogOfFiles(files: Readonly<Record<string, string | null>>): RepositoryCatalog {
  const texts = Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  return catalogOf(texts, Object.keys(files));
}

/** `from type to` of each edge. */
export function relations(edges: readonly Edge[]): string[] {
  return edges.map((edge) => `${edge.from} ${edge.type} ${edge.to}`);
}

/** A Backstage entity as YAML; `spec` is flow or block YAML for everything below `spec:`. */
export function backstage(kind: string, name: string, spec = '{}', metadata = ''): string {
  return `apiVersion: backstage.io/v1alpha1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${metadata}spec: ${spec}\n`;
}
