import { setImmediate as turn } from 'node:timers/promises';

/** So long work may keep the event loop (milliseconds): less than anybody notices. */
const SLICE_MILLISECONDS = 10;

/** Lets others run when the work it belongs to has kept the event loop for a while; to be awaited between its steps. */
export function createPace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MILLISECONDS) return;
    await turn();
    since = performance.now();
  };
}
