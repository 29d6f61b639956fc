import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attached, collapsed, pictureOf, withExpansion, type Expansion } from '../../../src/webview/graph/picture';
import { expansionOf, expansionsArbitrary, refOf } from './packs';

const refsOf = (expansions: readonly Expansion[]): string[] => pictureOf(expansions)!.nodes.map(({ title }) => title);

/** a → b → c → d, walked step by step. */
const first = expansionOf('a', [['a', 'dependsOn', 'b']]);
const second = expansionOf('b', [['a', 'dependsOn', 'b'], ['b', 'dependsOn', 'c']]);
const third = expansionOf('c', [['b', 'dependsOn', 'c'], ['c', 'ownedBy', 'd']]);

describe('pictureOf', () => {
  it('is nothing before the first walk', () => {
    expect(pictureOf([])).toBeNull();
  });

  it('merges walks: each entity and each relation once, with the steps from the centre', () => {
    const picture = pictureOf([first, second, third])!;
    expect(picture.centre).toBe(refOf('a'));
    expect(picture.nodes.map(({ title, steps, isCentre, isExpanded }) => [title, steps, isCentre, isExpanded])).toEqual([
      ['a', 0, true, false],
      ['b', 1, false, true],
      ['c', 2, false, true],
      ['d', 3, false, false],
    ]);
    expect(picture.edges).toHaveLength(3);
  });

  it('cuts a title that would hide all others', () => {
    const [node, ...others] = first.pack.nodes;
    const long = { ...first, pack: { ...first.pack, nodes: [{ ...node!, title: 'W'.repeat(10_000) }, ...others] } };
    expect(pictureOf([long])!.nodes.map(({ title }) => title.length)).toEqual([201, 1]);
  });

  it('takes two relations of one pair for two', () => {
    expect(pictureOf([expansionOf('a', [['a', 'dependsOn', 'b'], ['a', 'consumesApi', 'b'], ['b', 'dependsOn', 'a']])])!.edges).toHaveLength(3);
  });

  it('believes the last walk where several speak of one thing', () => {
    const later = expansionOf('b', [['a', 'dependsOn', 'b']]);
    const moved = { ...later, pack: { ...later.pack, edges: later.pack.edges.map((edge) => ({ ...edge, line: 77 })) } };
    expect(pictureOf([first, moved])!.edges.map(({ line }) => line)).toEqual([77]);
  });

  it('leaves out a walk that nothing connects with the centre', () => {
    expect(refsOf([first, third])).toEqual(['a', 'b']);
  });

  it('gathers flags and notices, each once', () => {
    const capped = expansionOf('b', [['a', 'dependsOn', 'b']], { degraded: ['candidates-capped'], notices: ['one', 'two'] });
    const picture = pictureOf([expansionOf('a', [['a', 'dependsOn', 'b']], { degraded: ['candidates-capped'], notices: ['one'] }), capped])!;
    expect(picture.degraded).toEqual(['candidates-capped']);
    expect(picture.notices).toEqual(['one', 'two']);
  });

  it('does not depend on the order in which the further walks came (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, ([start, ...others]) => {
        expect(pictureOf([start!, ...[...others].reverse()])).toEqual(pictureOf([start!, ...others]));
      }),
    );
  });
});

describe('collapsed', () => {
  it('takes back what hung on an entity alone, and the walks beyond it', () => {
    expect(refsOf(collapsed([first, second, third], refOf('b')))).toEqual(['a', 'b']);
    expect(refsOf(collapsed([first, second, third], refOf('c')))).toEqual(['a', 'b', 'c']);
  });

  it('keeps the first walk', () => {
    expect(collapsed([first, second], refOf('a'))).toEqual([first, second]);
  });

  it('undoes an expansion (law)', () => {
    fc.assert(
      fc.property(expansionsArbitrary, ([start, ...others]) => {
        const all = attached([start!, ...others]);
        const before = all.slice(0, -1);
        const last = all.at(-1)!;
        fc.pre(all.length > 1 && attached(before).length === before.length);
        expect(collapsed(withExpansion(before, last), last.pack.entityRef)).toEqual(before);
      }),
    );
  });
});

describe('withExpansion', () => {
  it('puts a new walk in the place of an older one from the same entity', () => {
    const narrower = expansionOf('b', [['a', 'dependsOn', 'b']]);
    expect(withExpansion([first, second, third], narrower)).toEqual([first, narrower]);
  });
});
