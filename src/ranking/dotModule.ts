import { type GrowableMemory, withWebAssembly } from '../text/webAssembly';

/**
 * A WebAssembly module with one function, written by hand, that needs nothing but a memory:
 *
 *   dots(rows, question, out, count, stride): for each of `count` rows of `stride` bytes at `rows`, the sum
 *   of its bytes (signed) times the 16-bit numbers (signed) at `question`, as a 32-bit number at `out`.
 *
 * `stride` is a positive multiple of 16; all other arguments but `count` are addresses in bytes.
 */
export interface DotModule {
  readonly memory: GrowableMemory;
  readonly dots: (rows: number, question: number, out: number, count: number, stride: number) => void;
}

const I32 = 0x7f;
const V128 = 0x7b;
const NOTHING = 0x40;
const END = 0x0b;
const SIMD = 0xfd;

/** Parameters and locals, by their index. */
const [ROWS, QUESTION, OUT, COUNT, STRIDE, PLACE, ROW_END, SUM, PIECE] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const constant = (value: number): number[] => [0x41, value];
const add = [0x6a];
const subtract = [0x6b];
const isZero = [0x45];
const isBelow = [0x49];
const branchIf = (depth: number): number[] => [0x0d, depth];
const branch = (depth: number): number[] => [0x0c, depth];
const block = (...body: number[][]): number[] => [0x02, NOTHING, ...body.flat(), END];
const loop = (...body: number[][]): number[] => [0x03, NOTHING, ...body.flat(), END];
const store = [0x36, 2, 0];
/** 16 bytes from an address, without a promise of its alignment. */
const load = (offset: number): number[] => [SIMD, 0x00, 0, offset];
const zeros = [SIMD, 0x0c, ...new Array<number>(16).fill(0)];
const lane = (index: number): number[] => [SIMD, 0x1b, index];
/** The first eight of sixteen signed bytes, or the last eight, as 16-bit numbers. */
const widenLow = [SIMD, 0x87, 0x01];
const widenHigh = [SIMD, 0x88, 0x01];
/** Eight products of 16-bit numbers, added up in pairs to four of 32 bits. */
const dotProducts = [SIMD, 0xba, 0x01];
const addLanes = [SIMD, 0xae, 0x01];

const body = [
  block(
    loop(
      [...get(COUNT), ...isZero, ...branchIf(1)],
      [...zeros, ...set(SUM)],
      [...get(QUESTION), ...set(PLACE)],
      [...get(ROWS), ...get(STRIDE), ...add, ...set(ROW_END)],
      loop(
        [...get(ROWS), ...load(0), ...tee(PIECE), ...widenLow, ...get(PLACE), ...load(0), ...dotProducts],
        [...get(SUM), ...addLanes],
        [...get(PIECE), ...widenHigh, ...get(PLACE), ...load(16), ...dotProducts, ...addLanes, ...set(SUM)],
        [...get(PLACE), ...constant(32), ...add, ...set(PLACE)],
        [...get(ROWS), ...constant(16), ...add, ...tee(ROWS), ...get(ROW_END), ...isBelow, ...branchIf(0)],
      ),
      [...get(OUT)],
      [...get(SUM), ...lane(0), ...get(SUM), ...lane(1), ...add],
      [...get(SUM), ...lane(2), ...add, ...get(SUM), ...lane(3), ...add, ...store],
      [...get(OUT), ...constant(4), ...add, ...set(OUT)],
      [...get(COUNT), ...constant(1), ...subtract, ...set(COUNT)],
      branch(0),
    ),
  ),
  [END],
].flat();

/** A number as LEB128, without a sign. */
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...size(value >>> 7)];
}

const sized = (content: readonly number[]): number[] => [...size(content.length), ...content];
const text = (word: string): number[] => sized([...word].map((letter) => letter.charCodeAt(0)));
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];

/** The module's bytes, section by section (WebAssembly core specification 2.0, chapter 5). */
function moduleBytes(pages: number): Uint8Array {
  const locals = [2, 2, I32, 2, V128];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...text('host'), ...text('memory'), 2, 0, ...size(pages)]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('dots'), 0, 0]),
    ...section(10, [1, ...sized([...locals, ...body])]),
  ]);
}

/**
 * The module with a memory of its own.
 * @param pages how large the memory is at first, in pages of 64 KiB.
 * @returns null where WebAssembly or its SIMD instructions are missing.
 */
export function instantiateDots(pages: number): DotModule | null {
  return withWebAssembly((host) => {
    const memory = new host.Memory({ initial: pages });
    const instance = new host.Instance(new host.Module(moduleBytes(pages)), { host: { memory } });
    return { memory, dots: instance.exports['dots'] as DotModule['dots'] };
  });
}
