/**
 * What the product contract asks of a measure, and whether it was kept. Pure.
 *
 * @typedef {{ most: number | ((size: number) => number), sizes?: readonly number[], text: string }} Goal at most so much, at those sizes, or at
 *   each that was measured
 */

/** `met`, `missed` (at every size that counts), `missed at 1,000`, or `not measured` where no size of the goal was. */
export function verdictOf(goal, values) {
  const judged = [...values].filter(([size, value]) => Number.isFinite(value) && (goal.sizes === undefined || goal.sizes.includes(size)));
  if (judged.length === 0) return 'not measured';
  const missed = judged.filter(([size, value]) => value > (typeof goal.most === 'function' ? goal.most(size) : goal.most));
  if (missed.length === 0) return 'met';
  return missed.length === judged.length ? 'missed' : `missed at ${missed.map(([size]) => size.toLocaleString('en-GB')).join(', ')}`;
}

/** The value below which the given share of the numbers lies, one of them; NaN of none. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
