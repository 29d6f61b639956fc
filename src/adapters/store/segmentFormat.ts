import { createHash } from 'node:crypto';
import type { Redactions } from '../../contract/model';
import type { ContentKey } from '../../ports/store';

/*
 * A segment: an immutable file of document contents.
 *
 *   header     magic (8 bytes) · version · directory bytes · body bytes · 0 (32-bit each) ·
 *              sha256 of the body · sha256 of the header up to here and the directory
 *   directory  JSON `{ keys, titles, redactions }`, padded with spaces to a multiple of four
 *   body       five 32-bit counts (contents, passages, entry bytes, dictionary bytes, text bytes),
 *              then the columns in the order of `SegmentBody`
 *
 * JSON carries titles and terms because it takes every string as it is, lone surrogates and NUL included.
 * Numbers lie in the machine's byte order: the cache belongs to one machine.
 */

const MAGIC = 'WSCTXSEG';
export const SEGMENT_VERSION = 2;
export const SEGMENT_HEADER_BYTES = 88;
const BODY_DIGEST_AT = 24;
const HEADER_DIGEST_AT = 56;
const COUNTS = 5;

/** What a segment holds, without its text. */
export interface SegmentDirectory {
  /** Where in the segment each content lies. */
  readonly positions: ReadonlyMap<ContentKey, number>;
  /** By position; null where the content has no title of its own. */
  readonly titles: readonly (string | null)[];
  /** By position, of those contents that something was left out of. */
  readonly redactions: ReadonlyMap<number, Redactions>;
  /** Bytes of the whole file. */
  readonly fileBytes: number;
}

/** The columns of a segment: by content (c), by passage (p) or as bytes. */
export interface SegmentBody {
  /** c + 1: content c has the passages from this one up to the next content's. */
  readonly passageStarts: Uint32Array;
  /** c + 1: where in `entries` those of content c begin. */
  readonly entryStarts: Uint32Array;
  /** p: 1-based. */
  readonly firstLines: Uint32Array;
  /** p: 1-based, inclusive. */
  readonly lastLines: Uint32Array;
  /** p: how many terms it has. */
  readonly entryCounts: Uint32Array;
  /** p + 1: where in `texts` the passage's wording begins (passageTexts.ts). */
  readonly textStarts: Uint32Array;
  /** p: 1 where it has no headings. */
  readonly withoutHeadings: Uint8Array;
  /** LEB128 numbers `(index in the dictionary << 1) | inOwnHeading`. */
  readonly entries: Uint8Array;
  /** JSON array of the segment's terms. */
  readonly dictionary: Uint8Array;
  readonly texts: Uint8Array;
}

/** What the first bytes of a file say; `foreign`: another version of the product wrote it. */
export type HeaderReading = { readonly directoryBytes: number; readonly fileBytes: number } | 'damaged' | 'foreign';

/** The bytes of a segment file. */
export function encodeSegment(
  keys: readonly ContentKey[],
  titles: readonly (string | null)[],
  redactions: ReadonlyMap<number, Redactions>,
  body: SegmentBody,
): Uint8Array<ArrayBuffer> {
  const directory = paddedJson({ keys, titles, redactions: [...redactions] });
  const bodyBytes =
    4 * (COUNTS + body.passageStarts.length + body.entryStarts.length + 3 * body.firstLines.length + body.textStarts.length) +
    body.withoutHeadings.length +
    body.entries.length +
    body.dictionary.length +
    body.texts.length;
  const file = new Uint8Array(SEGMENT_HEADER_BYTES + directory.length + bodyBytes);
  file.set(directory, SEGMENT_HEADER_BYTES);
  let at = SEGMENT_HEADER_BYTES + directory.length;
  const append = (column: Uint32Array | Uint8Array): void => {
    file.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  };
  append(Uint32Array.of(keys.length, body.firstLines.length, body.entries.length, body.dictionary.length, body.texts.length));
  append(body.passageStarts);
  append(body.entryStarts);
  append(body.firstLines);
  append(body.lastLines);
  append(body.entryCounts);
  append(body.textStarts);
  append(body.withoutHeadings);
  append(body.entries);
  append(body.dictionary);
  append(body.texts);

  file.set(Buffer.from(MAGIC, 'latin1'), 0);
  const header = new DataView(file.buffer);
  header.setUint32(8, SEGMENT_VERSION, true);
  header.setUint32(12, directory.length, true);
  header.setUint32(16, bodyBytes, true);
  file.set(sha256(file.subarray(SEGMENT_HEADER_BYTES + directory.length)), BODY_DIGEST_AT);
  file.set(headerDigest(file, directory), HEADER_DIGEST_AT);
  return file;
}

