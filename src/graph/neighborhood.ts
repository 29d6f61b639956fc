import { partsOfEntityRef } from '../contract/entityRef';
import type { EntityRef } from '../contract/model';
import type { Neighborhood } from '../contract/tools';
import { inEdges, outEdges } from './expand';
import type { Graph } from './graph';

/**
 * The cited entities and their direct edges, both ways. `refs` are in the order of the passages that cite
 * them: cited nodes and their edges come in that order, so that what is cut from the end is farthest
 * from the best answer; ties and the other nodes by ref. A ref nobody declares is a node too.
 */
export function neighborhoodOf(graph: Graph, refs: readonly EntityRef[]): Neighborhood {
  const cited = [...new Set(refs)];
  const edgeNumbers = new Set<number>();
  for (const ref of cited) {
    const node = graph.numbers.get(ref);
    if (node !== undefined) {
      const own: number[] = [];
      outEdges(graph, node, (edge) => own.push(edge));
      inEdges(graph, node, (edge) => own.push(edge));
      own.sort((first, second) => first - second).forEach((edge) => edgeNumbers.add(edge));
    }
  }
  const edges = [...edgeNumbers].flatMap((number) => {
    const edge = graph.edges[number];
    return edge === undefined ? [] : [{ from: edge.from, type: edge.type, to: edge.to }];
  });
  const isCited = new Set(cited);
  const others = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))].filter((ref) => !isCited.has(ref)).sort();
  return { nodes: [...cited, ...others].map((ref) => ({ ref, kind: partsOfEntityRef(ref).kind, title: titleOf(graph, ref) })), edges };
}

/** The declared title of an entity, else its name as declared, else the name in the ref. */
export function titleOf(graph: Graph, ref: EntityRef): string {
  const entity = graph.nodes[graph.numbers.get(ref) ?? -1]?.entity;
  return entity?.title ?? entity?.name ?? partsOfEntityRef(ref).name;
}

/** The title an entity declares; null when it declares none or nobody declares it. */
export function declaredTitleOf(graph: Graph, ref: EntityRef): string | null {
  return graph.nodes[graph.numbers.get(ref) ?? -1]?.entity?.title ?? null;
}
