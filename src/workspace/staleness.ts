import type { Member } from './members';
import { stampHolds } from './readFiles';
import type { IndexingPorts, IndexingSettings } from './refreshWorkspace';
import { surveyRepository } from './survey';

/**
 * How many files of a repository came, went or changed since its index was made, told by their sizes
 * and times alone. 0 for a repository without an index: all of it is missing, which `status` says.
 */
export async function staleFilesOf(ports: IndexingPorts, settings: IndexingSettings, member: Member): Promise<number> {
  const { snapshot } = member;
  if (snapshot === null) return 0;
  const { walk } = await surveyRepository(ports, member.root, settings.exclude, snapshot);
  const stamps = new Map(snapshot.stamps.map((stamp) => [stamp.path, stamp]));
  const present = new Set(walk.files.map(({ path }) => path));
  const gone = [...stamps.keys()].filter((path) => !present.has(path)).length;
  // A file that may not be read has no stamp, and is no news either.
  const unreadable = new Set(snapshot.skipped.filter(({ reason }) => reason === 'unreadable').map(({ path }) => path));
  const changed = walk.files.filter(({ path, facts }) => {
    if (unreadable.has(path)) return false;
    const stamp = stamps.get(path);
    return stamp === undefined || !stampHolds(stamp, facts, Number.POSITIVE_INFINITY);
  }).length;
  return gone + changed;
}
