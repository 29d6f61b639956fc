import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import type { RepositoryPath } from '../../contract/model';
import { folderOf, resolveWithin } from '../repositoryPath';
import { readYamlDocuments } from '../yamlDocuments';
import { itemsOf, valueAt } from '../yamlValue';
import { lineTeller, manifestsNamed, type ManifestComponent, type ManifestDependency, type Manifests } from './manifest';
import { isTooDeeplyBracketed } from './nesting';
import { memberMatcher } from './workspaceGlobs';

/** True for the manifests of npm, pnpm and yarn. */
export const NPM_MANIFEST = /(^|\/)(package\.json|pnpm-workspace\.yaml)$/;

interface Package {
  readonly path: RepositoryPath;
  readonly folder: RepositoryPath;
  readonly lineAt: (offset: number) => number;
  readonly root: Node;
  readonly name: string | null;
}

/**
 * Packages of npm, pnpm and yarn. Below the root of a workspace only its members are components;
 * elsewhere every package with a name is. A workspace's root package is none: it ties the others together.
 */
export function readNpm(manifests: Manifests): ManifestComponent[] {
  const packages = manifestsNamed(manifests, /(^|\/)package\.json$/).flatMap(({ path, text }): Package[] => {
    const root = isTooDeeplyBracketed(text) ? undefined : parseTree(text);
    if (root?.type !== 'object') {
      manifests.notify({ path, line: 1, message: 'This package.json is no JSON object; it is left out.' });
      return [];
    }
    return [{ path, folder: folderOf(path), lineAt: lineTeller(text), root, name: textAt(root, 'name') }];
  });
  const workspaces = workspacesOf(manifests, packages);
  return packages.flatMap((own): ManifestComponent[] => {
    const { name } = own;
    const around = workspaces.filter(({ folder }) => folder === '' || own.folder === folder || own.folder.startsWith(`${folder}/`));
    const isComponent = around.every((workspace) => workspace.folder !== own.folder) && (around.length === 0 || around.some((workspace) => workspace.isMember(own.folder)));
    return name === null || !isComponent ? [] : [componentOf(own, name)];
  });
}

function workspacesOf(manifests: Manifests, packages: readonly Package[]): { folder: RepositoryPath; isMember: (folder: RepositoryPath) => boolean }[] {
  const pnpm = manifestsNamed(manifests, /(^|\/)pnpm-workspace\.yaml$/).map(({ path, text }) => {
    const [document] = readYamlDocuments(path, text).documents;
    return { folder: folderOf(path), patterns: itemsOf(valueAt(document?.root, 'packages')).flatMap((item) => (item.kind === 'text' ? [item.text] : [])) };
  });
  const others = packages.flatMap(({ folder, root }) => {
    const node = findNodeAtLocation(root, ['workspaces']);
    const list = node?.type === 'array' ? node : node === undefined ? undefined : findNodeAtLocation(node, ['packages']);
    const patterns: unknown = list === undefined ? null : getNodeValue(list);
    return Array.isArray(patterns) ? [{ folder, patterns: patterns.filter((pattern): pattern is string => typeof pattern === 'string') }] : [];
  });
  return [...pnpm, ...others].map(({ folder, patterns }) => ({ folder, isMember: memberMatcher(folder, patterns) }));
}

function componentOf({ path, folder, lineAt, root }: Package, name: string): ManifestComponent {
  const unscoped = name.slice(name.lastIndexOf('/') + 1);
  return {
    name: unscoped,
    title: unscoped === name ? null : name,
    description: textAt(root, 'description'),
    folder,
    declaredAt: { path, line: lineAt(findNodeAtLocation(root, ['name'])?.offset ?? 0) },
    keys: [`npm:${name}`, `at:npm:${folder}`],
    dependencies: ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((field) => dependenciesIn(path, folder, lineAt, findNodeAtLocation(root, [field]))),
  };
}

function dependenciesIn(path: RepositoryPath, folder: RepositoryPath, lineAt: (offset: number) => number, field: Node | undefined): ManifestDependency[] {
  return (field?.type === 'object' ? (field.children ?? []) : []).flatMap((property): ManifestDependency[] => {
    const [key, value] = property.children ?? [];
    const name: unknown = key?.value;
    const range: unknown = value?.value;
    if (typeof name !== 'string' || typeof range !== 'string') {
      return [];
    }
    // `npm:other@1` is another package under this name; `file:`, `link:` and `portal:` name a folder.
    const alias = /^(?:npm:|workspace:)(@?[^@]+)@/.exec(range)?.[1];
    const local = /^(?:file|link|portal):(.*)$/.exec(range)?.[1];
    const target = local === undefined ? null : resolveWithin(folder, local);
    return [{ keys: [...(target === null ? [] : [`at:npm:${target}`]), `npm:${alias ?? name}`], declaredAt: { path, line: lineAt(key?.offset ?? 0) } }];
  });
}

function textAt(root: Node, key: string): string | null {
  const value: unknown = findNodeAtLocation(root, [key])?.value;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

