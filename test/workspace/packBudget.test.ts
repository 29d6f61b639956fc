import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { fittedPack } from '../../src/workspace/packBudget';
import { examplePack, exampleRow } from './examplePack';

const node = (ref: string) => ({ ref, kind: 'component', title: ref });
const edge = (index: number) => ({ from: 'component:default/billing-worker', type: 'dependsOn' as const, to: `resource:default/r${index}` });

/** A pack with so many edges, nearest rows and passages, each passage with a text of so many characters. */
function packOf(edges: number, nearest: number, passages: number, textLength: number) {
  return examplePack({
    passages: Array.from({ length: passages }, (_, index) => exampleRow({ text: '✓'.repeat(textLength), lines: { start: index + 1, end: index + 1 } })),
    nearest: Array.from({ length: nearest }, (_, index) => exampleRow({ text: 'n'.repeat(textLength), lines: { start: index + 1, end: index + 1 } })),
    neighborhood: {
      nodes: [node('component:default/billing-worker'), ...Array.from({ length: edges }, (_, index) => node(`resource:default/r${index}`))],
      edges: Array.from({ length: edges }, (_, index) => edge(index)),
    },
  });
}

describe('fitting a pack into its bytes', () => {
  it('leaves a pack that fits as it is', () => {
    const pack = packOf(2, 1, 2, 10);
    expect(fittedPack(pack)).toBe(pack);
  });

  it('drops the last edges first, and with them the nodes nothing else needs', () => {
    const pack = packOf(400, 2, 3, 100);
    const fitted = fittedPack(pack);
    expect(fitted.passages).toEqual(pack.passages);
    expect(fitted.nearest).toEqual(pack.nearest);
    expect(fitted.neighborhood.edges).toEqual(pack.neighborhood.edges.slice(0, fitted.neighborhood.edges.length));
    expect(fitted.neighborhood.edges.length).toBeLessThan(400);
    expect(fitted.neighborhood.nodes).toHaveLength(fitted.neighborhood.edges.length + 1);
    expect(fitted.degraded).toEqual(['candidates-capped']);
  });

  it('then drops nearest, and passages from the lowest up', () => {
    const pack = packOf(50, 3, 25, 800);
    const fitted = fittedPack(pack);
    expect(fitted.neighborhood.edges).toEqual([]);
    expect(fitted.nearest).toEqual([]);
    expect(fitted.passages).toEqual(pack.passages.slice(0, fitted.passages.length));
    expect(fitted.passages.length).toBeLessThan(25);
  });

  it('is never above its bytes, keeps at least one passage, and flags what it dropped', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(3), fc.integer({ min: 1, max: 25 }), fc.nat(800), (edges, nearest, passages, length) => {
        const pack = packOf(edges, nearest, passages, length);
        const fitted = fittedPack(pack);
        expect(jsonBytes(fitted)).toBeLessThanOrEqual(32 * 1024);
        expect(fitted.passages.length).toBeGreaterThan(0);
        const dropped = jsonBytes(pack) > 32 * 1024;
        expect(fitted.degraded).toEqual(dropped ? ['candidates-capped'] : []);
      }),
      { numRuns: 60 },
    );
  });
});

