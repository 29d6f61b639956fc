import { describe, expect, it } from 'vitest';
import { scaleCells } from '../../bench/scale/cells.mjs';
import { percentile, verdictOf } from '../../bench/scale/goals.mjs';
import { vectorBeside } from '../../bench/scale/madeVectors';

describe('the verdict on a goal', () => {
  const goal = { most: 10, text: '10 ms' };

  it('counts every size where the goal names none', () => {
    expect(verdictOf(goal, new Map([[1000, 3], [10_000, 10]]))).toBe('met');
    expect(verdictOf(goal, new Map([[1000, 3], [10_000, 10.1]]))).toBe('missed at 10,000');
    expect(verdictOf(goal, new Map([[1000, 11], [10_000, 12]]))).toBe('missed');
  });

  it('counts the sizes that the goal names alone', () => {
    const large = { ...goal, sizes: [100_000] };
    expect(verdictOf(large, new Map([[1000, 50]]))).toBe('not measured');
    expect(verdictOf(large, new Map([[1000, 50], [100_000, 9]]))).toBe('met');
    expect(verdictOf(large, new Map([[1000, 5], [100_000, 50]]))).toBe('missed');
  });

  it('may be another one at each size', () => {
    const growing = { most: (size: number) => size / 1000, text: '' };
    expect(verdictOf(growing, new Map([[1000, 2], [10_000, 9]]))).toBe('missed at 1,000');
  });

  it('is not met by a number that is none', () => {
    expect(verdictOf(goal, new Map([[1000, Number.NaN]]))).toBe('not measured');
  });
});

it('finds the value below which a share of the numbers lies', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(numbers, 0.99)).toBe(199);
  expect(percentile(numbers, 1)).toBe(200);
  expect(percentile([], 0.5)).toBeNaN();
});

it('writes one row a measure, one column a size, a dash for what was not measured, and the verdict', () => {
  const [heading, ...rows] = scaleCells([
    { size: 1000, figures: { 'cold.worker.ratio': 1.9, 'memory.embedder.megabytes': 143 }, counts: { passages: 1005 } },
    { size: 10_000, figures: { 'cold.worker.ratio': 2.1, 'question.vectors.p50.milliseconds': 24 }, counts: { passages: 10_005 } },
  ]);
  expect(heading).toEqual(['', '1,000', '10,000', 'goal, at most', '']);
  expect(rows.every((row) => row.length === 5)).toBe(true);
  expect(rows).toContainEqual(['passages', '1,005', '10,005', '', '']);
  expect(rows).toContainEqual(['  / bare parts', '1.90', '2.10', '2', 'missed at 10,000']);
  expect(rows).toContainEqual(['memory that embeds', '143 MB', '-', '', '']);
  expect(rows).toContainEqual(['question with vectors, p50', '-', '24 ms', '25 ms at 10,000; 100 ms at 100,000', 'met']);
});

describe('a made-up vector', () => {
  const real = [0, 1].map((axis) => Float32Array.from({ length: 384 }, (_, index) => (index === axis ? 1 : 0)));
  const digests = Array.from({ length: 200 }, (_, number) => (Math.imul(number + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0').repeat(4));
  const dot = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, index) => sum + value * other[index]!, 0);

  it('has length 1 and is the same for the same digest', () => {
    for (const digest of digests) {
      const vector = vectorBeside(real, digest);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      expect(vectorBeside(real, digest)).toEqual(vector);
    }
  });

  it('lies beside one of the real ones: a cosine of about 0.7, and about 0 with the others', () => {
    for (const digest of digests) {
      const [far, near] = real.map((one) => dot(one, vectorBeside(real, digest))).sort((one, other) => one - other) as [number, number];
      expect(Math.abs(near - Math.SQRT1_2)).toBeLessThan(0.12);
      expect(Math.abs(far)).toBeLessThan(0.2);
    }
  });

  it('needs a real one', () => {
    expect(() => vectorBeside([], 'ab'.repeat(16))).toThrow('no real vector');
  });
});
