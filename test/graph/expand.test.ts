import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGE_TYPES, type EdgeType } from '../../src/contract/model';
import { DIRECTIONS, type Direction } from '../../src/contract/model';
import { expand, type ExpandOptions } from '../../src/graph/expand';
import { buildGraph, type Graph } from '../../src/graph/graph';
import { component, graphOf, repositories } from './helpers';

const all: ExpandOptions = { depth: 3, direction: 'both', edgeTypes: null, limit: 100 };
const walk = (graph: Graph, start: string, options: Partial<ExpandOptions> = {}) => expand(graph, component(start), { ...all, ...options });
const shown = (graph: Graph, start: string, options: Partial<ExpandOptions> = {}) =>
  walk(graph, start, options).edges.map(({ from, to, distance }) => `${from.at(-1)}>${to.at(-1)} ${distance}`);

describe('expand', () => {
  const chain = graphOf('a>b', 'b>c', 'c>d', 'd>e', 'z>a');

  it('goes as far as it is asked to', () => {
    expect(shown(chain, 'a', { depth: 1 })).toEqual(['a>b 1', 'z>a 1']);
    expect(shown(chain, 'a')).toEqual(['a>b 1', 'z>a 1', 'b>c 2', 'c>d 3']);
  });

  it('goes out to what the entity depends on, in to what depends on it', () => {
    expect(shown(chain, 'b', { direction: 'out' })).toEqual(['b>c 1', 'c>d 2', 'd>e 3']);
    expect(shown(chain, 'b', { direction: 'in' })).toEqual(['a>b 1', 'z>a 2']);
  });

  it('ends on cycles and on edges to oneself', () => {
    expect(shown(graphOf('a>a', 'a>b', 'b>c', 'c>a'), 'a', { depth: 100, direction: 'out' })).toEqual(['a>a 1', 'a>b 1', 'b>c 2', 'c>a 3']);
  });

  it('holds edges among entities met already', () => {
    expect(shown(graphOf('a>b', 'a>c', 'b>c'), 'a', { direction: 'out' })).toEqual(['a>b 1', 'a>c 1', 'b>c 2']);
  });

  it('keeps the nearest edges within the limit, ties by ref, and counts the others', () => {
    const star = graphOf('a>d', 'a>c', 'a>b', 'b>e');
    expect(shown(star, 'a', { limit: 2 })).toEqual(['a>b 1', 'a>c 1']);
    expect(walk(star, 'a', { limit: 2 }).dropped).toBe(2);
    expect(walk(star, 'a', { limit: 2 }).refs).toEqual(['a', 'b', 'c'].map(component));
    expect(walk(star, 'a', { limit: 4 }).dropped).toBe(0);
  });

  it('walks the asked types only', () => {
    const graph = buildGraph([{ repositoryId: 'r', entities: [], edges: (['dependsOn', 'partOf'] as const).map((type) => ({ from: component('a'), type, to: component(type === 'partOf' ? 's' : 'b'), derived: false, declaredAt: { path: 'x', line: 1 } })) }]);
    expect(shown(graph, 'a', { edgeTypes: ['partOf'] })).toEqual(['a>s 1']);
    expect(shown(graph, 'a', { edgeTypes: [] })).toEqual([]);
  });

  it('of an unknown entity is empty', () => {
    expect(walk(chain, 'nobody')).toEqual({ edges: [], refs: [], dropped: 0 });
  });

  it('says where each edge is declared', () => {
    expect(walk(chain, 'd', { depth: 1, direction: 'out' }).edges).toEqual([
      { from: component('d'), type: 'dependsOn', to: component('e'), derived: false, declaredAt: { path: 'catalog-info.yaml', line: 1 }, repositoryId: 'shop', distance: 1 },
    ]);
  });

  it('equals a naive walk over the list of edges', () => {
    fc.assert(
      fc.property(
        repositories,
        fc.constantFrom(...'abcdefgh'),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...DIRECTIONS),
        fc.option(fc.subarray([...EDGE_TYPES])),
        fc.integer({ min: 0, max: 30 }),
        (input, start, depth, direction, edgeTypes, limit) => {
          const graph = buildGraph(input);
          const expected = naiveWalk(graph, component(start), depth, direction, edgeTypes);
          const found = walk(graph, start, { depth, direction, edgeTypes, limit });
          expect(found.edges.map(({ from, to, type, distance }) => [distance, from, to, type])).toEqual(expected.slice(0, limit));
          expect(found.dropped).toBe(Math.max(0, expected.length - limit));
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Distances by relaxing all edges again and again; an edge is one step beyond the end it is walked from. */
function naiveWalk(graph: Graph, start: string, depth: number, direction: Direction, edgeTypes: readonly EdgeType[] | null): (string | number)[][] {
  const edges = graph.edges.filter((edge) => edgeTypes === null || edgeTypes.includes(edge.type));
  const distance = new Map([[start, 0]]);
  const steps = edges.flatMap((edge) => [...(direction === 'in' ? [] : [{ edge, near: edge.from, far: edge.to }]), ...(direction === 'out' ? [] : [{ edge, near: edge.to, far: edge.from }])]);
  for (let round = 0; round < graph.nodes.length; round += 1) {
    for (const { near, far } of steps) {
      distance.set(far, Math.min(distance.get(far) ?? Infinity, (distance.get(near) ?? Infinity) + 1));
    }
  }
  return edges
    .map((edge) => ({ edge, at: Math.min(...steps.filter((step) => step.edge === edge).map((step) => (distance.get(step.near) ?? Infinity) + 1)) }))
    .filter(({ at }) => at <= depth)
    .map(({ edge, at }): [number, string, string, string] => [at, edge.from, edge.to, edge.type])
    .sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : EDGE_TYPES.indexOf(a[3] as EdgeType) - EDGE_TYPES.indexOf(b[3] as EdgeType)));
}
