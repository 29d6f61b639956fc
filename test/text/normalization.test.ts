import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizedText, STRETCH_LIMIT } from '../../src/text/normalization';

describe('normalizedText', () => {
  it('is NFKC for every character, alone and behind a letter', () => {
    for (let codePoint = 0x80; codePoint < 0x30000; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      if (normalizedText(`e${character}`) !== `e${character}`.normalize('NFKC')) throw new Error(`U+${codePoint.toString(16)}`);
    }
  });

  it('is NFKC for texts longer than one stretch', () => {
    const piece = fc.constantFrom('word ', 'é', 'e\u0301', 'ﬁ ', '日本', '😀', ' \u0301', '½');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 3000, maxLength: 6000, size: 'max' }), (pieces) => {
        const text = pieces.join('');
        expect(text.length).toBeGreaterThan(STRETCH_LIMIT);
        expect(normalizedText(text)).toBe(text.normalize('NFKC'));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["user's users’ DON'T we'LL", 'user users’ DON we'],
    ["d'accord rock'n'roll 's 'm", "d'accord rock'n'roll 's 'm"],
    ["it's's x's-y 𝒜's", 'it x-y A'],
  ])('drops English endings at the end of a word: %s', (text, expected) => expect(normalizedText(text)).toBe(expected));
});
