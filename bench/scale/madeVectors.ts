/** How much of a made-up vector is noise: as long as the vector it lies beside, so that their cosine is about 0.7. */
const NOISE = 1;

/**
 * A vector of length 1 beside one of the real ones; the digest (hexadecimal) decides which, and where.
 * @param real at least one, each of length 1.
 */
export function vectorBeside(real: readonly Float32Array[], digest: string): Float32Array {
  const beside = real[Number.parseInt(digest.slice(0, 8), 16) % real.length];
  if (beside === undefined) throw new Error('There is no real vector to make others from.');
  let state = Number.parseInt(digest.slice(8, 16), 16) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  // Numbers from -0.5 to 0.5 have a mean square of 1/12.
  const scale = NOISE * Math.sqrt(12 / beside.length);
  const sum = beside.map((value) => value + scale * next());
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return sum.map((value) => value / length);
}
