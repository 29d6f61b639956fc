import fc from 'fast-check';
import { EDGE_TYPES, type Edge, type EdgeType, type Entity } from '../../src/contract/model';
import { partsOfEntityRef } from '../../src/contract/entityRef';
import { buildGraph, type Graph, type RepositoryEntities } from '../../src/graph/graph';

export function entity(ref: string, fields: Partial<Entity> = {}): Entity {
  const { kind, namespace, name } = partsOfEntityRef(ref);
  return { ref, kind, namespace, name, title: null, description: null, type: null, annotations: {}, derived: false, declaredAt: { path: 'catalog-info.yaml', line: 1 }, ...fields };
}

export function edge(from: string, to: string, type: EdgeType = 'dependsOn', declaredAt = { path: 'catalog-info.yaml', line: 1 }): Edge {
  return { from, type, to, derived: false, declaredAt };
}

/** `c:x` for `component:default/x`. */
export function component(name: string): string {
  return `component:default/${name}`;
}

/** A graph of components named by single words, from `a>b` for `a dependsOn b`. All ends are declared. */
export function graphOf(...relations: string[]): Graph {
  const edges = relations.map((relation) => {
    const [from = '', to = ''] = relation.split('>');
    return edge(component(from), component(to));
  });
  const refs = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  return buildGraph([{ repositoryId: 'shop', entities: refs.map((ref) => entity(ref)), edges }]);
}

/** Repositories of random entities and edges, some of them dangling, repeated, or in conflict. */
export const repositories: fc.Arbitrary<RepositoryEntities[]> = (() => {
  const ref = fc.constantFrom(...'abcdefgh').map(component);
  const place = fc.record({ path: fc.constantFrom('x.yaml', 'y.yaml'), line: fc.integer({ min: 1, max: 3 }) });
  const edges = fc.array(fc.record({ from: ref, to: ref, type: fc.constantFrom(...EDGE_TYPES), derived: fc.constant(false), declaredAt: place }), { maxLength: 20 });
  const entities = fc.uniqueArray(fc.tuple(ref, place), { selector: ([own]) => own, maxLength: 6 }).map((all) => all.map(([own, declaredAt]) => entity(own, { declaredAt })));
  return fc.uniqueArray(fc.record({ repositoryId: fc.constantFrom('one', 'two', 'three'), entities, edges }), { selector: (repository) => repository.repositoryId, maxLength: 3 });
})();
