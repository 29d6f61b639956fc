import type { RepositoryPath } from '../contract/model';
import type { Files, PhysicalRoot } from '../ports/files';
import type { RepositoryKey } from '../ports/store';
import type { LoadedRepository } from './members';

/** What changed in a repository: these paths of its files, or something that only a look at all of it can tell. */
export type RepositoryChange = ReadonlySet<RepositoryPath> | 'whole';

const GIT_FOLDER = /(?:^|[\\/])\.git(?:[\\/]|$)/;

/** What git keeps of linked work trees and submodules lies in the folder of the repository they belong to. */
const PART_OF_ANOTHER = /[\\/]\.git[\\/](?:worktrees|modules)[\\/]/;

/** The files of git's own that tell what is checked out, published and ignored: see gitrepository-layout(5). */
const TELLING_GIT_FILE =
  /(?:^|[\\/])(?:HEAD|ORIG_HEAD|packed-refs|shallow|config|config\.worktree|info[\\/]exclude|logs[\\/]HEAD|(?:refs|reftable)(?:[\\/].*)?)$/;

/** Whether a path below a `.git` says something of what is checked out; locks, objects and the index do not. */
export function tellsOfGit(path: string): boolean {
  return !path.endsWith('.lock') && (/(?:^|[\\/])\.git$/.test(path) || TELLING_GIT_FILE.test(path.replace(/^.*?(?:^|[\\/])\.git[\\/]/, '')));
}

/** The opened folders as they were written, and where they physically are: the platform names files by the former. */
async function openedRoots(files: Files, folders: readonly string[]): Promise<{ written: string; root: PhysicalRoot }[]> {
  const resolved = await Promise.all(folders.map(async (written) => ({ written, folder: await files.resolveFolder(written) })));
  return resolved.flatMap(({ written, folder }) => ('root' in folder ? [{ written, root: folder.root }] : []));
}

/**
 * Which repositories reported paths belong to: each to the innermost one around it. Paths that matter to
 * none (git's objects, locks) are left out; `everything` where a path lies in no repository that is known,
 * so that it may be a new one.
 */
export async function changedRepositories(
  files: Files,
  folders: readonly string[],
  members: readonly LoadedRepository[],
  paths: readonly string[],
): Promise<ReadonlyMap<RepositoryKey, RepositoryChange> | 'everything'> {
  const opened = await openedRoots(files, folders);
  const innermostFirst = [...members].sort((left, right) => right.root.length - left.root.length);
  const changed = new Map<RepositoryKey, Set<RepositoryPath> | 'whole'>();
  for (const path of paths) {
    if (GIT_FOLDER.test(path) && !tellsOfGit(path)) continue;
    const places = [path, ...opened.flatMap(({ written, root }) => {
      const inside = files.pathInside(written, path);
      return inside === null || written === root ? [] : [files.below(root, inside)];
    })];
    const owner = innermostFirst.flatMap((member) => {
      const inside = places.map((place) => files.pathInside(member.root, place)).find((found) => found !== null);
      return inside === undefined || inside === null ? [] : [{ member, inside }];
    })[0];
    // Git's part of a linked work tree or a submodule may lie anywhere; a look at a repository that did not change is cheap.
    if (owner === undefined || PART_OF_ANOTHER.test(path)) return 'everything';
    const { member, inside } = owner;
    const before = changed.get(member.key);
    if (inside === '' || GIT_FOLDER.test(inside) || before === 'whole') changed.set(member.key, 'whole');
    else changed.set(member.key, (before ?? new Set()).add(inside));
  }
  return changed;
}
