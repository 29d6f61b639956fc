import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { CodeContent, CodeKey } from '../../contract/codeModel';

/*
 * A segment of code: an immutable file of contents.
 *
 *   header     magic (8 bytes) · version · directory bytes (32-bit each) · sha256 of the directory
 *   directory  JSON `[[key, bytes]…]`
 *   body       the contents one after another, each JSON, deflated (zlib's own checksum tells damage)
 */

const MAGIC = 'WSCTXCOD';
const VERSION = 1;
export const CODE_HEADER_BYTES = 48;
const DIGEST_AT = 16;
/** Fast, and a third of the size. */
const LEVEL = 1;

/** Where in a file each of its contents lies. */
export type CodeDirectory = ReadonlyMap<CodeKey, { readonly from: number; readonly length: number }>;

/** A content as it is stored. */
export function encodeCode(content: CodeContent): Uint8Array {
  return deflateSync(JSON.stringify(content), { level: LEVEL });
}

/** A stored content; null when it is damaged. */
export function decodeCode(bytes: Uint8Array): CodeContent | null {
  try {
    return JSON.parse(inflateSync(bytes).toString('utf8')) as CodeContent;
  } catch {
    return null;
  }
}

/** The bytes of a segment file with contents that are encoded already. */
export function encodeCodeSegment(contents: ReadonlyMap<CodeKey, Uint8Array>): Uint8Array {
  const directory = Buffer.from(JSON.stringify(Array.from(contents, ([key, bytes]) => [key, bytes.length])), 'utf8');
  const header = Buffer.alloc(CODE_HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(directory.length, 12);
  createHash('sha256').update(directory).digest().copy(header, DIGEST_AT);
  return Buffer.concat([header, directory, ...contents.values()]);
}

/** How many bytes from the start of a file hold its directory; null where it is no segment of this version. */
export function codeDirectoryEnd(start: Uint8Array): number | null {
  if (start.length < CODE_HEADER_BYTES) return null;
  const header = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  if (header.toString('latin1', 0, 8) !== MAGIC || header.readUInt32LE(8) !== VERSION) return null;
  return CODE_HEADER_BYTES + header.readUInt32LE(12);
}

/** Reads the directory from the start of a file; null when it is damaged, or the file is shorter than it says. */
export function decodeCodeDirectory(start: Uint8Array, fileBytes: number): CodeDirectory | null {
  const end = codeDirectoryEnd(start);
  if (end === null || start.length < end) return null;
  const json = Buffer.from(start.buffer, start.byteOffset + CODE_HEADER_BYTES, end - CODE_HEADER_BYTES);
  if (!createHash('sha256').update(json).digest().equals(start.subarray(DIGEST_AT, CODE_HEADER_BYTES))) return null;
  const directory = new Map<CodeKey, { from: number; length: number }>();
  let from = end;
  for (const [key, length] of JSON.parse(json.toString('utf8')) as [CodeKey, number][]) {
    directory.set(key, { from, length });
    from += length;
  }
  return from === fileBytes ? directory : null;
}
