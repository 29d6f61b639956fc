import type { RepositoryStatus } from '../contract/status';
import type { Clock } from '../ports/clock';
import type { RepositoryKey } from '../ports/store';
import type { LoadedRepository } from './members';

/** What is being done in each repository, and what went wrong there last. */
export interface Work {
  /** Runs a refresh of a repository; meanwhile it counts as running, as far as `work` says it is. */
  track(key: RepositoryKey, work: (onProgress: (done: number, total: number) => void) => Promise<LoadedRepository>): Promise<LoadedRepository>;
  /** For the status of the repository. */
  of(key: RepositoryKey): Pick<RepositoryStatus, 'running' | 'lastError'>;
}

/** Keeps account of refreshes since the program started. */
export function createWork(clock: Clock): Work {
  const running = new Map<RepositoryKey, { readonly done: number; readonly total: number }>();
  const errors = new Map<RepositoryKey, { readonly message: string; readonly at: string }>();
  return {
    track: async (key, work) => {
      running.set(key, { done: 0, total: 0 });
      try {
        const loaded = await work((done, total) => running.set(key, { done, total }));
        if (loaded.problem !== null) errors.set(key, { message: loaded.problem, at: new Date(clock.now()).toISOString() });
        return loaded;
      } finally {
        running.delete(key);
      }
    },
    of: (key) => ({ running: running.get(key) ?? null, lastError: errors.get(key) ?? null }),
  };
}