/** Reads the first bytes of a file (at least a header's worth, unless the file is shorter). */
export function readHeader(start: Uint8Array): HeaderReading {
  if (start.length < SEGMENT_HEADER_BYTES) return 'damaged';
  if (Buffer.from(start.buffer, start.byteOffset, MAGIC.length).toString('latin1') !== MAGIC) return 'damaged';
  const header = new DataView(start.buffer, start.byteOffset);
  if (header.getUint32(8, true) !== SEGMENT_VERSION) return 'foreign';
  const directoryBytes = header.getUint32(12, true);
  return { directoryBytes, fileBytes: SEGMENT_HEADER_BYTES + directoryBytes + header.getUint32(16, true) };
}

/** Reads the directory from the start of a file of `fileBytes`; null when it is damaged. */
export function decodeDirectory(start: Uint8Array, fileBytes: number): SegmentDirectory | null {
  const header = readHeader(start);
  if (typeof header === 'string' || header.fileBytes !== fileBytes) return null;
  const directory = start.subarray(SEGMENT_HEADER_BYTES, SEGMENT_HEADER_BYTES + header.directoryBytes);
  if (directory.length !== header.directoryBytes) return null;
  if (!headerDigest(start, directory).equals(start.subarray(HEADER_DIGEST_AT, SEGMENT_HEADER_BYTES))) return null;
  const { keys, titles, redactions = [] } = parseJson(directory) as {
    keys: ContentKey[];
    titles: (string | null)[];
    redactions?: [number, Redactions][];
  };
  return { positions: new Map(keys.map((key, position) => [key, position])), titles, redactions: new Map(redactions), fileBytes };
}

/**
 * Reads the body of a whole file, which must begin its ArrayBuffer; null when it is damaged. The
 * columns are views of the file's bytes, not copies.
 * @param isOwn true of bytes that were just encoded: they are not looked through for damage.
 */
export function decodeBody(file: Uint8Array, isOwn = false): SegmentBody | null {
  const header = readHeader(file);
  if (typeof header === 'string' || header.fileBytes !== file.length) return null;
  const start = SEGMENT_HEADER_BYTES + header.directoryBytes;
  if (!isOwn && !sha256(file.subarray(start)).equals(file.subarray(BODY_DIGEST_AT, HEADER_DIGEST_AT))) return null;
  let at = start;
  const numbers = (length: number): Uint32Array => {
    const column = new Uint32Array(file.buffer, at, length);
    at += column.byteLength;
    return column;
  };
  const bytes = (length: number): Uint8Array => {
    const column = file.subarray(at, at + length);
    at += length;
    return column;
  };
  const counts = numbers(COUNTS);
  const [contents, passages] = [counts[0]!, counts[1]!];
  return {
    passageStarts: numbers(contents + 1),
    entryStarts: numbers(contents + 1),
    firstLines: numbers(passages),
    lastLines: numbers(passages),
    entryCounts: numbers(passages),
    textStarts: numbers(passages + 1),
    withoutHeadings: bytes(passages),
    entries: bytes(counts[2]!),
    dictionary: bytes(counts[3]!),
    texts: bytes(counts[4]!),
  };
}

/** The value of JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
}

function paddedJson(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value), 'utf8');
  return Buffer.concat([json, Buffer.alloc(-json.length & 3, ' ')]);
}

function headerDigest(file: Uint8Array, directory: Uint8Array): Buffer {
  return createHash('sha256').update(file.subarray(0, HEADER_DIGEST_AT)).update(directory).digest();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
