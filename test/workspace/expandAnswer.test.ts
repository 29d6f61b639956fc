import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandPackSchema, workspaceExpandInput } from '../../src/contract/expandTool';
import type { Edge, Entity } from '../../src/contract/model';
import { buildGraph } from '../../src/graph/graph';
import { expansionFrom, type ExpandPicture } from '../../src/workspace/expandAnswer';
import { fittedExpansion } from '../../src/workspace/expandBudget';
import { jsonBytes } from '../../src/contract/jsonBytes';

const at = (line: number) => ({ path: 'catalog-info.yaml', line });
const component = (name: string): Entity => ({
  ref: `component:default/${name}`,
  kind: 'component',
  namespace: 'default',
  name,
  title: null,
  description: null,
  type: null,
  annotations: {},
  derived: false,
  declaredAt: at(1),
});
const dependsOn = (from: string, to: string, line: number): Edge => ({
  from: `component:default/${from}`,
  type: 'dependsOn',
  to: `component:default/${to}`,
  derived: false,
  declaredAt: at(line),
});

function pictureOf(entities: readonly Entity[], edges: readonly Edge[]): ExpandPicture {
  return {
    workspace: 'shop',
    graph: buildGraph([{ repositoryId: 'api', entities, edges }]),
    indexedAt: '2026-11-30T00:00:00.000Z',
    asOf: null,
    commits: new Map([['api', 'c0ffee']]),
    degraded: [],
    notices: [],
  };
}

const chain = pictureOf(
  [component('a'), component('b'), component('c'), { ...component('b'), ref: 'api:default/b', kind: 'api' }],
  [dependsOn('a', 'b', 7), dependsOn('b', 'c', 8), dependsOn('c', 'a', 9), dependsOn('c', 'ghost', 10)],
);
const ask = (picture: ExpandPicture, args: object) => expansionFrom(picture, workspaceExpandInput.parse(args));

describe('an expansion', () => {
  it('cites the file, line and commit of every edge, and ends in a cycle', () => {
    const pack = expandPackSchema.parse(ask(chain, { entityRef: 'component:default/a', direction: 'out', depth: 3 }));
    expect(pack.edges.map((edge) => [edge.from.slice(-1), edge.to.slice(-1), edge.distance, edge.line])).toEqual([
      ['a', 'b', 1, 7],
      ['b', 'c', 2, 8],
      ['c', 'a', 3, 9],
      ['c', 't', 3, 10],
    ]);
    expect(pack.edges[0]).toMatchObject({ sourceRef: 'api/catalog-info.yaml', sourceCommit: 'c0ffee', dangling: false });
  });

  it('marks what nobody declares', () => {
    const pack = ask(chain, { entityRef: 'component:default/c', direction: 'out' });
    expect(pack.nodes.filter((node) => !node.declared).map((node) => node.ref)).toEqual(['component:default/ghost']);
    expect(pack.edges.filter((edge) => edge.dangling).map((edge) => edge.to)).toEqual(['component:default/ghost']);
  });

  it('resolves a short ref that only one entity has', () => {
    expect(ask(chain, { entityRef: 'c' }).entityRef).toBe('component:default/c');
  });

  it('asks back when a short ref is that of several', () => {
    expect(ask(chain, { entityRef: 'b' })).toMatchObject({
      entityRef: 'b',
      edges: [],
      notices: ['"b" is the short form of several entities; name one of them in full: api:default/b, component:default/b.'],
    });
  });

  it('names the closest refs when there is none like it', () => {
    const billing = pictureOf([component('billing-worker'), component('storefront')], []);
    expect(ask(billing, { entityRef: 'biling-worker' })).toMatchObject({
      nodes: [],
      edges: [],
      notices: ['No entity is called "biling-worker"; the closest are component:default/billing-worker.'],
    });
  });

  it('says how many edges the limit left out', () => {
    const star = pictureOf([component('hub')], Array.from({ length: 5 }, (_, index) => dependsOn('hub', `n${index}`, index + 1)));
    expect(ask(star, { entityRef: 'hub', limit: 3 })).toMatchObject({
      degraded: ['candidates-capped'],
      notices: ['2 more edges are within this depth; narrow "direction" or "edgeTypes", or raise "limit".'],
      edges: [{ line: 1 }, { line: 2 }, { line: 3 }],
    });
    expect(ask(star, { entityRef: 'hub', limit: 5 }).degraded).toEqual([]);
  });

  it('is never above 32 KiB, and flags what it dropped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 200 }), (count, length) => {
        const names = Array.from({ length: count }, (_, index) => `n${index}-${'x'.repeat(length)}`);
        const star = pictureOf([component('hub')], names.map((name, index) => dependsOn('hub', name, index + 1)));
        const pack = ask(star, { entityRef: 'hub', limit: 100 });
        expect(jsonBytes(pack)).toBeLessThanOrEqual(32 * 1024);
        expect(pack.degraded).toEqual(pack.edges.length < count ? ['candidates-capped'] : []);
        expect(pack.nodes).toHaveLength(pack.edges.length + 1);
      }),
      { numRuns: 50 },
    );
  });

  it('of hundreds of repositories that cannot be read is never above 32 KiB, keeps its edges and what concerns the question, and counts the notices left out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), (count, length, edges, known) => {
        const star = pictureOf([component('hub')], Array.from({ length: edges }, (_, index) => dependsOn('hub', `n${index}`, index + 1)));
        const notices = Array.from({ length: count }, (_, index) => `repository-${index}: ${'✓'.repeat(length)}`);
        const pack = ask({ ...star, notices }, { entityRef: known ? 'hub' : 'nobody', limit: 100 });
        expect(jsonBytes(pack)).toBeLessThanOrEqual(32 * 1024);
        // Nothing but notices had to go, and those are no candidates.
        expect([pack.degraded, pack.edges.length]).toEqual([[], known ? edges : 0]);
        const own = known ? [] : ['No entity is called "nobody".'];
        expect(pack.notices.slice(0, own.length)).toEqual(own);
        const told = pack.notices.slice(own.length);
        if (told.length === count && told.at(-1) === notices.at(-1)) return;
        expect(told.slice(0, -1)).toEqual(notices.slice(0, told.length - 1));
        expect(told.at(-1)).toMatch(new RegExp(`^${count - told.length + 1} more notices? `));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps its start however little room there is', () => {
    const pack = fittedExpansion(ask(chain, { entityRef: 'component:default/a' }), 0);
    expect(pack).toMatchObject({ edges: [], nodes: [{ ref: 'component:default/a' }], degraded: ['candidates-capped'] });
  });
});
