import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutDataUris } from '../../src/text/dataUris';

describe('withoutDataUris', () => {
  it('replaces the payload of every long base64 data URI, and nothing else', () => {
    const payload = `${'Ab9+/'.repeat(100)}==`;
    expect(withoutDataUris(`![a](data:image/png;base64,${payload} "t")\nx <img src='DATA:;charset=utf-8;BASE64,${payload}'>`)).toBe(
      `![a](data:image/png;base64,… "t")\nx <img src='DATA:;charset=utf-8;BASE64,…'>`,
    );
  });

  it('leaves a URI of 256 characters, and takes the payload of one of 257', () => {
    const head = 'data:;base64,';
    const kept = head + 'A'.repeat(256 - head.length);
    expect(withoutDataUris(kept)).toBe(kept);
    expect(withoutDataUris(`${kept}A`)).toBe(`${head}…`);
  });

  it.each([
    ['no data URI', `metadata;base64,${'A'.repeat(300)}`],
    ['a head with white space', `data: x;base64,${'A'.repeat(300)}`],
    ['no base64', `data:text/plain,${'A'.repeat(300)}`],
  ])('leaves %s', (_, text) => expect(withoutDataUris(text)).toBe(text));

  it('keeps the number of lines', () => {
    const piece = fc.constantFrom('data:', ';base64,', 'A'.repeat(300), '\n', ' ', ')', 'x', '\r\n');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(withoutDataUris(text).split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });
});
