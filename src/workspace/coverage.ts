import type { RepositoryPath } from '../contract/model';
import type { Files, PhysicalRoot } from '../ports/files';
import { builtInExclude } from './builtInExcludes';
import { excludeTest } from './excludeGlobs';
import { ignoresCase, rulesAtRoot, withIgnoreFileOf } from './ignoreFiles';
import { isIgnored } from './ignoreRules';

/** The nearest of `others` that a folder lies below, and the folder's path in it; null when there is none. */
function enclosing(
  files: Files,
  root: PhysicalRoot,
  others: ReadonlySet<PhysicalRoot>,
): { outer: PhysicalRoot; segments: string[] } | null {
  const segments: string[] = [];
  for (let folder: PhysicalRoot | null = root; folder !== null; folder = files.parentOf(folder)) {
    if (others.has(folder)) return { outer: folder, segments };
    segments.unshift(files.nameOf(folder));
  }
  return null;
}

const hasGit = async (files: Files, root: PhysicalRoot, path: RepositoryPath): Promise<boolean> =>
  !('fault' in (await files.facts(root, path === '' ? '.git' : `${path}/.git`)));

/** Whether a walk of `outer` comes to the folder at `segments`, itself no work tree. */
async function isReached(
  files: Files,
  outer: PhysicalRoot,
  segments: readonly string[],
  exclude: readonly string[],
): Promise<boolean> {
  const listing = await files.list(outer, '');
  if ('fault' in listing) return false;
  const isExcluded = excludeTest(exclude);
  const ignoreCase = await ignoresCase(files, outer, listing.entries);
  let { rules } = await rulesAtRoot(files, outer, { prefix: '', excludePatterns: '', ignoreCase });
  for (let depth = 0; depth < segments.length; depth += 1) {
    const folder = segments.slice(0, depth).join('/');
    // A repository on the way is found by the walk and has rules of its own.
    if (depth > 0 && (await hasGit(files, outer, folder))) {
      return isReached(files, files.below(outer, folder), segments.slice(depth), exclude);
    }
    rules = (await withIgnoreFileOf(files, rules, { root: outer, path: folder, patternFolder: folder })).rules;
    const path = segments.slice(0, depth + 1).join('/');
    if (builtInExclude(segments[depth] ?? '') !== null) return false;
    if (isExcluded(path, 'folder') || isIgnored(rules, path, 'folder')) return false;
  }
  return true;
}

/**
 * Whether the files of a folder belong to the repository at one of `others`: it lies below it, is no
 * work tree of its own, and nothing keeps a walk from there from reaching it.
 */
export async function isCoveredBy(
  files: Files,
  root: PhysicalRoot,
  others: ReadonlySet<PhysicalRoot>,
  exclude: readonly string[],
): Promise<boolean> {
  const place = enclosing(files, root, others);
  if (place === null || (await hasGit(files, root, ''))) return false;
  return isReached(files, place.outer, place.segments, exclude);
}
