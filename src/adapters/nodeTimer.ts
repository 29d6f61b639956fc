import type { Timer } from '../ports/timer';

/** The machine's timer; a program that has nothing else to do ends without waiting for it. */
export const nodeTimer: Timer = {
  after: (milliseconds, work) => {
    const timeout = setTimeout(work, milliseconds);
    timeout.unref();
    return () => clearTimeout(timeout);
  },
};
