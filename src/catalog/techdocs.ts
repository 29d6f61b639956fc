import type { EntityRef, RepositoryPath } from '../contract/model';
import { shortened, type DeclaredDocument, type Notify } from './declaration';
import { readMkdocs } from './mkdocs';
import { folderOf, resolveWithin, type FileTree } from './repositoryPath';
import type { YamlDocument } from './yamlDocuments';
import { textAt } from './yamlValue';

/** The repository's files, and the text of those that were handed in. */
export interface RepositoryFiles {
  readonly tree: FileTree;
  /** A file's text; null when it was not handed in (it is then among the catalog's `wanted`). */
  textOf(path: RepositoryPath): string | null;
}

const TECHDOCS_REF = 'backstage.io/techdocs-ref';

/**
 * The documents a Backstage entity declares by `backstage.io/techdocs-ref: dir:…`: all that lie in the
 * `docs_dir` of the folder's mkdocs.yml (docs where it names none, or there is no such file), with the
 * titles of its navigation.
 */
export function techdocsOf(path: RepositoryPath, entityRef: EntityRef, document: YamlDocument, files: RepositoryFiles, notify: Notify): DeclaredDocument[] {
  const annotation = textAt(document.root, 'metadata', 'annotations', TECHDOCS_REF);
  if (annotation === undefined) {
    return [];
  }
  const place = { path, line: annotation.line };
  const [, written] = /^dir:(.*)$/.exec(annotation.text.trim()) ?? [];
  if (written === undefined) {
    notify({ ...place, message: `${TECHDOCS_REF} "${shortened(annotation.text)}" is no dir: of this repository; nothing is fetched.` });
    return [];
  }
  const folder = resolveWithin(folderOf(path), written);
  if (folder === null) {
    notify({ ...place, message: `${TECHDOCS_REF} "${shortened(annotation.text)}" leads outside the repository; it is not read.` });
    return [];
  }
  const documents = documentsOfSite(folder, entityRef, files, notify);
  if (documents !== null && documents.length === 0) {
    notify({ ...place, message: `${TECHDOCS_REF} "${shortened(annotation.text)}" leads to no documents.` });
  }
  return documents ?? [];
}

/**
 * The documents of the mkdocs site in a folder, which may have no mkdocs.yml; null when they cannot be
 * told (notices say why, or the mkdocs.yml was not handed in yet).
 */
export function documentsOfSite(folder: RepositoryPath, entityRef: EntityRef, files: RepositoryFiles, notify: Notify): DeclaredDocument[] | null {
  const config = mkdocsIn(folder, files.tree);
  if (config === null) {
    return techdocsBelow(folder === '' ? 'docs' : `${folder}/docs`, entityRef, files.tree, new Map());
  }
  const text = files.textOf(config);
  if (text === null) {
    return null;
  }
  const site = readMkdocs(config, text, files.tree.has);
  site.notices.forEach(notify);
  const titles = new Map(site.pages.map((page) => [page.path, page.title]));
  return site.docsFolder === null ? null : techdocsBelow(site.docsFolder, entityRef, files.tree, titles);
}

/** The mkdocs.yml of a folder; null when it has none. */
export function mkdocsIn(folder: RepositoryPath, tree: FileTree): RepositoryPath | null {
  const names = ['mkdocs.yml', 'mkdocs.yaml'].map((name) => (folder === '' ? name : `${folder}/${name}`));
  return names.find((name) => tree.has(name)) ?? null;
}

/** Every file below a folder as techdocs of an entity. */
export function techdocsBelow(
  folder: RepositoryPath,
  entityRef: EntityRef,
  tree: FileTree,
  titles: ReadonlyMap<RepositoryPath, string | null>,
): DeclaredDocument[] {
  return tree.below(folder).map((path) => ({ path, entityRef, role: 'techdocs', title: titles.get(path) ?? null }));
}
