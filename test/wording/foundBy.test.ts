import { describe, expect, it } from 'vitest';
import type { Factor } from '../../src/contract/tools';
import { foundByOf } from '../../src/wording/foundBy';

const by = (...factors: Factor[]): string | null => foundByOf(factors.map((factor) => ({ factor })));

describe('foundByOf', () => {
  it('names the halves of the score that found a passage, bonuses aside', () => {
    expect(by('words', 'title', 'recency')).toBe('found by words');
    expect(by('meaning')).toBe('found by meaning');
    expect(by('words', 'meaning', 'entity')).toBe('found by words and meaning');
    expect(by('recency')).toBeNull();
    expect(by()).toBeNull();
  });
});
