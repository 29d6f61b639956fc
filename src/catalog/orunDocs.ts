import type { EntityRef, RepositoryPath } from '../contract/model';
import { shortened, type DeclaredDocument, type Notify } from './declaration';
import { isWithin, resolveWithin } from './repositoryPath';
import { documentsOfSite, mkdocsIn, techdocsBelow, type RepositoryFiles } from './techdocs';
import { itemsOf, trimmedAt, valueAt, type YamlValue } from './yamlValue';

/** The folders that the paths of a docs block may start from: the first in which one leads to something counts. */
export type DocsFolders = readonly RepositoryPath[];

/**
 * The documents an Orun docs block declares: `overview`, `pages[{path, key, title, role}]`, the folder
 * `techdocs`, and the lists `runbooks` and `adrs`. Orun resolves them from the folder of the file that
 * declares the entity. A path that leads nowhere from there but, from the repository's root, into that
 * folder was clearly written from the root; any other is not guessed at: `docs/` at the root is not the
 * `docs/` of a component.
 */
export function readOrunDocs(path: RepositoryPath, docs: YamlValue | undefined, entityRef: EntityRef, folders: DocsFolders, files: RepositoryFiles, notify: Notify): DeclaredDocument[] {
  const single = (value: YamlValue | undefined, field: string, role: string, title: string | null): DeclaredDocument[] =>
    itemsOf(value).flatMap((item) => {
      const found = resolveDocument(path, item, field, folders, files, notify);
      return found === null ? [] : found.isFolder ? techdocsBelow(found.path, entityRef, files.tree, new Map()).map((document) => ({ ...document, role })) : [{ path: found.path, entityRef, role, title }];
    });
  const pages = itemsOf(valueAt(docs, 'pages')).flatMap((page) =>
    // Orun wants a mapping; a page written as its mere path is as clear.
    page.kind === 'text'
      ? single(page, 'docs.pages', 'page', null)
      : single(valueAt(page, 'path') ?? page, 'docs.pages', trimmedAt(page, 'role') ?? 'page', trimmedAt(page, 'title')),
  );
  return [
    ...single(valueAt(docs, 'overview'), 'docs.overview', 'overview', null),
    ...pages,
    ...itemsOf(valueAt(docs, 'techdocs')).flatMap((item) => techdocs(path, item, entityRef, folders, files, notify)),
    ...single(valueAt(docs, 'runbooks'), 'docs.runbooks', 'runbook', null),
    ...single(valueAt(docs, 'adrs'), 'docs.adrs', 'adr', null),
  ];
}

function techdocs(path: RepositoryPath, item: YamlValue, entityRef: EntityRef, folders: DocsFolders, files: RepositoryFiles, notify: Notify): DeclaredDocument[] {
  const found = resolveDocument(path, item, 'docs.techdocs', folders, files, notify);
  if (found === null) {
    return [];
  }
  if (!found.isFolder) {
    return [{ path: found.path, entityRef, role: 'techdocs', title: null }];
  }
  // Orun names the folder of the documents; a folder with an mkdocs.yml says itself where they are.
  return mkdocsIn(found.path, files.tree) === null
    ? techdocsBelow(found.path, entityRef, files.tree, new Map())
    : (documentsOfSite(found.path, entityRef, files, notify) ?? []);
}

function resolveDocument(path: RepositoryPath, item: YamlValue, field: string, folders: DocsFolders, files: RepositoryFiles, notify: Notify): { path: RepositoryPath; isFolder: boolean } | null {
  if (item.kind !== 'text') {
    notify({ path, line: item.line, message: `${field} holds something that is no path; it is left out.` });
    return null;
  }
  const fromRoot = resolveWithin('', item.text);
  const meansRoot = fromRoot !== null && folders.some((folder) => isWithin(fromRoot, folder));
  const candidates = [...folders.map((folder) => resolveWithin(folder, item.text)), ...(meansRoot ? [fromRoot] : [])];
  for (const candidate of candidates) {
    if (candidate !== null && files.tree.has(candidate)) {
      return { path: candidate, isFolder: false };
    }
    if (candidate !== null && candidate !== '' && files.tree.below(candidate).length > 0) {
      return { path: candidate, isFolder: true };
    }
  }
  const shown = shortened(item.text);
  const reason = candidates.every((candidate) => candidate === null) ? 'leads outside the repository; it is not read' : 'names nothing that is there';
  notify({ path, line: item.line, message: `${field}: "${shown}" ${reason}.` });
  return null;
}
