import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANSWER_FLOOR, MATCH_FLOOR } from '../../src/contract/constants';
import type { RunVerdict } from '../../src/contract/model';
import { findNamedEntity } from '../../src/ranking/namedEntity';
import { analyzeQuestion } from '../../src/ranking/question';
import { rankPassages } from '../../src/ranking/rank';
import { reaches, scorePassage } from '../../src/ranking/score';
import { explainScore } from '../../src/ranking/why';
import { termsOf } from '../../src/text/terms';
import { repositoryOf } from './candidates';
import { recomputeNames, recomputeQuestionTerms, recomputeScore } from './recompute';

interface WorkedExample {
  readonly question: string;
  readonly passage: {
    readonly title: string;
    readonly headingPath: readonly string[];
    readonly text: string;
    readonly entityRefs: readonly string[];
    readonly entityTitles: readonly string[];
  };
  readonly cosine: number | null;
  readonly changedAt: string | null;
  readonly lastRun: RunVerdict;
  readonly now: string;
  readonly expected: {
    readonly questionTerms: readonly string[];
    readonly namesEntity: boolean;
    readonly aboveMatchFloor: boolean;
    readonly answer: boolean;
    readonly score: number;
    readonly why: readonly { factor: string; weight: number; value: number; contribution: number }[];
  };
}

// Computed by a program independent of this one and published with the contract.
const examples = readFileSync(new URL('./worked-examples/scores.jsonl', import.meta.url), 'utf8')
  .split(/\r?\n/)
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as WorkedExample);

describe('the worked examples of scores published with the contract', () => {
  it('are all there', () => {
    expect(examples).toHaveLength(21);
  });

  it.each(examples.map((example, index) => [index + 1, example.question, example] as const))(
    'example %i: %s',
    (_, asked, { passage, cosine, changedAt, lastRun, now, expected }) => {
      const question = analyzeQuestion(asked);
      const entities = passage.entityRefs.map((ref, index) => ({ ref, title: passage.entityTitles[index] ?? null }));
      const named = findNamedEntity(question, entities);
      const present = new Set(termsOf([...passage.headingPath, passage.text].join('\n')));
      const matchedTerms = question.terms.filter(({ term }) => present.has(term)).length;
      const scored = scorePassage(
        question,
        { matchedTerms, title: passage.title, named, cosine, changedAt, lastRun },
        Date.parse(now),
      );

      expect(question.terms.map(({ term }) => term)).toEqual(expected.questionTerms);
      expect(named !== null).toBe(expected.namesEntity);
      expect(reaches(scored.relevance, MATCH_FLOOR)).toBe(expected.aboveMatchFloor);
      expect(reaches(scored.score, ANSWER_FLOOR)).toBe(expected.answer);
      expect(scored.score).toBeCloseTo(expected.score, 9);
      expect(scored.factors.map(({ factor, weight }) => ({ factor, weight }))).toEqual(
        expected.why.map(({ factor, weight }) => ({ factor, weight })),
      );
      scored.factors.forEach((row, index) => {
        expect(row.value).toBeCloseTo(expected.why[index]!.value, 9);
        expect(row.contribution).toBeCloseTo(expected.why[index]!.contribution, 9);
      });
    },
  );

  it.each(examples.map((example, index) => [index + 1, example.question, example] as const))(
    'example %i is ranked with that score, or not returned below the floor, and computed again from the answer: %s',
    (_, asked, { passage, cosine, changedAt, lastRun, now, expected }) => {
      const question = analyzeQuestion(asked);
      const titles = new Map(passage.entityRefs.map((ref, index) => [ref, passage.entityTitles[index] ?? null]));
      const run = { verdict: lastRun, name: null, endedAt: null };
      const repository = {
        ...repositoryOf(
          question,
          'shop',
          [{ ...passage, path: 'a.md', headings: passage.headingPath.slice(1), cosine, changedAt }],
          cosine !== null,
        ),
        lastRun: run,
      };
      const context = { now: Date.parse(now), titleOf: (ref: string) => titles.get(ref) ?? null };

      const { passages } = rankPassages(question, [repository], context, 8);
      expect(passages).toHaveLength(expected.answer ? 1 : 0);
      for (const ranked of passages) {
        expect(ranked.score).toBeCloseTo(expected.score, 9);
        const why = explainScore(
          question,
          ranked.factors,
          { ...passage, changedAt, named: ranked.named, repositoryId: 'shop', lastRun: run },
          { now: context.now, model: 'a-model' },
        );
        const pack = {
          question: asked,
          scoredAt: now,
          neighborhood: { nodes: [...titles].map(([ref, title]) => ({ ref, title: title ?? ref })) },
        };
        expect(recomputeScore(pack, { ...passage, changedAt, why })).toBeCloseTo(ranked.score, 9);
      }
    },
  );

  it('agree with the independent reading of question terms and of named entities', () => {
    for (const { question, passage, expected } of examples) {
      expect([...recomputeQuestionTerms(question)]).toEqual(expected.questionTerms);
      const names = passage.entityRefs.some((ref, index) =>
        recomputeNames(question, ref, passage.entityTitles[index] ?? null),
      );
      expect(names).toBe(expected.namesEntity);
    }
  });
});
