/** No token of a known format is shorter, but for a few that `mayHoldSecret` looks for by name. */
export const LONG_RUN = 20;

const RUN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=.';
const inRun = new Uint8Array(128);
for (const character of RUN_CHARACTERS) inRun[character.charCodeAt(0)] = 1;

/** Whether a UTF-16 unit is one that tokens and keys are written with: a letter, a digit or one of `+/_-=.`, in ASCII. */
function isRunUnit(unit: number): boolean {
  return unit < 128 && inRun[unit] === 1;
}

/**
 * Whether `test` holds for one of the text's runs of token characters of at least `LONG_RUN` units; it gets where
 * the run starts and ends (exclusive), from left to right, and is asked no more once it held. Of ordinary prose only
 * every fourth unit or so is looked at: within `LONG_RUN` units the last one that is in no run tells where to go on.
 */
export function someLongRun(text: string, test: (start: number, end: number) => boolean): boolean {
  let start = 0;
  while (start + LONG_RUN <= text.length) {
    let at = start + LONG_RUN - 1;
    while (at >= start && isRunUnit(text.charCodeAt(at))) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + LONG_RUN;
    while (end < text.length && isRunUnit(text.charCodeAt(end))) end += 1;
    if (test(start, end)) return true;
    start = end + 1;
  }
  return false;
}
