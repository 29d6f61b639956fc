import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledVector } from '../../../src/adapters/embedder/child/pooling';

describe('a pooled vector', () => {
  it('is the direction of the mean: (3, 0) and (1, 4) give (2, 2), at length 1 √½ each', () => {
    expect([...(pooledVector(Float32Array.of(3, 0, 1, 4), 2, 'mean') ?? [])]).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
  });

  it('is the first token where the model says so', () => {
    expect([...(pooledVector(Float32Array.of(3, 4, 9, 9), 2, 'cls') ?? [])]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  });

  it.each([
    ['no tokens', Float32Array.of()],
    ['zeros', Float32Array.of(0, 0)],
    ['what cancels out', Float32Array.of(1, 1, -1, -1)],
    ['numbers that are none', Float32Array.of(Number.NaN, 1)],
    ['infinity', Float32Array.of(Number.POSITIVE_INFINITY, 1)],
  ])('of %s is none', (_, tokens) => {
    expect(pooledVector(tokens, 2, 'mean')).toBeNull();
  });

  it('has length 1, whatever the tokens', () => {
    const number = fc.float({ noNaN: true, min: -100, max: 100 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 20 }), (tokens) => {
        const vector = pooledVector(Float32Array.from(tokens.flat()), 3, 'mean');
        fc.pre(vector !== null);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }),
    );
  });
});
