import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTopSelection } from '../../src/ranking/topSelection';

const ascending = (first: number, second: number) => first - second;

describe('createTopSelection', () => {
  it('keeps what a full sort would put first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 10 }), (items, limit) => {
        const selection = createTopSelection(limit, ascending);
        items.forEach(selection.offer);
        expect(selection.best()).toEqual([...items].sort(ascending).slice(0, limit));
      }),
    );
  });

  it('wants anything until it is full, then only what is better than the worst', () => {
    const selection = createTopSelection(2, ascending);
    expect([selection.wants(9), selection.worst()]).toEqual([true, undefined]);
    selection.offer(5);
    selection.offer(3);
    expect([selection.worst(), selection.wants(4), selection.wants(5)]).toEqual([5, true, false]);
  });
});
