import type { StoredVector } from './vectors';
import { instantiateDots } from './dotModule';

/** Rows of whole numbers in memory, and their dot products with a question. */
export interface DotKernel {
  /** Puts a vector into a row; rows are written in order, each once. */
  write(row: number, vector: StoredVector): void;
  /** A copy of a row. */
  read(row: number): StoredVector;
  /**
   * The dot products of `count` rows from `start` on (no more than the kernel's block), exact.
   * @returns the kernel's own array, good until the next call.
   */
  dots(question: Int16Array, start: number, count: number): Int32Array;
}

const PAGE = 65_536;
/** Numbers that one step of the WebAssembly kernel takes; rows are filled up with zeros to a multiple of it. */
const LANES = 16;
const LEAST_GROWTH = 16;

/** The fastest kernel that runs here: WebAssembly with SIMD, about ten times as fast as JavaScript. */
export function createDotKernel(dimensions: number, block: number): DotKernel {
  return createSimdKernel(dimensions, block) ?? createPlainKernel(dimensions, block);
}

/** In JavaScript, for where WebAssembly is forbidden. */
export function createPlainKernel(dimensions: number, block: number): DotKernel {
  let rows = new Int8Array(dimensions * block);
  const out = new Int32Array(block);
  return {
    write: (row, vector) => {
      if ((row + 1) * dimensions > rows.length) {
        const grown = new Int8Array(Math.ceil(rows.length * 1.5) + dimensions);
        grown.set(rows);
        rows = grown;
      }
      rows.set(vector, row * dimensions);
    },
    read: (row) => rows.slice(row * dimensions, (row + 1) * dimensions),
    dots: (question, start, count) => {
      for (let row = 0, place = start * dimensions; row < count; row += 1) {
        let dot = 0;
        for (let index = 0; index < dimensions; index += 1, place += 1) {
          dot = (dot + Math.imul(question[index] ?? 0, rows[place] ?? 0)) | 0;
        }
        out[row] = dot;
      }
      return out;
    },
  };
}

/**
 * In WebAssembly: the question, the results of a block, and the rows lie in its memory, in this order.
 * Null where WebAssembly or its SIMD instructions are missing.
 */
export function createSimdKernel(dimensions: number, block: number): DotKernel | null {
  const stride = Math.ceil(dimensions / LANES) * LANES;
  const outAt = stride * Int16Array.BYTES_PER_ELEMENT;
  const rowsAt = outAt + Math.ceil((block * Int32Array.BYTES_PER_ELEMENT) / LANES) * LANES;
  const module = instantiateDots(Math.ceil(rowsAt / PAGE));
  if (module === null) return null;
  const { memory, dots } = module;
  let bytes = new Int8Array(memory.buffer);

  const reach = (end: number): void => {
    if (end <= bytes.length) return;
    const missing = Math.ceil((end - bytes.length) / PAGE);
    const pages = Math.max(missing, LEAST_GROWTH, Math.ceil(bytes.length / PAGE / 8));
    memory.grow(pages);
    bytes = new Int8Array(memory.buffer);
  };

  return {
    write: (row, vector) => {
      const place = rowsAt + row * stride;
      reach(place + stride);
      bytes.set(vector, place);
    },
    read: (row) => bytes.slice(rowsAt + row * stride, rowsAt + row * stride + dimensions),
    dots: (question, start, count) => {
      new Int16Array(memory.buffer, 0, stride).fill(0).set(question);
      dots(rowsAt + start * stride, 0, outAt, count, stride);
      return new Int32Array(memory.buffer, outAt, block);
    },
  };
}
