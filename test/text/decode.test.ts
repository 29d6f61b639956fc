import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/text/decode';

const TEXT = '# Zahlung ü 日本 😀\n';

function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

function utf32(text: string, littleEndian: boolean): Uint8Array {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  points.forEach((point, at) => view.setUint32(at * 4, point, littleEndian));
  return new Uint8Array(view.buffer);
}

describe('decodeText', () => {
  it('reads UTF-8, with and without a byte order mark', () => {
    expect(decodeText(new TextEncoder().encode(TEXT))).toEqual({ text: TEXT });
    expect(decodeText(new TextEncoder().encode(`\ufeff${TEXT}`))).toEqual({ text: TEXT });
  });

  it.each([true, false])('reads UTF-16 and UTF-32 behind a byte order mark (little endian: %s)', (littleEndian) => {
    expect(decodeText(utf16(`\ufeff${TEXT}`, littleEndian))).toEqual({ text: TEXT });
    expect(decodeText(utf32(`\ufeff${TEXT}`, littleEndian))).toEqual({ text: TEXT });
  });

  it('replaces invalid sequences', () => {
    expect(decodeText(bytes(0x61, 0xff, 0x62, 0xe2, 0x82))).toEqual({ text: 'a\ufffdb\ufffd' });
    expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x61, 0x00))).toEqual({ text: 'a\ufffd' });
    expect(decodeText(bytes(0xff, 0xfe, 0, 0, 0, 0, 0x11, 0, 0x61))).toEqual({ text: '\ufffd\ufffd' });
  });

  it('calls a file with NUL characters binary', () => {
    expect(decodeText(bytes(0x61, 0, 0x62))).toEqual({ fault: 'binary' });
    expect(decodeText(utf16('\ufeffa\0b', true))).toEqual({ fault: 'binary' });
  });

  it('reads a view into a larger buffer', () => {
    const whole = utf32(`x\ufeff${TEXT}`, true);
    expect(decodeText(whole.subarray(4))).toEqual({ text: TEXT });
  });

  it('gives back every well-formed text without NUL, and never throws', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.startsWith('\ufeff') && !value.includes('\0'));
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeText(new TextEncoder().encode(value))).toEqual({ text: value });
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array(), (value) => {
        expect(decodeText(value)).toBeTypeOf('object');
      }),
    );
  });
});
