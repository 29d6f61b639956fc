import { describe, expect, it } from 'vitest';
import { findNamedEntity } from '../../src/ranking/namedEntity';
import { analyzeQuestion } from '../../src/ranking/question';
import { scorePassage } from '../../src/ranking/score';
import { explainScore, type ExplainedPassage } from '../../src/ranking/why';

const now = Date.parse('2026-11-30T12:00:00Z');

const passage: ExplainedPassage = {
  title: 'Billing worker',
  headingPath: ['Billing worker', 'Retries'],
  text: 'Secrets are rotated by the platform.',
  changedAt: '2026-11-18T09:00:00Z',
  named: null,
  repositoryId: 'shop-api',
  lastRun: { verdict: 'succeeded', name: 'npm test', endedAt: '2026-11-29T08:00:00Z' },
};

/** The details of a passage that matches everything it can, by factor. */
function detailsOf(asked: string, changes: Partial<ExplainedPassage> = {}): Record<string, string> {
  const question = analyzeQuestion(asked);
  const entities = [{ ref: 'component:default/billing-worker', title: 'Billing worker' }];
  const explained = { ...passage, named: findNamedEntity(question, entities), ...changes };
  const { factors } = scorePassage(
    question,
    {
      matchedTerms: question.terms.length,
      title: explained.title,
      named: explained.named,
      cosine: 0.62,
      changedAt: explained.changedAt,
      lastRun: explained.lastRun?.verdict ?? 'unknown',
    },
    now,
  );
  const why = explainScore(question, factors, explained, { now, model: 'Xenova/all-MiniLM-L6-v2' });
  return Object.fromEntries(why.map((row) => [row.factor, row.detail]));
}

describe('explainScore', () => {
  it('names the words found and not found as the question writes them, never as stems', () => {
    const { words } = detailsOf('How do I rotate the monthly secrets of billing-worker?');
    expect(words).toBe(
      '4 of 6 words of the question: rotate, secrets, billing, worker; not found: monthly, billing-worker',
    );
  });

  it('leaves "not found" out when every word is found, and counts one word as one', () => {
    expect(detailsOf('rotated').words).toBe('1 of 1 word of the question: rotated');
  });

  it('says which words the title has', () => {
    expect(detailsOf('rotating secrets, workers').title).toBe('1 of 3 words of the question is in the title: workers');
    expect(detailsOf('billing worker').title).toBe('2 of 2 words of the question are in the title: billing, worker');
  });

  it('says which entity was named, and by which words', () => {
    expect(detailsOf('restart the Billing Worker').entity).toBe(
      'the question names component:default/billing-worker: “Billing Worker” is its title',
    );
    expect(detailsOf('restart billing-worker').entity).toBe(
      'the question names component:default/billing-worker: “billing-worker” is its name',
    );
  });

  it('gives the cosine and the model it comes from', () => {
    expect(detailsOf('secrets').meaning).toBe(
      'cosine 0.620 between the question and the passage (model Xenova/all-MiniLM-L6-v2)',
    );
  });

  it.each([
    ['2026-11-18T09:00:00Z', 'last changed 12 days before the question (2026-11-18)'],
    ['2026-11-29T12:00:00Z', 'last changed 1 day before the question (2026-11-29)'],
    ['2026-11-29T12:00:01Z', 'last changed less than a day before the question (2026-11-29)'],
    ['2026-12-02T00:00:00Z', 'last changed on 2026-12-02, after the time of the question'],
    ['2026-11-19T01:00:00+02:00', 'last changed 11 days before the question (2026-11-18)'],
  ])('says how old a change of %s is: %s', (changedAt, detail) => {
    expect(detailsOf('secrets', { changedAt }).recency).toBe(detail);
  });

  it('says which run succeeded, and when, as far as it is known', () => {
    expect(detailsOf('secrets').runHealth).toBe('the last run in shop-api succeeded (npm test, 2026-11-29)');
    expect(detailsOf('secrets', { lastRun: { verdict: 'succeeded', name: null, endedAt: null } }).runHealth).toBe(
      'the last run in shop-api succeeded',
    );
  });

  it('keeps a very long question from filling the answer', () => {
    const asked = Array.from({ length: 300 }, (_, index) => `w${index}x`).join(' ');
    const { words } = detailsOf(asked);
    expect(words).toMatch(/^0 of 300 words of the question; not found: w0x, /);
    expect(words).toMatch(/, w29x and 270 more$/);
    expect(detailsOf('x'.repeat(2000)).words!.length).toBeLessThan(200);
  });

  it('keeps the rows as they are and adds only the detail', () => {
    const question = analyzeQuestion('secrets');
    const factors = [{ factor: 'words', weight: 1, value: 1, contribution: 1 }] as const;
    const [row] = explainScore(question, factors, passage, { now, model: 'm' });
    expect(row).toEqual({ ...factors[0], detail: '1 of 1 word of the question: secrets' });
  });
});
