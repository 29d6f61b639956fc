/** Numbers that are the same in every run: a linear congruential generator, from 0 up to but without 1. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The same elements in an order that the seed decides. */
export function shuffled(elements, seed) {
  const random = randomNumbers(seed);
  const result = [...elements];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
