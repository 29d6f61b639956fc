import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestTowards } from '../../../src/webview/graph/nearest';

const POINTS: readonly (readonly [string, { x: number; y: number }])[] = [
  ['near', { x: 10, y: 0 }],
  ['far', { x: 50, y: 0 }],
  ['aside', { x: 8, y: 30 }],
  ['above', { x: 0, y: -20 }],
];

describe('nearestTowards', () => {
  it.each([
    ['ArrowRight', 'near'],
    ['ArrowUp', 'above'],
    ['ArrowDown', 'aside'],
    ['ArrowLeft', null],
  ] as const)('%s leads to %s', (key, expected) => {
    expect(nearestTowards(key, { x: 0, y: 0 }, POINTS)).toBe(expected);
  });

  it('never stays where it is nor goes back, and finds something wherever something lies ahead (law)', () => {
    const coordinate = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(fc.array(fc.record({ x: coordinate, y: coordinate })), (list) => {
        const points = list.map((point, index) => [String(index), point] as const);
        const found = nearestTowards('ArrowRight', { x: 0, y: 0 }, points);
        expect(found === null).toBe(list.every(({ x }) => x <= 0));
        if (found !== null) expect(list[Number(found)]!.x).toBeGreaterThan(0);
      }),
    );
  });
});
