import type { RepositoryPath } from '../contract/model';

/** The folder a file lies in; `''` is the repository's root. */
export function folderOf(path: RepositoryPath): RepositoryPath {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The last segment of a path. */
export function baseNameOf(path: RepositoryPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder itself and every folder around it, innermost first; ends with `''`, the root. */
export function foldersAround(folder: RepositoryPath): RepositoryPath[] {
  const folders: RepositoryPath[] = [];
  for (let current = folder; current !== ''; current = folderOf(current)) {
    folders.push(current);
  }
  return [...folders, ''];
}

/** True when the path is the folder or lies anywhere below it. */
export function isWithin(path: RepositoryPath, folder: RepositoryPath): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/**
 * Where a path written in a file of `folder` leads, as a repository path (`''`: the root); null when
 * it leaves the repository, is absolute, or names a drive. Both `/` and `\` separate folders.
 */
export function resolveWithin(folder: RepositoryPath, written: string): RepositoryPath | null {
  const text = written.trim().replaceAll('\\', '/');
  if (text.startsWith('/') || text.startsWith('~') || /^[A-Za-z]:/.test(text) || text.includes('\0')) {
    return null;
  }
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of text.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) {
        return null;
      }
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment);
    }
  }
  return segments.join('/');
}

/** Compares by UTF-16 code units: the order of paths and refs wherever an order must not depend on the machine. */
export function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The files of a repository, made to be asked by path and by folder. */
export interface FileTree {
  /** Sorted by code units, distinct. */
  readonly paths: readonly RepositoryPath[];
  has(path: RepositoryPath): boolean;
  /** Files anywhere below the folder, sorted; `''` gives all of them. */
  below(folder: RepositoryPath): readonly RepositoryPath[];
}

/** Makes a file tree of any list of paths. */
export function fileTreeOf(paths: Iterable<RepositoryPath>): FileTree {
  const known = new Set(paths);
  const sorted = [...known].sort(byCodeUnits);
  return {
    paths: sorted,
    has: (path) => known.has(path),
    below: (folder) =>
      folder === '' ? sorted : sorted.slice(firstAtOrAfter(sorted, `${folder}/`), firstAtOrAfter(sorted, `${folder}0`)),
  };
}

/** Index of the first path that does not come before `bound`. (`0` is the code unit right after `/`.) */
function firstAtOrAfter(sorted: readonly string[], bound: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < bound) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
