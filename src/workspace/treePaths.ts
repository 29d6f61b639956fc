import type { RepositoryPath } from '../contract/model';
import { builtInExclude, isBuiltInGlob, isExcludingMarker, isLitter } from './builtInExcludes';
import { excludeTest } from './excludeGlobs';
import { isSecretByName, isSecretFolder } from './secretNames';

function nameOf(path: RepositoryPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder a path lies in; null at the top. */
function parentOf(path: RepositoryPath): RepositoryPath | null {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? null : path.slice(0, slash);
}

/** Folders that a file in them excludes; the root itself never is one. */
function markedFolders(paths: readonly RepositoryPath[]): ReadonlySet<RepositoryPath> {
  return new Set(paths.filter((path) => isExcludingMarker(nameOf(path))).flatMap((path) => parentOf(path) ?? []));
}

/**
 * Of the files of a git tree, given by path, those that `walkRepository` would find in a work tree of it, in the
 * same order: without built-in excludes, `exclude` (globs of `files.exclude`) and secret-bearing ones. What git
 * tracks is not ignored, so no .gitignore matters here.
 */
export function visiblePaths(paths: readonly RepositoryPath[], exclude: readonly string[]): RepositoryPath[] {
  const globs = exclude.filter((glob) => !isBuiltInGlob(glob));
  const isExcluded = globs.length > 0 ? excludeTest(globs) : () => false;
  const marked = markedFolders(paths);
  const known = new Map<RepositoryPath, boolean>();
  const isVisibleFolder = (folder: RepositoryPath | null): boolean => {
    if (folder === null) return true;
    const found = known.get(folder);
    if (found !== undefined) return found;
    const name = nameOf(folder);
    const isVisible =
      isVisibleFolder(parentOf(folder)) &&
      builtInExclude(name) !== 'always' &&
      !isSecretFolder(name) &&
      !marked.has(folder) &&
      !isExcluded(folder, 'folder');
    known.set(folder, isVisible);
    return isVisible;
  };
  return paths
    .filter((path) => isVisibleFolder(parentOf(path)) && !isLitter(nameOf(path)) && !isSecretByName(path) && !isExcluded(path, 'file'))
    .sort();
}
