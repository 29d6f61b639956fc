import { createHash } from 'node:crypto';
import { compareDigests, DIGEST_WORDS } from './knownTexts';
import { parseJson } from './segmentFormat';

/*
 * A vector segment: an immutable file of what a model made of texts.
 *
 *   header  magic (8 bytes) · version · dimensions · texts · vectors · bytes of the origin · bytes of a row
 *           (32-bit each) · sha256 of the header up to here and the front
 *   front   origin: JSON `{ model, product }` · digests (16 bytes each, ascending as 32-bit numbers) · kinds (a byte each) ·
 *           checksums of the rows (32-bit each)
 *   body    the vectors of those texts that have one, in their order: a row each
 *
 * Origin, kinds and rows are padded to multiples of four bytes. The front tells what is in the file without the body, and the
 * checksums let single rows be read. Numbers lie in the machine's byte order: the cache belongs to one machine.
 */

const MAGIC = Buffer.from('WSCTXVEC', 'latin1');
/** To be raised with every change of what is written here or of how vectors are rounded. */
const VERSION = 1;
const SEAL_AT = 32;
export const VECTOR_HEADER_BYTES = 64;

/** What wrote a segment. */
export interface VectorOrigin {
  /** The model's id. */
  readonly model: string;
  /** The product's version: what it failed on another one may not fail on. */
  readonly product: string;
}

/** All of a segment but its vectors. */
export interface VectorSegmentFront {
  readonly origin: VectorOrigin;
  readonly dimensions: number;
  /** `DIGEST_WORDS` numbers for each text, ascending. */
  readonly digests: Uint32Array;
  readonly kinds: Uint8Array;
  /** Checksum of each row. */
  readonly checks: Uint32Array;
  /** Where in the file the rows begin, and how many bytes each has. */
  readonly bodyAt: number;
  readonly rowBytes: number;
}

/** A text on its way into a segment. */
export interface VectorEntry {
  /** Where its digest begins in `digests`. */
  readonly digests: Uint32Array;
  readonly at: number;
  readonly kind: number;
  /** Null where the kind has none. */
  readonly vector: Int8Array | null;
}

export type VectorHeaderReading = { readonly frontBytes: number; readonly fileBytes: number } | 'damaged' | 'foreign';

const padded = (bytes: number): number => (bytes + 3) & ~3;

/** The bytes of a segment file. Of texts named twice the one whose kind is lowest is kept: a vector before none. */
export function encodeVectorSegment(origin: VectorOrigin, dimensions: number, entries: readonly VectorEntry[]): Uint8Array {
  const sorted = [...entries]
    .sort((left, right) => compareDigests(left.digests, left.at, right.digests, right.at) || left.kind - right.kind)
    .filter(({ digests, at }, index, all) => index === 0 || compareDigests(all[index - 1]!.digests, all[index - 1]!.at, digests, at) !== 0);
  const vectors = sorted.flatMap(({ vector }) => (vector === null ? [] : [vector]));
  const json = Buffer.from(JSON.stringify(origin), 'utf8');
  const rowBytes = padded(dimensions);
  const originBytes = padded(json.length);
  const bodyAt = VECTOR_HEADER_BYTES + originBytes + frontColumnBytes(sorted.length, vectors.length);
  const file = new Uint8Array(bodyAt + vectors.length * rowBytes);
  file.set(MAGIC);
  const header = new DataView(file.buffer);
  [VERSION, dimensions, sorted.length, vectors.length, originBytes, rowBytes].forEach((value, index) =>
    header.setUint32(MAGIC.length + 4 * index, value, true),
  );
  file.fill(0x20, VECTOR_HEADER_BYTES, VECTOR_HEADER_BYTES + originBytes);
  file.set(json, VECTOR_HEADER_BYTES);
  const columns = columnsOf(file, VECTOR_HEADER_BYTES + originBytes, sorted.length, vectors.length);
  sorted.forEach(({ digests, at, kind }, index) => {
    columns.digests.set(digests.subarray(at, at + DIGEST_WORDS), index * DIGEST_WORDS);
    columns.kinds[index] = kind;
  });
  const words = new Uint32Array(file.buffer);
  vectors.forEach((vector, index) => {
    const at = bodyAt + index * rowBytes;
    file.set(new Uint8Array(vector.buffer, vector.byteOffset, dimensions), at);
    columns.checks[index] = checkOf(words, at / 4, (at + rowBytes) / 4);
  });
  file.set(sealOf(file, bodyAt), SEAL_AT);
  return file;
}

