import { describe, expect, it } from 'vitest';
import { passageTermsOf } from '../../src/text/passageTerms';

describe('passageTermsOf', () => {
  it('has the terms of headings and text, once each, and those of the innermost heading', () => {
    const passage = { headings: ['Deploying', 'Retry queues'], text: 'Retries of billing-worker', lines: { start: 1, end: 1 } };
    expect(passageTermsOf(passage)).toEqual({
      terms: ['deploy', 'retri', 'queue', 'of', 'billing-worker', 'bill', 'worker'],
      headingTerms: ['retri', 'queue'],
    });
  });

  it('has no heading terms without headings', () => {
    expect(passageTermsOf({ headings: [], text: 'word', lines: { start: 1, end: 1 } })).toEqual({ terms: ['word'], headingTerms: [] });
  });

  it('does not join the last word of a heading with the first of what follows', () => {
    const { terms } = passageTermsOf({ headings: ['end-'], text: '-start', lines: { start: 1, end: 1 } });
    expect(terms).toEqual(['end', 'start']);
  });
});
