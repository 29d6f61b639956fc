import { describe, expect, it } from 'vitest';
import { analyzeQuestion } from '../../src/ranking/question';

describe('analyzeQuestion', () => {
  it("keeps the distinct terms in the order asked, each with the question's own word", () => {
    const { terms } = analyzeQuestion('How do I rotate the Secrets of billing-worker? Rotating secrets.');
    expect(terms.map(({ term, surface }) => [term, surface])).toEqual([
      ['rotat', 'rotate'],
      ['secret', 'Secrets'],
      ['billing-worker', 'billing-worker'],
      ['bill', 'billing'],
      ['worker', 'worker'],
    ]);
  });

  it('keeps every token, stop words included, and where each stands', () => {
    const { tokens, tokenPositions } = analyzeQuestion('The worker of the API');
    expect(tokens.map(({ lower }) => lower)).toEqual(['the', 'worker', 'of', 'the', 'api']);
    expect(tokenPositions.get('the')).toEqual([0, 3]);
  });

  it('reads a question without any term', () => {
    expect(analyzeQuestion(' ?! ')).toMatchObject({ terms: [], tokens: [] });
  });
});
