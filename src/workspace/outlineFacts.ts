import type { RepositoryPath } from '../contract/model';
import type { Files, PhysicalRoot } from '../ports/files';
import type { RepositorySnapshot } from '../ports/store';
import type { Member } from './members';

/** Git keeps what is checked out in here, a line long. */
const HEAD_FILE = '.git/HEAD';
const HEAD_BYTES = 4_096;

/**
 * The name of the branch that is checked out in a folder; null where that is none (a commit is), where the folder is not the top of
 * its work tree, and in a linked work tree, whose HEAD lies elsewhere.
 */
export async function branchOf(files: Files, root: PhysicalRoot): Promise<string | null> {
  const head = await files.read(root, HEAD_FILE, HEAD_BYTES);
  if ('fault' in head) return null;
  return /^ref: refs\/heads\/(.+?)\s*$/.exec(new TextDecoder().decode(head))?.[1] ?? null;
}

/** How many documents of each repository the last look at the files found changed, as long as its index is the same. */
export interface StaleCounts {
  found(member: Member, stale: number): void;
  of(member: Member): number | null;
}

export function createStaleCounts(): StaleCounts {
  const counts = new WeakMap<RepositorySnapshot, number>();
  return {
    found: ({ snapshot }, stale) => {
      if (snapshot !== null) counts.set(snapshot, stale);
    },
    of: ({ snapshot }) => (snapshot === null ? null : (counts.get(snapshot) ?? null)),
  };
}

/** Whether the index of a repository knows a path: it was read, or left out. */
export function knowsPath({ snapshot }: Member, path: RepositoryPath): boolean {
  const isIt = (one: { readonly path: RepositoryPath }): boolean => one.path === path;
  return snapshot !== null && (snapshot.documents.some(isIt) || snapshot.stamps.some(isIt) || snapshot.skipped.some((one) => isIt(one) && one.reason !== 'link-leaves-repository'));
}
