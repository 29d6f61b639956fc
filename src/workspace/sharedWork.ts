/** Work that several callers wait for; it ends early when all of them gave up. */
export interface SharedWork<Progress, Result> {
  /** Ends with the work; never rejects. */
  readonly ended: Promise<void>;
  /** Whether everybody gave up: nobody may join any more. */
  isGivenUp(): boolean;
  /**
   * Waits for the work, and is told how far it is. Without a signal the work is done to its end; with one that is aborted this
   * rejects at once with its reason, and the work is called off if nobody else waits for it.
   */
  join(onProgress: (progress: Progress) => void, signal?: AbortSignal): Promise<Result>;
}

/** Starts work; `signal` is aborted when nobody waits for it any more. */
export function sharedWork<Progress, Result>(
  work: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<Result>,
): SharedWork<Progress, Result> {
  const callOff = new AbortController();
  const listeners = new Set<(progress: Progress) => void>();
  let waiting = 0;
  const result = work((progress) => listeners.forEach((listener) => listener(progress)), callOff.signal);
  const ended = result.then(
    () => undefined,
    () => undefined,
  );
  return {
    ended,
    isGivenUp: () => callOff.signal.aborted,
    join: (onProgress, signal) => {
      // One object for each caller, who may come with the same function twice.
      const listener = (progress: Progress): void => onProgress(progress);
      listeners.add(listener);
      waiting += 1;
      if (signal === undefined) return result;
      return new Promise<Result>((resolve, reject) => {
        const giveUp = (): void => {
          listeners.delete(listener);
          waiting -= 1;
          if (waiting === 0) callOff.abort(signal.reason);
          reject(signal.reason);
        };
        if (signal.aborted) return giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        void ended.then(() => signal.removeEventListener('abort', giveUp));
        result.then(resolve, reject);
      });
    },
  };
}
