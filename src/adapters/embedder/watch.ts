/** Watches a process that owes an answer. */
export interface Watch {
  /** It owes one from now on; no effect while it does already. */
  start(): void;
  /** It gave a sign of life. */
  heard(): void;
  /** It owes nothing. */
  stop(): void;
}

const TICK_MILLIS = 10_000;
/** Two minutes: loading from a slow disk on a busy machine is slow, one text never is. */
const SILENT_TICKS = 12;

/** Calls back when nothing was heard for two minutes. Ticks are counted, not time: a machine may have slept. */
export function createWatch(onSilence: () => void): Watch {
  let ticks = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start: () => {
      if (timer !== undefined) return;
      ticks = 0;
      timer = setInterval(() => {
        ticks += 1;
        if (ticks < SILENT_TICKS) return;
        stop();
        onSilence();
      }, TICK_MILLIS).unref();
    },
    heard: () => {
      ticks = 0;
    },
    stop,
  };
}
