import { setImmediate as turn } from 'node:timers/promises';
import type { Pace } from '../ports/pace';

/** So long work may keep the event loop (milliseconds): less than anybody notices. */
const SLICE_MILLISECONDS = 10;

/** A pace for one piece of work. */
export function createPace(): Pace {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MILLISECONDS) return;
    await turn();
    since = performance.now();
  };
}
