import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../../src/webview/graph/entries';
import { pictureOf } from '../../../src/webview/graph/picture';
import { expansionOf, expansionsArbitrary } from './packs';

describe('entriesOf', () => {
  it('groups the relations of an entity by direction and type, in the order of the contract', () => {
    const picture = pictureOf([expansionOf('m', [['m', 'ownedBy', 'team'], ['m', 'dependsOn', 'db'], ['web', 'dependsOn', 'm']])])!;
    const [entry] = entriesOf(picture);
    expect(entry!.groups.map(({ direction, type, rows }) => [direction, type, rows.map(({ other }) => other.title)])).toEqual([
      ['out', 'dependsOn', ['db']],
      ['out', 'ownedBy', ['team']],
      ['in', 'dependsOn', ['web']],
    ]);
  });

  it('says exactly what the picture says: each entity once, each relation with both of its ends (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, (expansions) => {
        const picture = pictureOf(expansions)!;
        const entries = entriesOf(picture);
        expect(entries.map(({ node }) => node.ref).sort()).toEqual(picture.nodes.map(({ ref }) => ref));
        const said = (direction: 'out' | 'in') =>
          entries.flatMap(({ node, groups }) =>
            groups.filter((group) => group.direction === direction).flatMap((group) =>
              group.rows.map(({ edge, other }) => {
                expect([node.ref, other.ref]).toEqual(direction === 'out' ? [edge.from, edge.to] : [edge.to, edge.from]);
                expect(edge.type).toBe(group.type);
                return edge.id;
              }),
            ),
          ).sort();
        expect(said('out')).toEqual(picture.edges.map(({ id }) => id).sort());
        expect(said('in')).toEqual(picture.edges.filter(({ from, to }) => from !== to).map(({ id }) => id).sort());
      }),
    );
  });

  it('begins with the centre and goes outward', () => {
    fc.assert(
      fc.property(expansionsArbitrary, (expansions) => {
        const steps = entriesOf(pictureOf(expansions)!).map(({ node }) => node.steps);
        expect(steps[0]).toBe(0);
        expect([...steps].sort((left, right) => left - right)).toEqual(steps);
      }),
    );
  });
});
