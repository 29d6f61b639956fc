import picomatch from 'picomatch';
import { OWN_REPOSITORY_REF, type AttachedBy, type EntityRef, type RepositoryPath, type SourceKind } from '../contract/model';
import type { RepositoryCatalog } from './repositoryCatalog';
import { baseNameOf, byCodeUnits, folderOf, foldersAround } from './repositoryPath';

/** What a document is, and whose. */
export interface Attachment {
  readonly sourceKind: SourceKind;
  readonly attachedBy: AttachedBy;
  /** Never empty. */
  readonly entityRefs: readonly EntityRef[];
}

/**
 * Folders that hold one epic each. A file that lies directly in `specs/` or `rfcs/` is in no epic's
 * folder, so it is a document like any other.
 */
export const DEFAULT_EPIC_GLOBS: readonly string[] = ['specs/*', 'specs/epics/*', 'epics/*', 'docs/epics/*', 'rfcs/*'];

/**
 * Components that one folder may hold and still say whose its documents are. A file that declares a
 * whole landscape says nothing of the documents beside it: they fall to the next folder around it.
 */
export const COMPONENTS_PER_FOLDER = 8;

/**
 * Says of each document what it is and which entities it belongs to:
 * - the repository's overview (see `overviewOf`) is `repo_overview` and belongs to the repository's own
 *   entity besides its other owners; documents in an epic's folder are `epic_doc`; all others `catalog_doc`;
 * - owners are all entities that declare the document, else all components of the nearest folder around
 *   it that has any (at most COMPONENTS_PER_FOLDER), else the repository.
 *
 * `documentPaths` are the paths of all documents of the repository; `epicGlobs` match folders.
 */
export function attachDocuments(
  documentPaths: readonly RepositoryPath[],
  catalog: Pick<RepositoryCatalog, 'declaredDocuments' | 'componentFolders' | 'overviewPath'>,
  epicGlobs: readonly string[],
): ReadonlyMap<RepositoryPath, Attachment> {
  const overview = overviewOf(documentPaths, catalog.overviewPath);
  const isEpic = epicMatcher(epicGlobs);
  const declaredBy = grouped(catalog.declaredDocuments, (document) => document.path);
  const componentsIn = grouped(catalog.componentFolders, (component) => component.folder);
  const attachmentOf = (path: RepositoryPath): Attachment => {
    const { attachedBy, entityRefs } = ownersOf(path, declaredBy, componentsIn);
    return path === overview
      ? { sourceKind: 'repo_overview', attachedBy, entityRefs: [...new Set([OWN_REPOSITORY_REF, ...entityRefs])] }
      : { sourceKind: isEpic(path) ? 'epic_doc' : 'catalog_doc', attachedBy, entityRefs };
  };
  return new Map(documentPaths.map((path) => [path, attachmentOf(path)]));
}

/**
 * The document that is the repository's overview: the declared one, else `docs/overview`, else `overview`
 * at the root, else the root's README. Case does not matter, nor which document format it is in
 * (Markdown first); null when there is none.
 */
export function overviewOf(documentPaths: readonly RepositoryPath[], declared: RepositoryPath | null): RepositoryPath | null {
  if (declared !== null && documentPaths.includes(declared)) {
    return declared;
  }
  const candidates = [...documentPaths].sort((first, second) => Number(isMarkdown(second)) - Number(isMarkdown(first)) || byCodeUnits(first, second));
  for (const wanted of ['docs/overview', 'overview', 'readme']) {
    const found = candidates.find((path) => withoutExtension(path).toLowerCase() === wanted);
    if (found !== undefined) {
      return found;
    }
  }
  return null;
}

interface Owners {
  readonly attachedBy: AttachedBy;
  readonly entityRefs: readonly EntityRef[];
}

function ownersOf(path: RepositoryPath, declaredBy: ReadonlyMap<string, readonly { entityRef: EntityRef }[]>, componentsIn: ReadonlyMap<string, readonly { entityRef: EntityRef }[]>): Owners {
  const declaring = declaredBy.get(path);
  if (declaring !== undefined) {
    return { attachedBy: 'declared', entityRefs: distinctRefs(declaring) };
  }
  for (const folder of foldersAround(folderOf(path))) {
    const components = componentsIn.get(folder) ?? [];
    if (components.length > 0 && components.length <= COMPONENTS_PER_FOLDER) {
      return { attachedBy: 'folder', entityRefs: distinctRefs(components) };
    }
  }
  return { attachedBy: 'repository', entityRefs: [OWN_REPOSITORY_REF] };
}

function distinctRefs(owners: readonly { entityRef: EntityRef }[]): EntityRef[] {
  return [...new Set(owners.map((owner) => owner.entityRef))].sort(byCodeUnits);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) {
      groups.set(keyOf(item), [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}

/** True for a file anywhere below a folder that a glob matches. Folders are asked once each. */
function epicMatcher(globs: readonly string[]): (path: RepositoryPath) => boolean {
  const matches = globs.length === 0 ? () => false : picomatch(globs.map((glob) => glob.replace(/^\.\//, '').replace(/\/+$/, '')), { dot: true });
  const known = new Map<RepositoryPath, boolean>();
  const isInEpic = (folder: RepositoryPath): boolean => {
    if (folder === '') {
      return false;
    }
    const answer = known.get(folder) ?? (matches(folder) || isInEpic(folderOf(folder)));
    known.set(folder, answer);
    return answer;
  };
  return (path) => isInEpic(folderOf(path));
}

function isMarkdown(path: RepositoryPath): boolean {
  return /\.(md|markdown)$/i.test(path);
}

function withoutExtension(path: RepositoryPath): string {
  const name = baseNameOf(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? path : path.slice(0, path.length - (name.length - dot));
}
