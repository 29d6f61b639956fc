import { createDotKernel, type DotKernel } from './dotKernel';
import { cosineFrom, normOf, type QuestionVector, type StoredVector } from './vectors';

/** Kept vectors of one model, one after the other in memory: a row each, in the order they were added. */
export interface VectorColumn {
  readonly dimensions: number;
  /** How many rows there are. */
  readonly count: number;
  /** Adds a vector of `dimensions` components and returns its row. @throws RangeError on another length. */
  add(vector: StoredVector): number;
  /** A copy of a row's vector. @throws RangeError where there is no such row. */
  vector(row: number): StoredVector;
  /**
   * The cosine of the question with every row, `cosineOf` to the last bit.
   * @throws RangeError when the question has another number of dimensions.
   */
  cosines(question: QuestionVector): Float64Array;
}

/** How many rows are compared in one call of the kernel. */
const BLOCK = 1024;
const FIRST_NORMS = 256;

/** An empty column. @param kernel what adds up products; the fastest one that runs here unless given. */
export function createVectorColumn(dimensions: number, kernel: DotKernel = createDotKernel(dimensions, BLOCK)): VectorColumn {
  let count = 0;
  let norms = new Float64Array(FIRST_NORMS);

  const check = (length: number): void => {
    if (length !== dimensions) throw new RangeError(`A vector of ${dimensions} dimensions is wanted, not of ${length}.`);
  };
  const noteNorm = (row: number, norm: number): void => {
    if (row >= norms.length) {
      const grown = new Float64Array(Math.ceil(norms.length * 1.5));
      grown.set(norms);
      norms = grown;
    }
    norms[row] = norm;
  };

  return {
    dimensions,
    get count() {
      return count;
    },
    add: (vector) => {
      check(vector.length);
      kernel.write(count, vector);
      noteNorm(count, normOf(vector));
      count += 1;
      return count - 1;
    },
    vector: (row) => {
      if (!Number.isInteger(row) || row < 0 || row >= count) throw new RangeError(`There is no row ${row}.`);
      return kernel.read(row);
    },
    cosines: (question) => {
      check(question.components.length);
      const cosines = new Float64Array(count);
      for (let start = 0; start < count; start += BLOCK) {
        const rows = Math.min(BLOCK, count - start);
        const dots = kernel.dots(question.components, start, rows);
        for (let index = 0; index < rows; index += 1) {
          cosines[start + index] = cosineFrom(dots[index] ?? 0, question.norm, norms[start + index] ?? 1);
        }
      }
      return cosines;
    },
  };
}
