import fc from 'fast-check';
import type { ExpandPack } from '../../../src/contract/expandTool';
import { EDGE_TYPES, type EdgeType } from '../../../src/contract/model';
import type { Expansion } from '../../../src/webview/graph/picture';

export type Relation = readonly [from: string, type: EdgeType, to: string];

/** `a` for `component:default/a`. */
export const refOf = (name: string): string => `component:default/${name}`;

/** What a walk from an entity finds: those relations, and their ends. */
export function packOf(centre: string, relations: readonly Relation[], own: Partial<ExpandPack> = {}): ExpandPack {
  const names = [...new Set([centre, ...relations.flatMap(([from, , to]) => [from, to])])].sort();
  return {
    contract: '1.0.0',
    workspace: 'shop',
    entityRef: refOf(centre),
    depth: 1,
    direction: 'both',
    indexedAt: '2026-05-01T10:00:00.000Z',
    asOf: null,
    nodes: names.map((name) => ({ ref: refOf(name), kind: 'component', title: name, declared: true })),
    edges: relations.map(([from, type, to]) => ({
      from: refOf(from),
      type,
      to: refOf(to),
      distance: 1,
      derived: false,
      dangling: false,
      sourceRef: 'shop-api/catalog-info.yaml',
      // Whichever walk meets a relation, one line declares it.
      line: 1 + from.charCodeAt(0) + to.charCodeAt(0) + EDGE_TYPES.indexOf(type),
      sourceCommit: null,
    })),
    degraded: [],
    notices: [],
    ...own,
  };
}

export const expansionOf = (centre: string, relations: readonly Relation[], own: Partial<ExpandPack> = {}): Expansion => ({
  query: { entityRef: refOf(centre), depth: 1, direction: 'both', edgeTypes: null },
  pack: packOf(centre, relations, own),
});

const name = fc.constantFrom(...'abcdefghijklmnop');
const relation = fc.tuple(name, fc.constantFrom(...EDGE_TYPES), name);

/** Some graph, and entities of it that are expanded one after another; each walk finds what is next to its start. */
export const expansionsArbitrary: fc.Arbitrary<readonly Expansion[]> = fc
  .tuple(fc.uniqueArray(relation, { maxLength: 60, selector: (one) => one.join(' ') }), fc.uniqueArray(name, { minLength: 1, maxLength: 8 }))
  .map(([relations, starts]) => starts.map((start) => expansionOf(start, relations.filter(([from, , to]) => from === start || to === start))));
