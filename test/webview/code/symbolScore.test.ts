import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_FACTORS, type CodeWhy } from '../../../src/contract/codeTool';
import { HIGHEST_CODE_SCORE, scoreText, symbolBarOf, symbolScoreSentenceOf } from '../../../src/webview/code/symbolScore';
import { symbol } from '../../support/codeRows';

const why = fc.array(
  fc.record({ factor: fc.constantFrom(...CODE_FACTORS), weight: fc.constant(1), contribution: fc.integer({ min: -20, max: 20 }).map((hundredths) => hundredths / 100), detail: fc.constant('') }).map((row): CodeWhy => ({ ...row, value: row.contribution })),
  { maxLength: 9 },
);

describe('the bar of a score', () => {
  it('shows what is taken away over the end of what is added, so that the rest is as long as the score', () => {
    const { added, taken, gross } = symbolBarOf(symbol().why);
    expect(added.map(({ factor, start, length }) => [factor, start, length])).toEqual([['name', 0, 0.04], ['path', 0.04, 0.28]]);
    expect(gross).toBeCloseTo(0.32, 9);
    expect(taken).toHaveLength(1);
    expect(taken[0]!.start).toBeCloseTo(symbol().score, 9);
    expect(taken[0]!.length).toBeCloseTo(0.12, 9);
  });

  it('has its parts side by side, never before its start, and is as long as the sum where that is above nothing', () => {
    fc.assert(
      fc.property(why, (rows) => {
        const { added, taken, gross } = symbolBarOf(rows);
        added.forEach(({ start }, index) => expect(start).toBeCloseTo(added.slice(0, index).reduce((sum, { length }) => sum + length, 0), 9));
        expect(added.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(gross, 9);
        const sum = rows.reduce((total, { contribution }) => total + contribution, 0);
        const left = taken.at(-1)?.start ?? gross;
        expect(left).toBeCloseTo(Math.max(0, sum), 9);
        for (const { start, length } of taken) expect(start >= 0 && length >= 0 && start + length <= gross + 1e-9).toBe(true);
      }),
    );
  });

  it('is told in one sentence', () => {
    expect(symbolScoreSentenceOf(symbol())).toBe('Score 0.20: 0.04 for name plus 0.28 for path minus 0.12 for place');
    expect(symbolScoreSentenceOf({ score: 0, why: [] })).toBe('Score 0.00');
  });

  it('is told in parts that add up to it, those that take away included', () => {
    const row = (factor: CodeWhy['factor'], contribution: number): CodeWhy => ({ factor, weight: 1, value: contribution, contribution, detail: '' });
    // By themselves 0.04 + 0.28 - 0.13 = 0.19; the score is 0.20: -0.126 has the rest 0.4 over -0.13, 0.284 the rest 0.4, 0.044 too.
    expect(symbolScoreSentenceOf({ score: 0.202, why: [row('name', 0.044), row('path', 0.284), row('place', -0.126)] })).toBe(
      'Score 0.20: 0.05 for name plus 0.28 for path minus 0.13 for place',
    );
  });

  it('is written with two decimals and a proper minus, and nothing is never negative', () => {
    expect([0.125, -0.5, -0.001].map(scoreText)).toEqual(['0.13', '\u22120.50', '0.00']);
  });

  it('ends at what every factor adds in full: 1 for the exact name, 1 for the others together', () => {
    expect(HIGHEST_CODE_SCORE).toBeCloseTo(2, 9);
  });
});
