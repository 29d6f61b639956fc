import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MATCH_FLOOR } from '../../src/contract/constants';
import { FACTORS } from '../../src/contract/tools';
import { analyzeQuestion } from '../../src/ranking/question';
import {
  comparedValue,
  reaches,
  recencyValue,
  relevanceOf,
  scorePassage,
  type PassageFacts,
} from '../../src/ranking/score';

const now = Date.parse('2026-11-30T12:00:00Z');
const question = analyzeQuestion('rotate the secrets of the billing worker');
const named = { ref: 'component:default/billing', by: 'name', words: 'billing' } as const;

const bare: PassageFacts = {
  matchedTerms: 0,
  title: '',
  named: null,
  cosine: null,
  changedAt: null,
  lastRun: 'unknown',
};

const facts: fc.Arbitrary<PassageFacts> = fc.record({
  matchedTerms: fc.integer({ min: 0, max: question.terms.length }),
  title: fc.constantFrom('', 'Billing', 'Secrets of the worker', 'Rotate secrets, billing, worker'),
  named: fc.constantFrom(null, named),
  cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  changedAt: fc.option(
    fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ),
  lastRun: fc.constantFrom('succeeded', 'failed', 'unknown'),
});

describe('scorePassage', () => {
  it('gives contributions that are weight times value, above zero, in order, and add up to the score', () => {
    fc.assert(
      fc.property(facts, (passage) => {
        const { score, factors } = scorePassage(question, passage, now);
        expect(factors.reduce((sum, row) => sum + row.contribution, 0)).toBeCloseTo(score, 9);
        expect(factors.map((row) => row.factor)).toEqual(
          FACTORS.filter((factor) => factors.some((row) => row.factor === factor)),
        );
        for (const row of factors) {
          expect(row.contribution).toBe(row.weight * row.value);
          expect(row.contribution).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is the relevance alone below the match floor, and at most 0.5 above it otherwise', () => {
    fc.assert(
      fc.property(facts, (passage) => {
        const { score, relevance } = scorePassage(question, passage, now);
        if (reaches(relevance, MATCH_FLOOR)) {
          expect(comparedValue(score - relevance)).toBeLessThanOrEqual(comparedValue(0.5));
          expect(score).toBeGreaterThanOrEqual(relevance);
        } else {
          expect(score).toBe(relevance);
        }
      }),
    );
  });

  it('gives all four bonuses, 0.5, to a passage that earns each in full', () => {
    const passage: PassageFacts = {
      matchedTerms: 4,
      title: 'Rotate the secrets of the billing worker',
      named,
      cosine: 1,
      changedAt: '2026-11-30T12:00:00Z',
      lastRun: 'succeeded',
    };
    expect(scorePassage(question, passage, now).score).toBeCloseTo(1.5, 12);
  });

  it('scores a passage without cosine (null, NaN, infinite) exactly as with embeddings off', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY), (passage, missing) => {
        const off = scorePassage(question, { ...passage, cosine: null }, now);
        expect(scorePassage(question, { ...passage, cosine: missing }, now)).toEqual(off);
        expect(off.factors.filter((row) => row.factor === 'words').every((row) => row.weight === 1)).toBe(true);
        expect(off.factors.some((row) => row.factor === 'meaning')).toBe(false);
      }),
    );
  });

  it('weighs words by 0.6 when there is a cosine, even one that adds nothing', () => {
    expect(scorePassage(question, { ...bare, matchedTerms: 4, cosine: -0.2 }, now)).toEqual({
      score: 0.6,
      relevance: 0.6,
      factors: [{ factor: 'words', weight: 0.6, value: 1, contribution: 0.6 }],
    });
  });

  it('reaches the match floor with 0.6 times two thirds, which is less than 0.4 in floating point', () => {
    expect(0.6 * (2 / 3)).toBeLessThan(MATCH_FLOOR);
    const three = analyzeQuestion('rotate billing secrets');
    const scored = scorePassage(three, { ...bare, matchedTerms: 2, cosine: 0, named }, now);
    expect(scored.score).toBeCloseTo(0.55, 9);
  });

  it('is 0 without any row for a question without any term, whatever the cosine', () => {
    expect(scorePassage(analyzeQuestion('?!'), { ...bare, cosine: 0.9, named }, now)).toEqual({
      score: 0,
      relevance: 0,
      factors: [],
    });
  });

  it('gives nothing for a failed or unknown run', () => {
    const runs = (['failed', 'unknown'] as const).map((lastRun) =>
      scorePassage(question, { ...bare, matchedTerms: 4, lastRun }, now),
    );
    expect(runs.map(({ score }) => score)).toEqual([1, 1]);
  });
});

describe('relevanceOf', () => {
  it('is 0.6 words and 0.4 meaning', () => {
    expect(relevanceOf(0.5, 0.25)).toBeCloseTo(0.4, 12);
  });

  it('counts a negative cosine as none, and no cosine as words alone', () => {
    expect(relevanceOf(0.5, -1)).toBeCloseTo(0.3, 12);
    expect(relevanceOf(0.5, Number.NaN)).toBe(0.5);
  });
});

describe('recencyValue', () => {
  it.each([
    ['2026-11-30T12:00:00Z', 1, 'changed right now'],
    ['2026-12-24T00:00:00Z', 1, 'a clock that is ahead earns no more than 1'],
    ['2026-05-31T12:00:00Z', 1 - 183 / 365, '183 days'],
    ['2025-11-30T12:00:00Z', 0, 'exactly 365 days'],
    ['2001-01-01T00:00:00Z', 0, 'long ago: never negative'],
    ['not a time', 0, 'no time at all'],
    [null, 0, 'unknown'],
  ] as [string | null, number, string][])('%s is worth %d: %s', (changedAt, value) => {
    expect(recencyValue(changedAt, now)).toBeCloseTo(value, 12);
  });

  it('falls by the same amount every day', () => {
    const day = 86_400_000;
    const values = [1, 2, 3].map((days) => recencyValue(new Date(now - days * day).toISOString(), now));
    expect(values[0]! - values[1]!).toBeCloseTo(1 / 365, 12);
    expect(values[1]! - values[2]!).toBeCloseTo(1 / 365, 12);
  });
});

describe('reaches', () => {
  it('compares at nine decimals', () => {
    expect(reaches(0.3999999996, 0.4)).toBe(true);
    expect(reaches(0.3999999994, 0.4)).toBe(false);
  });
});
