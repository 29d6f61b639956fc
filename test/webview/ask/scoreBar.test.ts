import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACTORS, type Why } from '../../../src/contract/tools';
import { HIGHEST_SCORE, scoreSegmentsOf, scoreSentenceOf } from '../../../src/webview/ask/scoreBar';

const why = fc.constantFrom(...FACTORS).chain((factor) =>
  fc.double({ min: 0, max: 0.25, noNaN: true }).map((contribution): Why => ({ factor, weight: 1, value: contribution, contribution, detail: 'x' })),
);

describe('scoreSegmentsOf', () => {
  it('adds up to the score, as the parts of why[] do', () => {
    fc.assert(
      fc.property(fc.array(why, { maxLength: 6 }), (rows) => {
        const score = rows.reduce((sum, row) => sum + row.contribution, 0);
        const segments = scoreSegmentsOf({ score, why: rows });
        expect(segments.reduce((sum, segment) => sum + segment.contribution, 0)).toBeCloseTo(score, 9);
        // Zeros that are left out take nothing with them.
        expect(segments.reduce((sum, segment) => sum + segment.shown, 0)).toBeCloseTo(Number(score.toFixed(2)), 9);
        expect(segments.reduce((sum, segment) => sum + segment.share, 0)).toBeCloseTo(score / HIGHEST_SCORE, 9);
      }),
    );
  });

  it('leaves out what adds nothing and keeps the order', () => {
    const row = (factor: Why['factor'], contribution: number): Why => ({ factor, weight: 1, value: 1, contribution, detail: '' });
    const segments = scoreSegmentsOf({ score: 0.6, why: [row('words', 0.5), row('title', 0), row('recency', 0.1)] });
    expect(segments.map(({ factor }) => factor)).toEqual(['words', 'recency']);
  });

  it('is full at the highest score: a relevance of 1 and the four bonuses of the contract', () => {
    expect(HIGHEST_SCORE).toBeCloseTo(1.5, 9);
  });
});

describe('scoreSentenceOf', () => {
  it('says the score and its parts', () => {
    const row = (factor: Why['factor'], contribution: number): Why => ({ factor, weight: 1, value: 1, contribution, detail: '' });
    expect(scoreSentenceOf({ score: 0.75, why: [row('words', 0.6), row('runHealth', 0.15)] })).toBe(
      'Score 0.75: words 0.60 + run health 0.15',
    );
  });

  it('names parts that add up to the score that it names', () => {
    const row = (factor: Why['factor'], contribution: number): Why => ({ factor, weight: 1, value: 1, contribution, detail: '' });
    // By themselves 0.60 + 0.29 + 0.29 = 1.18; 1.17 is the score, and of two equal rests the first is rounded up.
    expect(scoreSentenceOf({ score: 1.172, why: [row('words', 0.6), row('meaning', 0.286), row('title', 0.286)] })).toBe(
      'Score 1.17: words 0.60 + meaning 0.29 + title 0.28',
    );
  });

  it('says a score of nothing without parts', () => {
    expect(scoreSentenceOf({ score: 0, why: [] })).toBe('Score 0.00');
  });
});
