import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeQuestion } from '../../src/ranking/question';
import { termsOf } from '../../src/text/terms';
import { recomputeQuestionTerms, recomputeScore, recomputeTerms } from './recompute';

interface TermsExample {
  readonly text: string;
  readonly terms: readonly string[];
  readonly questionTerms: readonly string[];
}

const examples = readFileSync(new URL('./worked-examples/terms.jsonl', import.meta.url), 'utf8')
  .split(/\r?\n/)
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TermsExample);

describe('the independent reading of the contract that end-to-end tests compare scores with', () => {
  it('gives the published terms', () => {
    for (const { text, terms, questionTerms } of examples) {
      expect([...recomputeTerms(text)]).toEqual(terms);
      expect([...recomputeQuestionTerms(text)]).toEqual(questionTerms);
    }
  });

  it('agrees with the product on random text', () => {
    const piece = fc.constantFrom(
      ...['billing', 'Deploying', 'stateRunFailed', 'HTTPServers', 'v2', 'IPv6', '日本', 'ไทย', 'é', 'ﬁ', '½', 'Ⅳ', '٣'],
      ...["'s", '’LL', "'", '-', '_', '.', ':', '/', '@', '#', '+', ' ', '\n', '(', '\u0301', '\u200b', 'a', 'Z', '1'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (written) => {
        expect([...recomputeTerms(written)].sort()).toEqual([...termsOf(written)].sort());
        expect([...recomputeQuestionTerms(written)]).toEqual(analyzeQuestion(written).terms.map(({ term }) => term));
      }),
      { numRuns: 500 },
    );
  });

  it('weighs words by 0.6 when why[] says so, though no cosine is shown', () => {
    const pack = { question: 'rotate secrets', scoredAt: '2026-11-30T12:00:00Z', neighborhood: { nodes: [] } };
    const row = { entityRefs: [], title: '', headingPath: [''], text: 'rotated', changedAt: null };
    const scoreWith = (weight: number) =>
      recomputeScore(pack, { ...row, why: [{ factor: 'words', weight, value: 0.5 }] });
    expect(scoreWith(0.6)).toBeCloseTo(0.3, 12);
    expect(scoreWith(1)).toBeCloseTo(0.5, 12);
  });
});
