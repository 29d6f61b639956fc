import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_REPOSITORY_REF } from '../../src/contract/model';
import { buildGraph, danglingEdges } from '../../src/graph/graph';
import { component, edge, entity, repositories } from './helpers';

describe('buildGraph', () => {
  it('holds every entity and every end of an edge, by ref', () => {
    const graph = buildGraph([{ repositoryId: 'shop', entities: [entity(component('b'))], edges: [edge(component('b'), component('a'))] }]);
    expect(graph.nodes).toEqual([
      { ref: component('a'), entity: null, repositoryId: null },
      { ref: component('b'), entity: entity(component('b')), repositoryId: 'shop' },
    ]);
    expect(danglingEdges(graph).map(({ from, to, repositoryId }) => [from, to, repositoryId])).toEqual([[component('b'), component('a'), 'shop']]);
  });

  it('calls a repository by its id', () => {
    const repository = (repositoryId: string) => ({ repositoryId, entities: [entity(OWN_REPOSITORY_REF)], edges: [edge(OWN_REPOSITORY_REF, 'group:default/g', 'ownedBy')] });
    const graph = buildGraph([repository('Shop-API'), repository('web')]);
    expect(graph.nodes.map((node) => [node.ref, node.entity?.name])).toEqual([
      ['group:default/g', undefined],
      ['repo:default/shop-api', 'Shop-API'],
      ['repo:default/web', 'web'],
    ]);
    expect(graph.edges.map(({ from }) => from)).toEqual(['repo:default/shop-api', 'repo:default/web']);
  });

  it('takes an entity from the first repository by id, without what the others declare from it', () => {
    const shared = component('shared');
    const graph = buildGraph([
      { repositoryId: 'b', entities: [entity(shared, { title: 'of b', declaredAt: { path: 'x.yaml', line: 3 } })], edges: [edge(shared, component('p'), 'dependsOn', { path: 'x.yaml', line: 5 }), edge(component('q'), shared)] },
      { repositoryId: 'a', entities: [entity(shared, { title: 'of a' })], edges: [edge(shared, component('r'))] },
    ]);
    expect(graph.nodes.find((node) => node.ref === shared)).toMatchObject({ repositoryId: 'a', entity: { title: 'of a' } });
    expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([
      [component('q'), shared],
      [shared, component('r')],
    ]);
    expect(graph.notices).toEqual([{ repositoryId: 'b', path: 'x.yaml', line: 3, message: `${shared} is declared in a/catalog-info.yaml too; that declaration counts, this one does not.` }]);
  });

  it('keeps a relation that two repositories declare once, as the first of them declares it', () => {
    const twice = ['b', 'a'].map((repositoryId) => ({ repositoryId, entities: [], edges: [edge(component('x'), component('y')), edge(component('x'), component('y'), 'partOf')] }));
    expect(buildGraph(twice).edges.map(({ type, repositoryId }) => [type, repositoryId])).toEqual([
      ['dependsOn', 'a'],
      ['partOf', 'a'],
    ]);
  });

  it('finds dependencies between repositories by package, from the first repository that has it', () => {
    const provided = (name: string) => [{ packageName: 'npm:@shop/kit', entityRef: component(name) }];
    const declaredAt = { path: 'package.json', line: 7 };
    const graph = buildGraph([
      { repositoryId: 'kits', entities: [entity(component('kit'))], edges: [], packages: { provided: provided('kit'), required: [] } },
      { repositoryId: 'later', entities: [entity(component('copy'))], edges: [], packages: { provided: provided('copy'), required: [{ from: component('copy'), packageName: 'npm:react', declaredAt }] } },
      { repositoryId: 'web', entities: [entity(component('web'))], edges: [], packages: { provided: [], required: [{ from: component('web'), packageName: 'npm:@shop/kit', declaredAt }] } },
    ]);
    expect(graph.edges).toEqual([{ from: component('web'), type: 'dependsOn', to: component('kit'), derived: true, declaredAt, repositoryId: 'web' }]);
  });

  it('of nothing is empty', () => {
    expect(buildGraph([])).toMatchObject({ nodes: [], edges: [], notices: [] });
  });

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(repositories, fc.infiniteStream(fc.nat()), (input, numbers) => {
        const shuffled = <T>(items: readonly T[]): T[] => items.map((item) => ({ item, key: numbers.next().value as number })).sort((a, b) => a.key - b.key).map(({ item }) => item);
        const other = shuffled(input).map((repository) => ({ ...repository, entities: shuffled(repository.entities), edges: shuffled(repository.edges) }));
        expect(buildGraph(other)).toEqual(buildGraph(input));
      }),
    );
  });

  it('finds from each node the edges a plain filter finds, both ways', () => {
    fc.assert(
      fc.property(repositories, (input) => {
        const graph = buildGraph(input);
        graph.nodes.forEach(({ ref }, node) => {
          expect(graph.edges.slice(graph.outStart[node], graph.outStart[node + 1])).toEqual(graph.edges.filter((own) => own.from === ref));
          expect([...graph.inEdges.slice(graph.inStart[node], graph.inStart[node + 1])].map((number) => graph.edges[number])).toEqual(graph.edges.filter((own) => own.to === ref));
        });
      }),
    );
  });
});
