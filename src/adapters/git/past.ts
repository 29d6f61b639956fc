import type { TreeAt } from '../../ports/git';
import { reasonOf } from './failure';
import { outputOf, type GitEnd, type GitRunner } from './process';
import { readWorkTree } from './workTree';

/** The last moment a Date can hold; a commit may claim to be of any. */
const LATEST_MS = 8.64e15;

/** HEAD's own line: of every merge only the side that was merged into. */
const OWN_LINE = '--first-parent';

/**
 * What the port says of `treeAt`, with two processes, with one more where the time lies before the
 * repository's own line, and a fourth where it then lies in what was merged into that.
 *
 * `--min-age` and not `--before`, which reads its argument as a person's words and takes the time of day
 * from now where it finds none. Git tests the commits one by one from HEAD on and stops at no date: one
 * dated too late is passed over, one dated too early counts for the times before it, too.
 */
export async function readTreeAt(git: GitRunner, folder: string, timeMs: number): Promise<TreeAt> {
  const workTree = await readWorkTree(git, folder);
  if (workTree.kind !== 'work-tree') return workTree;
  const { head, isShallow } = workTree;
  if (head === null) return { kind: 'no-commits' };
  // Git has dates in whole seconds; a commit of the same second was there already.
  const seconds = Math.floor(timeMs / 1000);
  const own = await lastCommitAt(git, head, seconds, [OWN_LINE]);
  if (own !== null) return own;
  const oldestMs = await oldestCommit(git, head, isShallow ? [OWN_LINE] : []);
  if (typeof oldestMs !== 'number') return oldestMs;
  const oldest = new Date(oldestMs).toISOString();
  // What another branch of a shallow clone still has says nothing of this one.
  if (isShallow) return { kind: 'shallow', oldestCommittedAt: oldest };
  const merged = oldestMs <= seconds * 1000 ? await lastCommitAt(git, head, seconds, []) : null;
  return merged ?? { kind: 'before-first-commit', firstCommittedAt: oldest };
}

type Found = Extract<TreeAt, { kind: 'tree' | 'unavailable' }>;

/** The first commit that git lists and whose committer date is at most `seconds`; null when there is none. */
async function lastCommitAt(git: GitRunner, head: string, seconds: number, options: readonly string[]): Promise<Found | null> {
  // Git knows no date before 1970 and would take a negative one for none at all.
  if (seconds < 0) return null;
  const answer = await outputOf(git(['rev-list', '-1', ...options, `--min-age=${seconds}`, '--format=%T %ct', head, '--']));
  if (answer.code !== 0) return unavailable(answer);
  const [, commit, tree, committed] = /^commit ([0-9a-f]+)\n([0-9a-f]+) (\d+)$/m.exec(answer.text) ?? [];
  if (commit === undefined || tree === undefined) return null;
  return { kind: 'tree', commit, tree, committedAt: new Date(Number(committed) * 1000).toISOString() };
}

/** The date (milliseconds since 1970) of the earliest commit without parents, or why it is unknown. */
async function oldestCommit(git: GitRunner, head: string, options: readonly string[]): Promise<number | Extract<TreeAt, { kind: 'unavailable' }>> {
  const answer = await outputOf(git(['rev-list', ...options, '--max-parents=0', '--timestamp', head, '--']));
  if (answer.code !== 0) return unavailable(answer);
  const dates = [...answer.text.matchAll(/^(\d+) /gm)].map(([, seconds]) => Number(seconds) * 1000);
  return Math.min(LATEST_MS, ...dates);
}

function unavailable(end: GitEnd): Extract<TreeAt, { kind: 'unavailable' }> {
  return { kind: 'unavailable', reason: reasonOf(end) };
}
