const encoder = new TextEncoder();

/** Bytes of a text as UTF-8. Half of a surrogate pair counts as three, which is what it takes when it is written. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

/** Bytes of a value's UTF-8 JSON. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}
