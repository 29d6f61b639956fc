import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { questionTermsOf, termsOf } from '../../src/text/terms';

interface Example {
  readonly text: string;
  readonly terms: readonly string[];
  readonly questionTerms: readonly string[];
}

const examples = readFileSync(new URL('worked-examples/terms.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Example);

describe("the contract's worked examples of terms", () => {
  it('are all here', () => expect(examples).toHaveLength(37));

  it.each(examples)('terms of $text', ({ text, terms }) => expect(termsOf(text)).toEqual(terms));

  it.each(examples)('terms a question is searched by: $text', ({ text, questionTerms }) => {
    expect(questionTermsOf(text).map(({ term }) => term)).toEqual(questionTerms);
  });
});
