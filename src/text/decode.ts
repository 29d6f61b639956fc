/** A file's text, or why it is none. */
export type DecodedText = { readonly text: string } | { readonly fault: 'binary' };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

// The UTF-32LE mark begins with the UTF-16LE mark, so it is asked for first.
const BYTE_ORDER_MARKS: readonly [encoding: Encoding, mark: readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

const REPLACEMENT = 0xfffd;

/**
 * The text of a file: UTF-8 unless a byte order mark says UTF-16 or UTF-32; the mark is removed and
 * invalid sequences become U+FFFD. A file with NUL characters is `binary`. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [encoding, mark] = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? ['utf-8', []];
  const body = bytes.subarray(mark.length);
  const text = decode(encoding, body);
  return text.includes('\0') ? { fault: 'binary' } : { text };
}

function decode(encoding: Encoding, bytes: Uint8Array): string {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding === 'utf-32le');
  return decoders[encoding].decode(bytes);
}

// The mark is gone already: a second one is a character of the text.
const decoders = {
  'utf-8': new TextDecoder('utf-8', { ignoreBOM: true }),
  'utf-16le': new TextDecoder('utf-16le', { ignoreBOM: true }),
  'utf-16be': new TextDecoder('utf-16be', { ignoreBOM: true }),
};

const CODE_POINTS_AT_ONCE = 4096;

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.byteLength - (bytes.byteLength % 4);
  const decoded: string[] = [];
  for (let start = 0; start < whole; start += CODE_POINTS_AT_ONCE * 4) {
    const codePoints: number[] = [];
    for (let at = start; at < Math.min(whole, start + CODE_POINTS_AT_ONCE * 4); at += 4) {
      codePoints.push(scalarValue(view.getUint32(at, littleEndian)));
    }
    decoded.push(String.fromCodePoint(...codePoints));
  }
  if (whole < bytes.byteLength) decoded.push(String.fromCodePoint(REPLACEMENT));
  return decoded.join('');
}

function scalarValue(value: number): number {
  return value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff) ? REPLACEMENT : value;
}
