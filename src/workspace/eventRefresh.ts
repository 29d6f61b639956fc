import type { Files } from '../ports/files';
import type { FileChange } from '../ports/watcher';
import { changedRepositories } from './changedRepositories';
import type { LoadedRepository, Member } from './members';
import type { Picture } from './answer';
import type { RefreshedRepository } from './service';
import type { SharedIndex } from './sharedIndex';

/**
 * The members after a reported change, each changed one brought up to date; null when only a look at the whole
 * workspace tells what there is now. A repository that was never indexed is left to the first question.
 */
export async function membersAfter(
  ports: { readonly files: Files },
  index: SharedIndex,
  folders: readonly string[],
  members: readonly Member[],
  change: FileChange,
  refresh: (member: Member) => Promise<LoadedRepository>,
): Promise<Member[] | null> {
  const changed = change === 'everything' ? change : await changedRepositories(ports.files, folders, members, change.paths);
  if (changed === 'everything') return null;
  const after: Member[] = [];
  for (const member of members) {
    const what = changed.get(member.key);
    if (what === undefined || member.snapshot === null) {
      after.push(member);
      continue;
    }
    const loaded = (what === 'whole' ? null : await index.refreshDocuments(member, what)) ?? (await refresh(member));
    if (loaded.snapshot?.nested.join('\0') !== member.snapshot.nested.join('\0')) return null;
    after.push({ ...member, ...loaded });
  }
  return after;
}

/** What was done to get from one picture to the next. */
export function refreshedBetween(before: Picture, after: Picture): RefreshedRepository[] {
  const snapshots = new Map(before.members.map(({ key, snapshot }) => [key, snapshot]));
  return after.members.flatMap(({ id, key, snapshot }) =>
    snapshot === null || snapshot === snapshots.get(key) ? [] : [{ repositoryId: id, counts: snapshot.lastRefresh }],
  );
}
