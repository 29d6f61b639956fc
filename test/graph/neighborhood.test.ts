import { describe, expect, it } from 'vitest';
import { neighborhoodSchema } from '../../src/contract/tools';
import { buildGraph } from '../../src/graph/graph';
import { neighborhoodOf } from '../../src/graph/neighborhood';
import { component, edge, entity } from './helpers';

const graph = buildGraph([
  {
    repositoryId: 'shop',
    entities: [entity(component('a'), { title: 'The A' }), entity(component('b'), { name: 'B-Service' }), entity(component('c'))],
    edges: [edge(component('a'), component('b')), edge(component('c'), component('a')), edge(component('b'), 'group:default/team', 'ownedBy'), edge(component('c'), component('b'))],
  },
]);

describe('neighborhoodOf', () => {
  it('holds the cited entities and their direct edges both ways, with titles or names', () => {
    expect(neighborhoodOf(graph, [component('a')])).toEqual({
      nodes: [
        { ref: component('a'), kind: 'component', title: 'The A' },
        { ref: component('b'), kind: 'component', title: 'B-Service' },
        { ref: component('c'), kind: 'component', title: 'c' },
      ],
      edges: [
        { from: component('a'), type: 'dependsOn', to: component('b') },
        { from: component('c'), type: 'dependsOn', to: component('a') },
      ],
    });
  });

  it('keeps the order of the citations, so that what is cut from the end is of the last of them', () => {
    const { nodes, edges } = neighborhoodOf(graph, [component('b'), component('a'), component('b')]);
    expect(nodes.map((node) => node.ref)).toEqual([component('b'), component('a'), component('c'), 'group:default/team']);
    expect(edges.map(({ from, to }) => [from, to])).toEqual([
      [component('a'), component('b')],
      [component('b'), 'group:default/team'],
      [component('c'), component('b')],
      [component('c'), component('a')],
    ]);
  });

  it('has nodes for what nobody declares', () => {
    expect(neighborhoodOf(graph, [component('b')]).nodes.at(-1)).toEqual({ ref: 'group:default/team', kind: 'group', title: 'team' });
    expect(neighborhoodOf(graph, ['component:default/ghost'])).toEqual({ nodes: [{ ref: 'component:default/ghost', kind: 'component', title: 'ghost' }], edges: [] });
  });

  it('fits the contract', () => {
    expect(neighborhoodSchema.safeParse(neighborhoodOf(graph, [component('a')])).success).toBe(true);
  });
});
