import type { RepositoryPath } from '../contract/model';
import { baseNameOf, folderOf, resolveWithin } from './repositoryPath';
import { entriesOf, itemsOf, textAt, trimmedAt, valueAt } from './yamlValue';
import type { YamlDocument } from './yamlDocuments';

/** What a file's name promises. */
export type CatalogFileKind = 'declaration' | 'mkdocs' | 'template';

const KINDS: readonly (readonly [RegExp, CatalogFileKind])[] = [
  [/^(catalog-info|component|intent)\.ya?ml$/i, 'declaration'],
  [/^mkdocs\.ya?ml$/i, 'mkdocs'],
  [/^template\.ya?ml$/i, 'template'],
];

/**
 * What kind of catalog file a path is by its name, null for any other: `catalog-info`, `component` and
 * `intent` declare entities, `mkdocs` tells where their documents lie, `template` where scaffolder
 * skeletons lie (all `.yaml` or `.yml`).
 */
export function catalogFileKindOf(path: RepositoryPath): CatalogFileKind | null {
  const name = baseNameOf(path);
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** True when the file's text has to be handed to `catalogOf`. */
export function isCatalogFile(path: RepositoryPath): boolean {
  return catalogFileKindOf(path) !== null;
}

const TEST_DATA_FOLDERS = new Set(['testdata', 'fixtures', '__fixtures__', '__tests__']);

/** True when the file lies in a folder of test data below the repository's root: it declares nothing. */
export function isTestData(path: RepositoryPath): boolean {
  return folderOf(path).split('/').some((folder) => TEST_DATA_FOLDERS.has(folder));
}

const SKELETON_FOLDERS = ['skeleton', 'content'];
const FETCH_ACTIONS = /^fetch:(template|plain)$/;

/** True for a Backstage scaffolder template: it declares no entity. */
export function isTemplate(document: YamlDocument): boolean {
  const apiVersion = trimmedAt(document.root, 'apiVersion') ?? '';
  return trimmedAt(document.root, 'kind')?.toLowerCase() === 'template' && /(^|\.)backstage\.io\//.test(apiVersion);
}

/**
 * Folders a scaffolder template copies into what it makes: those its `fetch:template` and `fetch:plain`
 * steps name (`url: ./skeleton`), and folders named skeleton or content beside it. Catalog files in
 * them have yet to be filled in. A step that names the template's own folder names no skeleton.
 */
export function skeletonFoldersOf(path: RepositoryPath, document: YamlDocument): RepositoryPath[] {
  const folder = folderOf(path);
  const named = itemsOf(valueAt(document.root, 'spec', 'steps')).flatMap((step) => {
    const action = trimmedAt(step, 'action') ?? '';
    const url = textAt(step, 'input', 'url')?.text ?? '';
    const isRelative = url !== '' && !/^[a-z]+:/i.test(url) && !url.includes('{{');
    const target = FETCH_ACTIONS.test(action) && isRelative ? resolveWithin(folder, url) : null;
    return target === null || target === folder || folder.startsWith(`${target}/`) || target === '' ? [] : [target];
  });
  const beside = SKELETON_FOLDERS.map((name) => (folder === '' ? name : `${folder}/${name}`));
  return [...named, ...beside];
}

/** True when the mapping has any of the keys. */
export function hasAnyKey(document: YamlDocument, keys: readonly string[]): boolean {
  return entriesOf(document.root).some((entry) => keys.includes(entry.key));
}
