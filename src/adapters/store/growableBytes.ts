/** Bytes that grow at their end, for encoding. */
export interface GrowableBytes {
  /** The bytes written so far; valid until the next write. */
  written(): Buffer;
  length(): number;
  /** Appends UTF-8. */
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Appends an unsigned integer below 2^32, seven bits a byte, the lowest first (LEB128). */
  number(value: number): void;
}

export function createGrowableBytes(capacity = 64 * 1024): GrowableBytes {
  let buffer = Buffer.allocUnsafeSlow(capacity);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    written: () => buffer.subarray(0, length),
    length: () => length,
    text: (text) => {
      reserve(text.length * 3);
      length += buffer.write(text, length, 'utf8');
    },
    bytes: (bytes) => {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    number: (value) => {
      reserve(5);
      let rest = value;
      while (rest >= 0x80) {
        buffer[length] = (rest & 0x7f) | 0x80;
        length += 1;
        rest >>>= 7;
      }
      buffer[length] = rest;
      length += 1;
    },
  };
}
