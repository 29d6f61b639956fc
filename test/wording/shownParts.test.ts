import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownParts } from '../../src/wording/shownParts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describe('the parts of a score as shown', () => {
  it('add up to the score as shown, where each rounded by itself does not', () => {
    // 0.6 + 0.28659 + 0.08 + 0.15 + 0.08062 = 1.19721; by themselves 0.600 + 0.287 + 0.080 + 0.150 + 0.081 = 1.198. One of
    // the two that need rounding is rounded up: the one with the rest 0.62 and not that with 0.59.
    const parts = [0.6, 0.28659, 0.08, 0.15, 0.08062];
    expect(shownParts(parts, sumOf(parts), 3)).toEqual([0.6, 0.286, 0.08, 0.15, 0.081]);
    // 1.20 - (0.60 + 0.28 + 0.08 + 0.15 + 0.08) = 0.01, for the rest 0.659 of the meaning.
    expect(shownParts(parts, sumOf(parts), 2)).toEqual([0.6, 0.29, 0.08, 0.15, 0.08]);
  });

  it('add up with what is taken away', () => {
    // 0.126 + 0.126 - 0.126 = 0.126, shown as 0.13: of the floors 0.12, 0.12 and -0.13 (11) two are rounded up, the largest rests first.
    expect(shownParts([0.126, 0.126, -0.126], 0.126, 2)).toEqual([0.13, 0.13, -0.13]);
  });

  it('leave as it is what needs no rounding, whatever binary fractions make of it', () => {
    // 0.29 × 100 = 28.999999999999996.
    expect(shownParts([0.29, 0.71, 0], 1, 2)).toEqual([0.29, 0.71, 0]);
  });

  it('are rounded each by itself where they do not make up the score', () => {
    expect(shownParts([0.126, 0.2], 0.9, 2)).toEqual([0.13, 0.2]);
    expect(shownParts([], 1, 2)).toEqual([]);
  });

  it('hold for any score, with two and with three decimals: they add up, and none is a whole step from its part', () => {
    const part = fc.double({ min: -1, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 9 }), fc.constantFrom(2, 3), (parts, decimals) => {
        const score = sumOf(parts);
        const shown = shownParts(parts, score, decimals);
        expect(sumOf(shown)).toBeCloseTo(Number(score.toFixed(decimals)), 9);
        shown.forEach((number, index) => {
          expect(Math.abs(number - (parts[index] ?? 0))).toBeLessThan(10 ** -decimals);
          expect(Number(number.toFixed(decimals))).toBe(number);
          expect(Object.is(number, -0)).toBe(false);
        });
      }),
    );
  });
});
