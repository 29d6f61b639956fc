import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDotKernel, createPlainKernel, createSimdKernel, type DotKernel } from '../../src/ranking/dotKernel';
import { createVectorColumn } from '../../src/ranking/vectorColumn';
import { cosineOf, normOf, questionVectorOf, storedVectorOf, type QuestionVector, type StoredVector } from '../../src/ranking/vectors';

const BLOCK = 1024;
const component = fc.float({ noNaN: true, min: -1, max: 1 });
const vectorOf = (dimensions: number): fc.Arbitrary<number[]> =>
  fc.array(component, { minLength: dimensions, maxLength: dimensions }).filter((all) => all.some((value) => value !== 0));

function floatCosine(first: readonly number[], second: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return dot(first, second) / Math.sqrt(dot(first, first) * dot(second, second));
}

function kept(vector: ArrayLike<number>): StoredVector {
  const stored = storedVectorOf(vector);
  if (stored === null) throw new Error('no direction');
  return stored;
}

function asked(vector: ArrayLike<number>): QuestionVector {
  const question = questionVectorOf(vector);
  if (question === null) throw new Error('no direction');
  return question;
}

/** Numbers without chance: a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

describe('a kept vector', () => {
  it('has its largest component at 127 and the others in proportion', () => {
    expect([...kept([0.5, -0.25, 0.1, 0])]).toEqual([127, -63, 25, 0]);
  });

  it.each([
    ['no dimensions', []],
    ['zeros', [0, 0]],
    ['a number that is none', [1, Number.NaN]],
    ['infinity', [1, Number.NEGATIVE_INFINITY]],
  ])('of %s is none, nor is a question', (_, vector) => {
    expect(storedVectorOf(vector)).toBeNull();
    expect(questionVectorOf(vector)).toBeNull();
  });

  it('has a cosine off by no more than √dimensions · max / 254, and 0.0005 for the question’s own rounding', () => {
    fc.assert(
      fc.property(fc.tuple(vectorOf(64), vectorOf(64)), ([question, text]) => {
        const bound = (Math.sqrt(64) * Math.max(...text.map(Math.abs))) / 254 / Math.hypot(...text);
        const off = Math.abs(cosineOf(asked(question), kept(text)) - floatCosine(question, text));
        expect(off).toBeLessThanOrEqual(bound + 0.0005);
      }),
    );
  });

  it('has a cosine that does not depend on the scale of either vector', () => {
    fc.assert(
      fc.property(vectorOf(16), vectorOf(16), fc.constantFrom(0.25, 2, 64), (question, text, scale) => {
        const scaled = (vector: readonly number[]): number[] => vector.map((value) => value * scale);
        expect(cosineOf(asked(scaled(question)), kept(scaled(text)))).toBe(cosineOf(asked(question), kept(text)));
      }),
    );
  });

  it('has a cosine of 1 with its own direction and of −1 with the opposite one, never beyond', () => {
    const axis = [1, 0, 0];
    expect(cosineOf(asked(axis), kept(axis))).toBe(1);
    expect(cosineOf(asked(axis), kept([-1, 0, 0]))).toBe(-1);
    fc.assert(
      fc.property(vectorOf(8), (vector) => {
        expect(Math.abs(cosineOf(asked(vector), kept(vector)))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a question’s vector', () => {
  it('never lets a dot product leave 32 bits, even where all components of 4,096 are alike', () => {
    const question = asked(new Float64Array(4096).fill(-1));
    const sum = question.components.reduce((total, value) => total + Math.abs(value), 0);
    expect(sum * 127).toBeLessThan(2 ** 31);
  });

  it('of 384 dimensions uses its 16 bits wholly', () => {
    const next = numbers(1);
    expect(Math.max(...asked(Array.from({ length: 384 }, next)).components.map(Math.abs))).toBe(32_767);
  });
});

const KERNELS: [string, (dimensions: number) => DotKernel | null][] = [
  ['WebAssembly', (dimensions) => createSimdKernel(dimensions, BLOCK)],
  ['JavaScript', (dimensions) => createPlainKernel(dimensions, BLOCK)],
];

describe.each(KERNELS)('a column of vectors, compared in %s', (_, kernelOf) => {
  const columnOf = (dimensions: number): ReturnType<typeof createVectorColumn> => {
    const kernel = kernelOf(dimensions);
    if (kernel === null) throw new Error('does not run here');
    return createVectorColumn(dimensions, kernel);
  };

  it('has the cosines of the definition, to the last bit, for any number of dimensions and rows', () => {
    const many = fc.integer({ min: 1, max: 70 }).chain((dimensions) => fc.tuple(vectorOf(dimensions), fc.array(vectorOf(dimensions), { maxLength: 12 })));
    fc.assert(
      fc.property(many, ([question, texts]) => {
        const column = columnOf(question.length);
        texts.forEach((text, row) => expect(column.add(kept(text))).toBe(row));
        expect([...column.cosines(asked(question))]).toEqual(texts.map((text) => cosineOf(asked(question), kept(text))));
        texts.forEach((text, row) => expect(column.vector(row)).toEqual(kept(text)));
      }),
    );
  });

  it('keeps to that beyond one block and one growth of its memory, with the extreme components', () => {
    const next = numbers(7);
    const extreme = (): number => (next() < 0 ? -1 : 1);
    const texts = Array.from({ length: 3 * BLOCK + 5 }, (_unused, row) => kept(Array.from({ length: 384 }, row % 2 === 0 ? next : extreme)));
    const question = asked(Array.from({ length: 384 }, extreme));
    const column = columnOf(384);
    for (const text of texts) column.add(text);
    expect(column.count).toBe(texts.length);
    expect([...column.cosines(question)]).toEqual(texts.map((text) => cosineOf(question, text)));
    expect(column.vector(2 * BLOCK)).toEqual(texts[2 * BLOCK]);
  });

  it('is not changed by a question, nor by what is done with its vectors or its answers', () => {
    const column = columnOf(3);
    column.add(kept([1, 2, 3]));
    const question = asked([3, 2, 1]);
    const first = column.cosines(question);
    column.vector(0).fill(9);
    column.cosines(asked([1, 1, 1])).fill(9);
    expect(column.cosines(question)).toEqual(first);
  });

  it('refuses another number of dimensions, and a row that is not there', () => {
    const column = columnOf(3);
    expect(() => column.add(kept([1, 2]))).toThrow(RangeError);
    expect(() => column.cosines(asked([1, 2, 3, 4]))).toThrow(RangeError);
    expect(() => column.vector(0)).toThrow(RangeError);
    expect(column.cosines(asked([1, 2, 3]))).toHaveLength(0);
  });
});

it('the kernel taken by itself gives the same cosines where there is no WebAssembly', () => {
  const question = asked([1, 2, 3, 4]);
  const text = kept([4, 3, -2, 1]);
  const cosine = (): number => {
    const column = createVectorColumn(4, createDotKernel(4, BLOCK));
    column.add(text);
    return column.cosines(question)[0] ?? Number.NaN;
  };
  const withWebAssembly = cosine();
  const hidden = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly');
  try {
    Object.defineProperty(globalThis, 'WebAssembly', { value: undefined, configurable: true });
    expect(createSimdKernel(4, BLOCK)).toBeNull();
    expect(cosine()).toBe(withWebAssembly);
  } finally {
    if (hidden !== undefined) Object.defineProperty(globalThis, 'WebAssembly', hidden);
  }
  expect(withWebAssembly).toBe(cosineOf(question, text));
  expect(normOf(text)).toBeGreaterThan(127);
});
