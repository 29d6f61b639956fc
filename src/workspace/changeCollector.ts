import type { Timer } from '../ports/timer';
import type { FileChange } from '../ports/watcher';

/**
 * After more paths than this everything is looked at: in such a burst the system may have dropped reports without a
 * word, of other repositories as well (inotify keeps 16,384 events, and a file that git replaces makes several).
 */
const MOST_PATHS = 2_000;

/** Milliseconds. */
export interface CollectorPauses {
  /** A batch is handed on when nothing was added to it for so long. */
  readonly quiet: number;
  /** A batch is handed on after so long although more is being added. */
  readonly longest: number;
}

/** Changes that arrive one by one, handed on as batches. */
export interface ChangeCollector {
  add(change: FileChange): void;
  /** How many paths wait to be handed on; infinite when everything does. */
  size(): number;
  /** Hands on at once what waits. */
  flush(): void;
  /** Forgets what waits. */
  dispose(): void;
}

/** Collects changes until a moment of quiet, each path once; `handOn` gets what came together. */
export function createChangeCollector(timer: Timer, pauses: CollectorPauses, handOn: (change: FileChange) => void): ChangeCollector {
  let paths = new Set<string>();
  let everything = false;
  let callOffQuiet: (() => void) | null = null;
  let callOffLongest: (() => void) | null = null;

  const size = (): number => (everything ? Number.POSITIVE_INFINITY : paths.size);
  const dispose = (): void => {
    callOffQuiet?.();
    callOffLongest?.();
    callOffQuiet = null;
    callOffLongest = null;
    paths = new Set();
    everything = false;
  };
  const flush = (): void => {
    if (size() === 0) return;
    const change: FileChange = everything ? 'everything' : { paths: [...paths] };
    dispose();
    handOn(change);
  };

  return {
    add: (change) => {
      if (change === 'everything') everything = true;
      else for (const path of change.paths) paths.add(path);
      if (paths.size > MOST_PATHS) everything = true;
      if (size() === 0) return;
      callOffQuiet?.();
      callOffQuiet = timer.after(pauses.quiet, flush);
      callOffLongest ??= timer.after(pauses.longest, flush);
    },
    size,
    flush,
    dispose,
  };
}
