import { createHash } from 'node:crypto';

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * The ids git may have given a file with these bytes (lower-case hex): that of the bytes as they are
 * and, where they hold CRLF line ends, that of the bytes with LF in their place, which is what git
 * stores under `core.autocrlf` or a `text` attribute. A blob's id is the digest of `blob <size>\0`
 * and its bytes (gitformat-loose, "Git Objects").
 */
export function blobIdsOf(bytes: Uint8Array, objectFormat: 'sha1' | 'sha256'): string[] {
  const normalized = withLineFeeds(bytes);
  return normalized === null
    ? [blobIdOf(bytes, objectFormat)]
    : [blobIdOf(bytes, objectFormat), blobIdOf(normalized, objectFormat)];
}

function blobIdOf(bytes: Uint8Array, objectFormat: 'sha1' | 'sha256'): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The bytes with every CRLF as LF; null where there is none. */
function withLineFeeds(bytes: Uint8Array): Uint8Array | null {
  // Most files have none, and a buffer tells that in a fraction of the time.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(CARRIAGE_RETURN)) return null;
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === CARRIAGE_RETURN && bytes[index + 1] === LINE_FEED) continue;
    kept[length] = byte;
    length += 1;
  }
  return length === bytes.length ? null : kept.subarray(0, length);
}
