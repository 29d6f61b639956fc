import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONG_RUN, someLongRun } from '../../src/text/longRuns';

const runsOf = (text: string): string[] => {
  const runs: string[] = [];
  someLongRun(text, (start, end) => {
    runs.push(text.slice(start, end));
    return false;
  });
  return runs;
};

describe('someLongRun', () => {
  it('visits what a regular expression finds, from left to right', () => {
    const piece = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aZ09+/_-=.'), maxLength: 45 }),
      fc.constantFrom(' ', '\n', 'é', '@', ':', '日本', '👩', '\u007f'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(runsOf(text)).toEqual(text.match(/[A-Za-z0-9+/_=.-]{20,}/g) ?? []);
      }),
      { numRuns: 500 },
    );
  });

  it('stops at the first run that the test holds for', () => {
    const [one, two] = ['a'.repeat(LONG_RUN), 'b'.repeat(LONG_RUN)];
    const seen: number[] = [];
    expect(someLongRun(`${one} ${two}`, (start) => seen.push(start) === 1)).toBe(true);
    expect(seen).toEqual([0]);
    expect(someLongRun('a'.repeat(LONG_RUN - 1), () => true)).toBe(false);
  });
});
