import { type GrowableMemory, withWebAssembly } from '../webAssembly';
import { SCAN_MODULE } from './scanModule';
import { RUN_BYTES, RUN_LIMIT, type TermScan, TEXT_BYTES } from './termScan';

/** 32-bit numbers for what is kept of runs: sixteen for each are more than ordinary text needs. */
const RECORD_WORDS = RUN_LIMIT * 16;
/** A run gives itself and its parts, each of at least one character. */
const LONGEST_RECORD = 1 + RUN_BYTES + RUN_BYTES / 4 + 2;
const COUNT_SHIFT = 8;
const STATE_BYTES = 16;
const PAGE = 65_536;

/** What stands at the front of the memory, as 32-bit numbers. */
const ENTRY_COUNT = 0;
const NEW_COUNT = 1;
const RUN_START = 2;
const RUN_END = 3;
const FREE_SLOT = 4;
const RUN_HASH = 5;

/** The class of a byte that is no ASCII. */
const FOREIGN = 128;

interface ScanExports {
  readonly memory: GrowableMemory;
  readonly beginContent: () => void;
  readonly beginText: () => void;
  readonly beginSection: () => void;
  readonly endOwnHeading: () => void;
  readonly give: (term: number) => void;
  readonly scan: (from: number, end: number) => number;
  readonly classesAt: { readonly value: number };
  readonly textAt: { readonly value: number };
  readonly entriesAt: { readonly value: number };
  readonly newAt: { readonly value: number };
  readonly slotsAt: { readonly value: number };
  readonly recordsAt: { readonly value: number };
  readonly statesAt: { readonly value: number };
}

/**
 * The scan in WebAssembly (scan.wat), where a run that is remembered costs neither a string nor a look-up of one.
 * @param classes of the ASCII characters: 1 for a word character, 2 for a separator.
 * @returns null where WebAssembly or its SIMD instructions are missing.
 */
export function createWebAssemblyScan(classes: Uint8Array): TermScan | null {
  const exports = withWebAssembly((host) => new host.Instance(new host.Module(SCAN_MODULE), {}).exports as unknown as ScanExports);
  if (exports === null) return null;
  const { memory } = exports;
  const textAt = exports.textAt.value;
  const entriesAt = exports.entriesAt.value / 4;
  const newAt = exports.newAt.value / 4;
  const slotsAt = exports.slotsAt.value / 4;
  const recordsAt = exports.recordsAt.value / 4;
  const statesAt = exports.statesAt.value;
  const encoder = new TextEncoder();
  // Growing takes the memory away from all views of it; V8 is slower with typed arrays from then on, so there is room for most from the start.
  let bytes = new Uint8Array(memory.buffer);
  let words = new Int32Array(memory.buffer);
  let text = bytes.subarray(textAt, textAt + TEXT_BYTES);
  const roomIn = ({ buffer }: GrowableMemory) => Math.floor((buffer.byteLength - statesAt) / STATE_BYTES);
  let room = roomIn(memory);
  let runs = 0;
  let recordEnd = 0;

  bytes.fill(FOREIGN, exports.classesAt.value, exports.classesAt.value + 256);
  bytes.set(classes, exports.classesAt.value);
  const isFull = () => runs >= RUN_LIMIT || recordEnd > RECORD_WORDS - LONGEST_RECORD;

  return {
    beginContent: exports.beginContent,
    beginText: exports.beginText,
    beginSection: exports.beginSection,
    endOwnHeading: exports.endOwnHeading,
    give: exports.give,
    scan: exports.scan,
    isFull,
    put(written) {
      const length = encoder.encodeInto(written, text).written;
      text[length] = 0;
      return length;
    },
    stoppedAt: () => ({ start: words[RUN_START] as number, end: words[RUN_END] as number }),
    remember(terms) {
      const slot = words[FREE_SLOT] as number;
      if (slot < 0 || isFull()) return false;
      const start = words[RUN_START] as number;
      const length = (words[RUN_END] as number) - start;
      const record = recordsAt + recordEnd;
      words[record] = length | (terms.length << COUNT_SHIFT);
      for (let position = 0; position < terms.length; position++) words[record + 1 + position] = terms[position] as number;
      const letters = 4 * (record + 1 + terms.length);
      for (let letter = 0; letter < length; letter++) bytes[letters + letter] = text[start + letter] as number;
      words[slotsAt + 2 * slot] = words[RUN_HASH] as number;
      words[slotsAt + 2 * slot + 1] = recordEnd + 1;
      recordEnd += 1 + terms.length + 2 * Math.ceil(length / 8);
      runs += 1;
      return true;
    },
    newTerms: () => words.subarray(newAt, newAt + (words[NEW_COUNT] as number)),
    entries: () => words.subarray(entriesAt, entriesAt + (words[ENTRY_COUNT] as number)),
    taken() {
      words[NEW_COUNT] = 0;
      words[ENTRY_COUNT] = 0;
    },
    reserve(terms) {
      if (terms <= room) return;
      memory.grow(Math.ceil((STATE_BYTES * Math.max(terms - room, room)) / PAGE));
      bytes = new Uint8Array(memory.buffer);
      words = new Int32Array(memory.buffer);
      text = bytes.subarray(textAt, textAt + TEXT_BYTES);
      room = roomIn(memory);
    },
  };
}
