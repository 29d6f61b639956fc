/** Where binary fractions end and noise begins: 0.29 × 100 is 28.999999999999996. */
const NOISE_DECIMALS = 6;

/**
 * The parts of a score, rounded so that what is shown adds up to the score as it is shown: each is the next number of
 * `decimals` below or above it, and those with the largest rest are rounded up (the first ones of equal ones). A part that
 * needs no rounding stays as it is. Parts that do not make up the score are rounded each by itself.
 */
export function shownParts(parts: readonly number[], score: number, decimals: number): number[] {
  const units = 10 ** decimals;
  const exact = parts.map((part) => Number((part * units).toFixed(NOISE_DECIMALS)));
  const floors = exact.map(Math.floor);
  const rests = exact.map((part, index) => part - (floors[index] ?? 0));
  const missing = Math.round(Number(score.toFixed(decimals)) * units) - floors.reduce((sum, floor) => sum + floor, 0);
  if (missing < 0 || missing > rests.filter((rest) => rest > 0).length) return parts.map((part) => Number(part.toFixed(decimals)));
  const byRest = rests.map((_, index) => index).sort((one, other) => (rests[other] ?? 0) - (rests[one] ?? 0) || one - other);
  const roundedUp = new Set(byRest.slice(0, missing));
  // Adding 0 leaves no negative nothing.
  return floors.map((floor, index) => (floor + (roundedUp.has(index) ? 1 : 0)) / units + 0);
}
