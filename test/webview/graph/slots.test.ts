import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pictureOf } from '../../../src/webview/graph/picture';
import { pointOf, slotsOf, type Slots } from '../../../src/webview/graph/slots';
import { expansionOf, expansionsArbitrary, refOf } from './packs';

const NOTHING: Slots = new Map();
const at = (slots: Slots, name: string) => slots.get(refOf(name));

describe('slotsOf', () => {
  it('puts what an entity depends on to its right and what depends on it to its left', () => {
    const picture = pictureOf([expansionOf('m', [['m', 'dependsOn', 'right'], ['left', 'dependsOn', 'm'], ['right', 'ownedBy', 'far']])])!;
    const slots = slotsOf(picture, NOTHING);
    expect(at(slots, 'm')).toEqual({ column: 0, row: 0 });
    expect(at(slots, 'right')).toEqual({ column: 1, row: 0 });
    expect(at(slots, 'left')).toEqual({ column: -1, row: 0 });
    expect(at(slots, 'far')).toEqual({ column: 2, row: 0 });
  });

  it('gives every entity a slot of its own (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, (expansions) => {
        const picture = pictureOf(expansions)!;
        const slots = slotsOf(picture, NOTHING);
        expect([...slots.keys()].sort()).toEqual(picture.nodes.map(({ ref }) => ref));
        expect(new Set([...slots.values()].map(({ column, row }) => `${column} ${row}`)).size).toBe(slots.size);
      }),
    );
  });

  it('gives the same picture the same slots, whatever the order of its walks (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, ([start, ...others]) => {
        const [one, two] = [[start!, ...others], [start!, ...[...others].reverse()]].map((expansions) => [...slotsOf(pictureOf(expansions)!, NOTHING)]);
        expect(new Map(two)).toEqual(new Map(one));
      }),
    );
  });

  it('moves nothing that is there when something is added (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, (expansions) => {
        const before = slotsOf(pictureOf(expansions.slice(0, 1))!, NOTHING);
        const after = slotsOf(pictureOf(expansions)!, before);
        for (const [ref, slot] of before) expect(after.get(ref)).toEqual(slot);
      }),
    );
  });

  it('begins anew around another centre', () => {
    const before = slotsOf(pictureOf([expansionOf('a', [['a', 'dependsOn', 'b']])])!, NOTHING);
    const after = slotsOf(pictureOf([expansionOf('b', [['a', 'dependsOn', 'b']])])!, before);
    expect(at(after, 'b')).toEqual({ column: 0, row: 0 });
    expect(at(after, 'a')).toEqual({ column: -1, row: 0 });
  });

  it('has room for an entity with hundreds of neighbours, in several columns', () => {
    const relations = Array.from({ length: 300 }, (_, index) => ['m', 'dependsOn', `n${index}`] as const);
    const slots = slotsOf(pictureOf([expansionOf('m', relations)])!, NOTHING);
    const columns = [...slots.values()].map(({ column }) => column);
    expect(slots.size).toBe(301);
    // 300 in one column would be a line no window shows.
    expect(Math.max(...columns)).toBeGreaterThan(3);
    expect(Math.min(...columns)).toBe(0);
  });
});

describe('pointOf', () => {
  const geometry = { columnWidth: 100, rowHeight: 40, nodeWidth: 60, nodeHeight: 30 };
  it('sets every other column half a row lower', () => {
    expect(pointOf({ column: 0, row: 2 }, geometry)).toEqual({ x: 0, y: 80 });
    expect(pointOf({ column: -1, row: 2 }, geometry)).toEqual({ x: -100, y: 100 });
  });
});
