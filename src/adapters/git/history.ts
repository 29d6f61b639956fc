import type { RepositoryPath } from '../../contract/model';
import type { GitRunner, RunningGit } from './process';
import { nulSeparated } from './tokens';

type Blobs = ReadonlyMap<RepositoryPath, string>;

export interface HistoryReading {
  /** ISO time of the commit that gave each file its present content, where it was found. */
  readonly changedAt: ReadonlyMap<RepositoryPath, string>;
  /** False when git failed before the end. */
  readonly complete: boolean;
}

/**
 * Starts reading the commits reachable from `head` and not from `since`, newest first, with the files
 * each one changed. A merge lists the files that differ from all its parents (`-c`), so an ordinary
 * merge changes nothing and one that resolved a conflict does. `--full-history` keeps the commits of
 * a folder the same as those of its whole work tree.
 */
export function startHistory(git: GitRunner, head: string, since: string | null, prefix: string): RunningGit {
  return git([
    'log',
    '-z',
    '--raw',
    '--no-abbrev',
    '-c',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--no-mailmap',
    '--no-notes',
    '--no-decorate',
    '--no-show-signature',
    '--no-color',
    // Cancels diff.orderFile, which may name a file that is not there.
    '-O/dev/null',
    '--format=tformat:%H %ct',
    head,
    ...(since === null ? [] : [`^${since}`]),
    ...(prefix === '' ? ['--'] : ['--full-history', '--', '.']),
  ]);
}

/**
 * Dates every file of `blobs` by the first listed commit that left it with its present content: a
 * change that a merge threw away has another content and is passed over. Stops git as soon as every
 * file is dated. A file that only a commit of `boundary` gives (the end of a shallow history) has no
 * date, since that commit seems to add all it holds.
 */
export async function readHistory(
  running: RunningGit,
  blobs: Blobs,
  prefix: string,
  boundary: ReadonlySet<string>,
): Promise<HistoryReading> {
  const changedAt = new Map<RepositoryPath, string>();
  const undatable = new Set<RepositoryPath>();
  let isBoundary = false;
  let time: string | null = null;
  let resultingBlob: string | null = null;
  for await (const tokens of nulSeparated(running.output)) {
    for (const token of tokens) {
      if (resultingBlob !== null) {
        const path = token.startsWith(prefix) ? token.slice(prefix.length) : null;
        if (path !== null && blobs.get(path) === resultingBlob && !changedAt.has(path) && !undatable.has(path)) {
          if (isBoundary || time === null) undatable.add(path);
          else changedAt.set(path, time);
        }
        resultingBlob = null;
        continue;
      }
      // Git puts a line break or an empty token between a commit and the files it changed.
      const field = token.startsWith('\n') ? token.slice(1) : token;
      if (field === '') continue;
      if (field.startsWith(':')) {
        resultingBlob = resultingBlobOf(field);
        continue;
      }
      const [commit = '', seconds = ''] = field.split(' ');
      isBoundary = boundary.has(commit);
      time = isoTimeOf(seconds);
    }
    if (changedAt.size + undatable.size === blobs.size) {
      running.stop();
      return { changedAt, complete: true };
    }
  }
  return { changedAt, complete: (await running.ended).code === 0 };
}

/** The last but one word of `:100644 100644 <old> <new> M`, or of `::<modes> <ids of the parents> <new> MM` in a merge. */
function resultingBlobOf(rawEntry: string): string {
  return rawEntry.split(' ').at(-2) ?? '';
}

function isoTimeOf(seconds: string): string | null {
  const time = new Date(Number(seconds) * 1000);
  return seconds === '' || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
