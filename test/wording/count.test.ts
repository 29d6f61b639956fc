import { describe, expect, it } from 'vitest';
import { countOf } from '../../src/wording/count';

describe('countOf', () => {
  it.each([
    [0, 'passage', '0 passages'],
    [1, 'passage', '1 passage'],
    [1, 'entity', '1 entity'],
    [1200, 'entity', '1,200 entities'],
  ] as const)('%i %s', (number, noun, words) => {
    expect(countOf(number, noun)).toBe(words);
  });
});