describe('notices of hundreds of repositories that cannot be read', () => {
  const noticesOf = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, index) => `repository-${index}: ${'✓'.repeat(length)}`);

  it('are counted instead of told before anything else goes, which is not flagged: they are no candidates', () => {
    const pack = { ...packOf(10, 2, 8, 100), notices: noticesOf(400, 30) };
    const fitted = fittedPack(pack);
    expect(jsonBytes(pack)).toBeGreaterThan(32 * 1024);
    expect({ ...fitted, notices: [] }).toEqual({ ...pack, notices: [] });
    expect(fitted.notices.slice(0, -1)).toEqual(pack.notices.slice(0, fitted.notices.length - 1));
    // What is told takes the most of its 4 KiB.
    expect(jsonBytes(fitted.notices)).toBeGreaterThan(3.5 * 1024);
    expect(fitted.notices.at(-1)).toBe(
      `${400 - fitted.notices.length + 1} more notices are left out of this answer; the status of the workspace tells what is wrong with each repository.`,
    );
  });

  it('never make a pack larger than its bytes, nor push out its best passage', () => {
    fc.assert(
      fc.property(
        fc.nat(800),
        fc.nat(600),
        fc.nat(100),
        fc.integer({ min: 1, max: 25 }),
        fc.nat(800),
        fc.integer({ min: 6 * 1024, max: 32 * 1024 }),
        (count, length, edges, passages, textLength, limit) => {
          const pack = { ...packOf(edges, 2, passages, textLength), notices: noticesOf(count, length) };
          const fitted = fittedPack(pack, limit);
          expect(jsonBytes(fitted)).toBeLessThanOrEqual(limit);
          expect(fitted.passages[0]).toEqual(pack.passages[0]);
          const dropped = fitted.passages.length + fitted.nearest.length + fitted.neighborhood.edges.length < passages + 2 + edges;
          expect(fitted.degraded).toEqual(dropped ? ['candidates-capped'] : []);
          // Every notice is told or counted.
          const more = Number(/^(\d+) more notice/.exec(fitted.notices.at(-1) ?? '')?.[1] ?? 0);
          if (count > 0) expect(fitted.notices.length - (more > 0 ? 1 : 0) + more).toBe(count);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('one endless notice is only counted', () => {
    expect(fittedPack({ ...packOf(0, 0, 1, 10), notices: ['x'.repeat(40_000)] }).notices).toEqual([
      '1 more notice is left out of this answer; the status of the workspace tells what is wrong with each repository.',
    ]);
  });
});

const owner = (index: number) => `component:default/service-${index}`;

/** Passages of a document with so many owners, all of them in the neighborhood. */
function ownedPack(owners: number, question: string) {
  const refs = Array.from({ length: owners }, (_, index) => owner(index));
  return examplePack({
    question,
    passages: Array.from({ length: 8 }, (_, index) => exampleRow({ entityRefs: refs, lines: { start: index + 1, end: index + 1 } })),
    neighborhood: { nodes: refs.map(node), edges: refs.map((ref) => ({ from: ref, type: 'ownedBy' as const, to: 'group:default/team' })) },
  });
}

describe('a document with thousands of owners', () => {
  it('fits with all its passages: they keep their first entities, with their edges', () => {
    const fitted = fittedPack(ownedPack(5000, 'how to retry'));
    expect(jsonBytes(fitted)).toBeLessThanOrEqual(32 * 1024);
    expect(fitted.passages).toHaveLength(8);
    expect(fitted.passages[0]?.entityRefs).toEqual(Array.from({ length: 10 }, (_, index) => owner(index)));
    expect(fitted.neighborhood.edges).toHaveLength(10);
    expect(fitted.degraded).toEqual(['candidates-capped']);
  });

  it('keeps the entity that the question names, because the score depends on it', () => {
    const fitted = fittedPack(ownedPack(5000, 'how does service-4711 retry?'));
    expect(fitted.passages.every((row) => row.entityRefs.includes(owner(4711)))).toBe(true);
    expect(fitted.neighborhood.nodes.map(({ ref }) => ref)).toContain(owner(4711));
  });
});

describe('a passage that no pack can hold', () => {
  const endless = exampleRow({ headingPath: Array.from({ length: 40 }, () => '漢'.repeat(800)) });

  it('does not push out the others', () => {
    const pack = examplePack({ passages: [endless, exampleRow({}), exampleRow({})], nearest: [endless] });
    const fitted = fittedPack(pack);
    expect(fitted.passages).toEqual(pack.passages.slice(1));
    expect(fitted.nearest).toEqual([]);
    expect(fitted.degraded).toEqual(['candidates-capped']);
  });

  it('is left out even where it is the only one', () => {
    expect(jsonBytes(fittedPack(examplePack({ passages: [endless] })))).toBeLessThanOrEqual(32 * 1024);
  });
});

it('keeps one passage under a budget smaller than a pack, be it over that', () => {
  const pack = packOf(5, 1, 3, 500);
  expect(fittedPack(pack, 0).passages).toEqual(pack.passages.slice(0, 1));
});
