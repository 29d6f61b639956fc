import type { RepositoryPath } from '../../contract/model';
import { folderOf, resolveWithin } from '../repositoryPath';
import { readYamlDocuments } from '../yamlDocuments';
import { entriesOf, itemsOf, textAt, trimmedAt, valueAt, type YamlEntry } from '../yamlValue';
import { manifestsNamed, type ManifestComponent, type Manifests } from './manifest';

/** True for the manifests of Docker Compose. */
export const COMPOSE_MANIFEST = /(^|\/)(docker-)?compose([.-][^/]*)?\.ya?ml$/;

/**
 * The services of Docker Compose files with their `depends_on`, a list or a mapping. A service lies in
 * the folder it is built from when that is a folder of its own. The files of an application are layers: a
 * service in several of them is one component.
 */
export function readCompose(manifests: Manifests): ManifestComponent[] {
  return manifestsNamed(manifests, COMPOSE_MANIFEST).flatMap(({ path, text }) => {
    const { documents, notices } = readYamlDocuments(path, text);
    notices.forEach(manifests.notify);
    return documents.flatMap((document) => entriesOf(valueAt(document.root, 'services')).map((service) => componentOf(path, service)));
  });
}

function componentOf(path: RepositoryPath, service: YamlEntry): ManifestComponent {
  const dependsOn = valueAt(service.value, 'depends_on');
  const dependencies = dependsOn?.kind === 'mapping' ? entriesOf(dependsOn).map(({ key, line }) => ({ name: key, line })) : itemsOf(dependsOn).flatMap((item) => (item.kind === 'text' ? [{ name: item.text, line: item.line }] : []));
  return {
    name: service.key,
    title: null,
    description: null,
    folder: buildFolder(path, service),
    declaredAt: { path, line: service.line },
    keys: [keyOf(path, service.key)],
    dependencies: dependencies.map(({ name, line }) => ({ keys: [keyOf(path, name)], declaredAt: { path, line } })),
  };
}

function keyOf(path: RepositoryPath, service: string): string {
  return `at:compose:${folderOf(path)}:${service}`;
}

function buildFolder(path: RepositoryPath, service: YamlEntry): RepositoryPath | null {
  const context = textAt(service.value, 'build')?.text ?? trimmedAt(service.value, 'build', 'context');
  const dockerfile = trimmedAt(service.value, 'build', 'dockerfile');
  const folder = context === null || isVariable(context) ? null : resolveWithin(folderOf(path), context);
  // Built from the root with a Dockerfile elsewhere: the Dockerfile's folder is the service's.
  const dockerfilePath = folder === null || dockerfile === null || isVariable(dockerfile) ? null : resolveWithin(folder, dockerfile);
  const own = folder === folderOf(path) && dockerfilePath !== null ? folderOf(dockerfilePath) : folder;
  return own === '' || own === folderOf(path) ? null : own;
}

function isVariable(text: string): boolean {
  return text.includes('$') || /^[a-z]+:\/\//i.test(text);
}
