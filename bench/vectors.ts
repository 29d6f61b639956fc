/**
 * How long it takes to compare a question with every vector, and what the vectors take in memory, by kernel.
 * 384 dimensions. Run with `npx vite-node bench/vectors.ts`. Prints milliseconds; asserts nothing.
 */
import { createPlainKernel, createSimdKernel, type DotKernel } from '../src/ranking/dotKernel';
import { createVectorColumn } from '../src/ranking/vectorColumn';
import { questionVectorOf, storedVectorOf } from '../src/ranking/vectors';

const DIMENSIONS = 384;
const BLOCK = 1024;
const RUNS = 31;

function randomVectors(seed: number): () => Float32Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return () => Float32Array.from({ length: DIMENSIONS }, next);
}

const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? Number.NaN;

/** Float32 vectors and 64-bit sums: what would be done without rounding to bytes. */
function floatMillis(count: number): number[] {
  const vector = randomVectors(1);
  const rows = new Float32Array(count * DIMENSIONS);
  for (let row = 0; row < count; row += 1) rows.set(vector(), row * DIMENSIONS);
  const question = Float64Array.from(vector());
  const cosines = new Float64Array(count);
  return timed(() => {
    for (let row = 0, place = 0; row < count; row += 1) {
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let index = 0; index < DIMENSIONS; index += 4, place += 4) {
        first += rows[place]! * question[index]!;
        second += rows[place + 1]! * question[index + 1]!;
        third += rows[place + 2]! * question[index + 2]!;
        fourth += rows[place + 3]! * question[index + 3]!;
      }
      cosines[row] = first + second + third + fourth;
    }
  });
}

function columnMillis(count: number, kernel: DotKernel | null): number[] | null {
  if (kernel === null) return null;
  const vector = randomVectors(1);
  const column = createVectorColumn(DIMENSIONS, kernel);
  for (let row = 0; row < count; row += 1) column.add(storedVectorOf(vector())!);
  const question = questionVectorOf(vector())!;
  return timed(() => column.cosines(question));
}

function timed(work: () => unknown): number[] {
  const millis = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return millis.sort((a, b) => a - b);
}

for (const count of [10_000, 100_000]) {
  const rows: [string, number[] | null, number][] = [
    ['bytes, WebAssembly with SIMD', columnMillis(count, createSimdKernel(DIMENSIONS, BLOCK)), 1],
    ['bytes, JavaScript', columnMillis(count, createPlainKernel(DIMENSIONS, BLOCK)), 1],
    ['float32, JavaScript', floatMillis(count), 4],
  ];
  for (const [name, millis, bytes] of rows) {
    const told = millis === null ? 'does not run here' : `p50 ${median(millis).toFixed(2)} ms, least ${(millis[0] ?? 0).toFixed(2)} ms`;
    console.log(`${count} vectors, ${name}: ${told}, ${((count * DIMENSIONS * bytes) / 1e6).toFixed(1)} MB`);
  }
}
