/*
 * Reads the rows of a table straight from the bytes of a SQLite database, as
 * https://www.sqlite.org/fileformat2.html describes them (1.3 header, 1.6 b-tree pages, 1.6.2 overflow
 * pages, 2.1 records, 2.6 the schema table). sql.js writes these databases; to read one it has to start
 * its WebAssembly, which costs ten times what all else does between a restart and an answer
 * (bench/limits.mjs). Only what sql.js writes for us is understood: UTF-8, a table with row ids, no
 * journal, values that are texts or whole numbers.
 */

const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const RESERVED_AT = 20;
const ENCODING_AT = 56;
const UTF8 = 1;
const SCHEMA_PAGE = 1;
const LEAF = 0x0d;
const INTERIOR = 0x05;

/** A value of a row; null for anything that is no text and no whole number. */
export type SqliteValue = string | number | null;

interface Pages {
  readonly bytes: Buffer;
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
}

function fail(reason: string): never {
  throw new RangeError(`not the database it should be: ${reason}`);
}

/**
 * The rows of a table, in the order of their row ids.
 * @throws RangeError when the bytes are no such database, whatever they are.
 */
export function rowsOfTable(database: Uint8Array, name: string): SqliteValue[][] {
  const bytes = Buffer.from(database.buffer, database.byteOffset, database.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 15) !== 'SQLite format 3') fail('header');
  const stored = bytes.readUInt16BE(PAGE_SIZE_AT);
  const pageSize = stored === 1 ? 65_536 : stored;
  const usable = pageSize - bytes[RESERVED_AT]!;
  if (pageSize < 512 || usable < 480 || bytes.length % pageSize !== 0) fail('page size');
  if (bytes.readUInt32BE(ENCODING_AT) !== UTF8) fail('encoding');
  const pages: Pages = { bytes, pageSize, usable };
  const schema = [...rowsBelow(pages, SCHEMA_PAGE, new Set())];
  const table = schema.find(([type, named]) => type === 'table' && named === name);
  const root = table?.[3];
  if (typeof root !== 'number') fail('no such table');
  return [...rowsBelow(pages, root, new Set())];
}

/** Where a page begins in the file; pages are counted from 1. */
function startOf({ bytes, pageSize }: Pages, page: number, seen: Set<number>): number {
  const start = (page - 1) * pageSize;
  // A page that leads back to itself would be read for ever.
  if (page < 1 || start + pageSize > bytes.length || seen.has(page)) fail('page number');
  seen.add(page);
  return start;
}

function* rowsBelow(pages: Pages, page: number, seen: Set<number>): Generator<SqliteValue[]> {
  const { bytes } = pages;
  const start = startOf(pages, page, seen);
  const header = page === SCHEMA_PAGE ? start + HEADER_BYTES : start;
  const kind = bytes[header];
  const cells = bytes.readUInt16BE(header + 3);
  const pointers = header + (kind === LEAF ? 8 : 12);
  for (let cell = 0; cell < cells; cell += 1) {
    const at = start + bytes.readUInt16BE(pointers + 2 * cell);
    if (kind === LEAF) yield valuesOf(payloadAt(pages, at, seen));
    else if (kind === INTERIOR) yield* rowsBelow(pages, bytes.readUInt32BE(at), seen);
    else fail('page kind');
  }
  if (kind === INTERIOR) yield* rowsBelow(pages, bytes.readUInt32BE(header + 8), seen);
}

/** The record of a leaf's cell, what overflowed to other pages included. */
function payloadAt(pages: Pages, cell: number, seen: Set<number>): Buffer {
  const { bytes, usable } = pages;
  const size = varintAt(bytes, cell);
  const begin = varintAt(bytes, size.end).end;
  const most = usable - 35;
  if (size.value <= most) return bytes.subarray(begin, begin + size.value);
  if (size.value > bytes.length) fail('record size');
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((size.value - least) % (usable - 4));
  const local = wanted <= most ? wanted : least;
  const parts = [bytes.subarray(begin, begin + local)];
  let next = bytes.readUInt32BE(begin + local);
  for (let left = size.value - local; left > 0; ) {
    const start = startOf(pages, next, seen);
    const part = bytes.subarray(start + 4, start + 4 + Math.min(left, usable - 4));
    parts.push(part);
    left -= part.length;
    next = bytes.readUInt32BE(start);
  }
  return Buffer.concat(parts, size.value);
}

function valuesOf(record: Buffer): SqliteValue[] {
  const header = varintAt(record, 0);
  const values: SqliteValue[] = [];
  let body = header.value;
  for (let at = header.end; at < header.value; ) {
    const type = varintAt(record, at);
    at = type.end;
    const length = lengthOf(type.value);
    if (body + length > record.length) fail('value size');
    values.push(valueOf(record, type.value, body, length));
    body += length;
  }
  return values;
}

function lengthOf(serialType: number): number {
  if (serialType >= 12) return Math.floor((serialType - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][serialType] ?? fail('serial type');
}

function valueOf(record: Buffer, serialType: number, at: number, length: number): SqliteValue {
  if (serialType >= 13 && serialType % 2 === 1) return record.toString('utf8', at, at + length);
  if (serialType === 8 || serialType === 9) return serialType - 8;
  return serialType >= 1 && serialType <= 5 ? record.readIntBE(at, length) : null;
}

/** A big-endian number of seven bits a byte, the last byte's high bit clear; of nine bytes none occurs in what is ours. */
function varintAt(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = at; end < at + 8; end += 1) {
    const byte = bytes[end];
    if (byte === undefined) fail('number');
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: end + 1 };
  }
  return fail('number');
}