/** Reads the first bytes of a file (at least a header's worth, unless the file is shorter). */
export function readVectorHeader(start: Uint8Array): VectorHeaderReading {
  if (start.length < VECTOR_HEADER_BYTES || !MAGIC.equals(start.subarray(0, MAGIC.length))) return 'damaged';
  const header = new DataView(start.buffer, start.byteOffset);
  const [version, , texts, vectors, originBytes, rowBytes] = [0, 1, 2, 3, 4, 5].map((index) => header.getUint32(MAGIC.length + 4 * index, true));
  if (version !== VERSION) return 'foreign';
  const frontBytes = VECTOR_HEADER_BYTES + originBytes! + frontColumnBytes(texts!, vectors!);
  return { frontBytes, fileBytes: frontBytes + vectors! * rowBytes! };
}

/** Reads the front from the start of a file of `fileBytes`, which must begin its ArrayBuffer; null when it is damaged. */
export function decodeVectorFront(start: Uint8Array, fileBytes: number): VectorSegmentFront | null {
  const reading = readVectorHeader(start);
  if (typeof reading === 'string' || reading.fileBytes !== fileBytes || start.length < reading.frontBytes) return null;
  if (!sealOf(start, reading.frontBytes).equals(start.subarray(SEAL_AT, VECTOR_HEADER_BYTES))) return null;
  const header = new DataView(start.buffer, start.byteOffset);
  const [dimensions, texts, vectors, originBytes, rowBytes] = [1, 2, 3, 4, 5].map((index) => header.getUint32(MAGIC.length + 4 * index, true));
  const origin = parseJson(start.subarray(VECTOR_HEADER_BYTES, VECTOR_HEADER_BYTES + originBytes!)) as VectorOrigin;
  const columns = columnsOf(start, VECTOR_HEADER_BYTES + originBytes!, texts!, vectors!);
  return { origin, dimensions: dimensions!, ...columns, bodyAt: reading.frontBytes, rowBytes: rowBytes! };
}

/**
 * Gives the vectors in rows that begin their ArrayBuffer with row `first`, each by its row's number: a view; null when it is not as it
 * was written.
 */
export function vectorsIn(front: VectorSegmentFront, rows: Uint8Array, first: number): (row: number) => Int8Array | null {
  const { rowBytes, dimensions, checks } = front;
  const words = new Uint32Array(rows.buffer, rows.byteOffset, rows.length >>> 2);
  const components = new Int8Array(rows.buffer, rows.byteOffset, rows.length);
  return (row) => {
    const at = (row - first) * rowBytes;
    if (at + rowBytes > rows.length || checkOf(words, at / 4, (at + rowBytes) / 4) !== checks[row]) return null;
    return components.subarray(at, at + dimensions);
  };
}

function frontColumnBytes(texts: number, vectors: number): number {
  return texts * DIGEST_WORDS * 4 + padded(texts) + vectors * 4;
}

function columnsOf(file: Uint8Array, at: number, texts: number, vectors: number): Pick<VectorSegmentFront, 'digests' | 'kinds' | 'checks'> {
  const kindsAt = at + texts * DIGEST_WORDS * 4;
  return {
    digests: new Uint32Array(file.buffer, at, texts * DIGEST_WORDS),
    kinds: file.subarray(kindsAt, kindsAt + texts),
    checks: new Uint32Array(file.buffer, kindsAt + padded(texts), vectors),
  };
}

/**
 * A row's checksum: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) over its 32-bit numbers instead of its bytes, which takes a
 * quarter of the time. A change of any one of them is found for certain.
 */
function checkOf(words: Uint32Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ words[index]!, 0x01000193);
  return hash >>> 0;
}

function sealOf(file: Uint8Array, frontBytes: number): Buffer {
  return createHash('sha256').update(file.subarray(0, SEAL_AT)).update(file.subarray(VECTOR_HEADER_BYTES, frontBytes)).digest();
}
