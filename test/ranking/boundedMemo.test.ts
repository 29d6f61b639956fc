import { describe, expect, it } from 'vitest';
import { boundedMemo } from '../../src/ranking/boundedMemo';

describe('boundedMemo', () => {
  it('computes an answer once, and again only after `limit` other texts', () => {
    const asked: string[] = [];
    const memo = boundedMemo((text) => {
      asked.push(text);
      return text === 'b' ? undefined : text.length;
    }, 2);
    expect([memo('a'), memo('b'), memo('a'), memo('b')]).toEqual([1, undefined, 1, undefined]);
    expect(asked).toEqual(['a', 'b']);
    memo('ccc'); // takes the place of 'a', the oldest
    expect([memo('b'), memo('a')]).toEqual([undefined, 1]);
    expect(asked).toEqual(['a', 'b', 'ccc', 'a']);
  });
});
