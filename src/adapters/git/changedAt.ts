import type { RepositoryPath } from '../../contract/model';
import type { KnownHistory } from '../../ports/git';
import { readHistory, startHistory, type HistoryReading } from './history';
import { outputOf, type GitRunner } from './process';
import type { TreeReading } from './tree';

export interface DatesRequest {
  readonly head: string;
  readonly prefix: string;
  /** Commits whose parents a shallow clone lacks. */
  readonly boundary: ReadonlySet<string>;
  readonly known: KnownHistory | null;
}

type Blobs = ReadonlyMap<RepositoryPath, string>;

/**
 * When each file at HEAD was last changed. Reads nothing where the caller knows it all, only the new
 * commits where what it knows is an ancestor, else the whole history; the tree is read meanwhile.
 */
export async function readChangedAt(git: GitRunner, request: DatesRequest, tree: Promise<TreeReading>): Promise<HistoryReading> {
  const { head, prefix, boundary, known } = request;
  // All that a commit without known parents tells is that its files are not newer than itself.
  if (boundary.has(head)) return { changedAt: new Map(), complete: true };
  if (known === null || !isObjectId(known.head)) return readRange(git, request, null, tree);
  const isAncestor =
    known.head === head ||
    (await outputOf(git(['merge-base', '--is-ancestor', known.head, head]))).code === 0;
  if (isAncestor) {
    const recent =
      known.head === head
        ? { changedAt: new Map<RepositoryPath, string>(), complete: true }
        : await readRange(git, request, known.head, tree);
    const reading = await tree;
    const merged = 'blobs' in reading && recent.complete ? mergedDates(reading.blobs, known.changedAt, recent.changedAt) : null;
    if (merged !== null) return { changedAt: merged, complete: true };
  }
  return readRange(git, { head, prefix, boundary, known: null }, null, tree);
}

async function readRange(
  git: GitRunner,
  { head, prefix, boundary }: DatesRequest,
  since: string | null,
  tree: Promise<TreeReading>,
): Promise<HistoryReading> {
  const running = startHistory(git, head, since, prefix);
  const reading = await tree;
  if ('blobs' in reading) return readHistory(running, reading.blobs, prefix, boundary);
  running.stop();
  return { changedAt: new Map(), complete: false };
}

/**
 * What is known with what is new; null where that is not enough: a file without a date, or one whose
 * new commit is older than the known one, as when a long-lived branch is merged (which of the two
 * counts only the whole history tells).
 */
function mergedDates(
  blobs: Blobs,
  known: ReadonlyMap<RepositoryPath, string>,
  recent: ReadonlyMap<RepositoryPath, string>,
): ReadonlyMap<RepositoryPath, string> | null {
  const merged = new Map<RepositoryPath, string>();
  for (const path of blobs.keys()) {
    const before = known.get(path);
    const now = recent.get(path);
    const time = now ?? before;
    if (time === undefined || (now !== undefined && before !== undefined && Date.parse(now) < Date.parse(before))) return null;
    merged.set(path, time);
  }
  return merged;
}

/** What a caller kept in a file may be anything: only an object id is handed to git. */
function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
