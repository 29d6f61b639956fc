import { detailsOf, type Log } from '../ports/log';
import { type Timer, withinTime } from '../ports/timer';
import type { FileChange } from '../ports/watcher';
import { type CollectorPauses, createChangeCollector } from './changeCollector';

/** A burst (a checkout, a build) is over after a moment of quiet; one that never ends is looked at every two seconds. */
const PAUSES: CollectorPauses = { quiet: 150, longest: 2_000 };

/**
 * While git holds a repository's index, a moment of quiet is not the end of what it does: so many of them are waited
 * for without any news (a git that was killed leaves its lock for ever), and so many in all.
 */
const PATIENCE = { silent: 20, inAll: 300 };

/** So many paths are a save, not a burst: a question has them looked at at once. */
const FEW_PATHS = 50;

/** So long, in milliseconds, a question waits for what was reported before it. */
export const QUESTION_WAITS = 150;

/** Reported changes on their way into the index. */
export interface Changes<Result> {
  /** Takes a report; ends when it was looked at, with what came of the batch it was in (null: it failed). Never throws. */
  report(change: FileChange): Promise<Result | null>;
  /** Ends when what was reported before is in the index, or when a question has waited long enough. Never throws. */
  seen(): Promise<void>;
  /** Ends when nothing waits and nothing is looked at. Never throws. */
  idle(): Promise<void>;
}

/**
 * Collects reported changes and has them looked at batch by batch, one at a time.
 * @param refresh brings the index up to date with a batch.
 * @param isGitAtWork whether git is just changing a work tree: what it does is one batch, however long it takes.
 */
export function createChanges<Result>(
  ports: { readonly timer: Timer; readonly log: Log },
  refresh: (change: FileChange) => Promise<Result>,
  isGitAtWork: () => Promise<boolean> = async () => false,
): Changes<Result> {
  let running: Promise<unknown> | null = null;
  let reporters: ((result: Result | null) => void)[] = [];
  const start = (change: FileChange): void => {
    const told = reporters;
    reporters = [];
    const current: Promise<void> = (running ?? Promise.resolve())
      .then(() => refresh(change))
      .catch((thrown: unknown) => {
        ports.log.warn(detailsOf(thrown));
        return null;
      })
      .then((result) => {
        if (running === current) running = null;
        for (const tell of told) tell(result);
      });
    running = current;
  };

  const none = { inAll: 0, silent: 0 };
  /** How often the batch was put back because of git, in all and since the last news. */
  let waits = { ...none };
  let checking: Promise<void> | null = null;
  let isAskedFor = false;
  const startWhenGitIsDone = async (change: FileChange): Promise<void> => {
    const isPatient = waits.inAll < PATIENCE.inAll && waits.silent < PATIENCE.silent;
    if (isPatient && (await isGitAtWork().catch(() => false))) {
      waits = { inAll: waits.inAll + 1, silent: waits.silent + 1 };
      collector.add(change);
      return;
    }
    waits = { ...none };
    start(change);
  };
  const collector = createChangeCollector(ports.timer, PAUSES, (change) => {
    if (isAskedFor) return start(change);
    const check = startWhenGitIsDone(change).finally(() => {
      if (checking === check) checking = null;
    });
    checking = check;
  });
  /** Starts at once with what waits, whatever git does. */
  const startNow = (): void => {
    isAskedFor = true;
    collector.flush();
    isAskedFor = false;
  };
  return {
    report: (change) =>
      new Promise((resolve) => {
        if (change !== 'everything' && change.paths.length === 0) return resolve(null);
        reporters.push(resolve);
        waits.silent = 0;
        collector.add(change);
      }),
    seen: async () => {
      await checking;
      if (collector.size() <= FEW_PATHS) startNow();
      if (running === null) return;
      await withinTime(ports.timer, QUESTION_WAITS, running);
    },
    idle: async () => {
      await checking;
      startNow();
      while (running !== null) {
        await running;
        await checking;
        startNow();
      }
    },
  };
}
