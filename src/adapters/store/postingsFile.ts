import { createHash } from 'node:crypto';
import type { TermTable } from './termTable';

/*
 * A repository's posting lists as they lie in memory, so that a restart reads them and does not build them:
 *
 *   header   magic (8 bytes) · version · how long each column is (32-bit numbers, in the order of `Columns`)
 *   columns  in that order, each padded to a multiple of four bytes
 *   seal     sha256 of the header and all columns but the last, `postings`
 *
 * The postings are most of the file: each term's are checked when it is first asked for (`postingChecks`).
 * It is made from a repository's file and from segments, and says of which: without it, or with one that
 * does not fit, all it holds is built again. Numbers lie in the machine's byte order.
 */

const MAGIC = Buffer.from('WSCTXPST', 'latin1');
/** To be raised with every change of what is written here. */
const VERSION = 3;
const SEAL_BYTES = 32;
const COLUMNS_AT = MAGIC.length + 4;

/** Everything a repository is searched with, by document (d), passage (p), term (t). */
export interface PostingsColumns extends TermTable {
  /** JSON: what the rest was made from, and the names of segments. */
  readonly origin: Uint8Array;
  /** d + 1: the document's first passage. */
  readonly documentStarts: Uint32Array;
  /** d: the index of the segment that holds its content. */
  readonly segmentOf: Uint32Array;
  /** t + 1: where in `postings` those of the term begin. */
  readonly termStarts: Uint32Array;
  /** t: checksum of the term's postings. */
  readonly postingChecks: Uint32Array;
  readonly postings: Uint32Array;
  /** t + 1: where in `titledDocuments` those of the term begin. */
  readonly titledStarts: Uint32Array;
  readonly titledDocuments: Uint32Array;
  /** p: 1-based. */
  readonly firstLines: Uint32Array;
  /** p: 1-based, inclusive. */
  readonly lastLines: Uint32Array;
  /** p: where in the segment's file the passage's JSON begins, how many bytes it has, and their checksum. */
  readonly textStarts: Uint32Array;
  readonly textBytes: Uint32Array;
  readonly textChecks: Uint32Array;
  /** p: 1 where it has no headings. */
  readonly withoutHeadings: Uint8Array;
}

const COLUMNS = [
  ['slots', Uint32Array],
  ['starts', Uint32Array],
  ['units', Uint16Array],
  ['origin', Uint8Array],
  ['documentStarts', Uint32Array],
  ['segmentOf', Uint32Array],
  ['termStarts', Uint32Array],
  ['postingChecks', Uint32Array],
  ['titledStarts', Uint32Array],
  ['titledDocuments', Uint32Array],
  ['firstLines', Uint32Array],
  ['lastLines', Uint32Array],
  ['textStarts', Uint32Array],
  ['textBytes', Uint32Array],
  ['textChecks', Uint32Array],
  ['withoutHeadings', Uint8Array],
  ['postings', Uint32Array],
] as const satisfies readonly (readonly [keyof PostingsColumns, unknown])[];

const HEADER_BYTES = COLUMNS_AT + 4 * COLUMNS.length;
const padded = (bytes: number): number => (bytes + 3) & ~3;

/** The bytes of a postings file. */
export function encodePostings(columns: PostingsColumns): Uint8Array {
  const size = COLUMNS.reduce((bytes, [name]) => bytes + padded(columns[name].byteLength), HEADER_BYTES);
  const file = new Uint8Array(size + SEAL_BYTES);
  const header = new DataView(file.buffer);
  file.set(MAGIC);
  header.setUint32(MAGIC.length, VERSION, true);
  let at = HEADER_BYTES;
  COLUMNS.forEach(([name], index) => {
    const column = columns[name];
    header.setUint32(COLUMNS_AT + 4 * index, column.length, true);
    file.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += padded(column.byteLength);
  });
  file.set(sealOf(file.subarray(0, size - columns.postings.byteLength)), size);
  return file;
}

/**
 * The columns of a postings file, which must begin its ArrayBuffer: views of its bytes, not copies. Null
 * when it is damaged or of another version.
 */
export function decodePostings(file: Uint8Array): PostingsColumns | null {
  if (file.length < HEADER_BYTES + SEAL_BYTES || !MAGIC.equals(file.subarray(0, MAGIC.length))) return null;
  const header = new DataView(file.buffer, file.byteOffset);
  if (header.getUint32(MAGIC.length, true) !== VERSION) return null;
  const lengths = COLUMNS.map(([, Column], index) => header.getUint32(COLUMNS_AT + 4 * index, true) * Column.BYTES_PER_ELEMENT);
  const size = lengths.reduce((bytes, length) => bytes + padded(length), HEADER_BYTES);
  if (file.length !== size + SEAL_BYTES) return null;
  if (!sealOf(file.subarray(0, size - lengths.at(-1)!)).equals(file.subarray(-SEAL_BYTES))) return null;
  let at = HEADER_BYTES;
  const columns = COLUMNS.map(([name, Column], index) => {
    const column = new Column(file.buffer as ArrayBuffer, at, header.getUint32(COLUMNS_AT + 4 * index, true));
    at += padded(column.byteLength);
    return [name, column];
  });
  return Object.fromEntries(columns) as unknown as PostingsColumns;
}

function sealOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A checksum of the numbers from `start` up to, but not including, `end`: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) over them, 32 bits. */
export function checksumOf(numbers: Uint32Array, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ numbers[index]!, FNV_PRIME);
  return hash >>> 0;
}

/** The same of bytes, taken four at a time: every text of an index is gone through for it. */
export function checksumOfBytes(bytes: Uint8Array): number {
  let hash = FNV_BASIS;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = Math.imul(hash ^ four, FNV_PRIME);
  }
  for (let at = whole; at < bytes.length; at += 1) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  return hash >>> 0;
}
