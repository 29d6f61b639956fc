/** Bytes that grow at their end, for encoding. */
export interface GrowableBytes {
  /** The bytes written so far; valid until the next write. */
  written(): Buffer;
  length(): number;
  /** Appends UTF-8. */
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Appends unsigned integers below 2^32, each seven bits a byte, the lowest first (LEB128). */
  numbers(values: Uint32Array): void;
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
    numbers: (values) => {
      reserve(5 * values.length);
      const into = buffer;
      let at = length;
      for (let index = 0; index < values.length; index += 1) {
        let rest = values[index]!;
        while (rest >= 0x80) {
          into[at] = (rest & 0x7f) | 0x80;
          at += 1;
          rest >>>= 7;
        }
        into[at] = rest;
        at += 1;
      }
      length = at;
    },
  };
}
