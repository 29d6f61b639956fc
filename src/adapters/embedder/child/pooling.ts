import type { Pooling } from '../../../ports/embedder';

/**
 * One vector of length 1 (L2) from a text's token vectors: their mean, or the first one.
 * @param tokens the token vectors, one after the other: `dimensions` numbers each.
 * @returns null when it would not be a vector (no tokens, all zeros, or numbers that are not finite).
 */
export function pooledVector(tokens: Float32Array, dimensions: number, pooling: Pooling): Float32Array | null {
  const sums = new Float64Array(dimensions);
  const counted = pooling === 'cls' ? Math.min(tokens.length, dimensions) : tokens.length;
  for (let start = 0; start < counted; start += dimensions) {
    for (let index = 0; index < dimensions; index += 1) {
      sums[index]! += tokens[start + index] ?? 0;
    }
  }
  // The mean is the sum divided by a number, which the norm takes out again.
  const norm = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Number.isFinite(norm) && norm > 0 ? Float32Array.from(sums, (value) => value / norm) : null;
}
