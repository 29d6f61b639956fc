/**
 * Whether two ascending columns have a number in common. Quick where the second one is much the shorter: from one of its numbers
 * to the next, as many steps are taken in the first column as the distance has bits.
 */
export function sharesAny(long: Uint32Array, short: Uint32Array): boolean {
  let from = 0;
  for (let index = 0; index < short.length; index += 1) {
    const value = short[index]!;
    let step = 1;
    let low = from;
    while (low + step < long.length && long[low + step]! < value) {
      low += step;
      step *= 2;
    }
    let high = Math.min(long.length, low + step + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (long[middle]! < value) low = middle + 1;
      else high = middle;
    }
    if (low === long.length) return false;
    if (long[low] === value) return true;
    from = low;
  }
  return false;
}
