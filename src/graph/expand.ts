import { type Direction, EDGE_TYPES, type EdgeType, type EntityRef } from '../contract/model';
import type { Graph, GraphEdge } from './graph';

export interface ExpandOptions {
  /** Edges between the start and the farthest one returned, at least 1. */
  readonly depth: number;
  readonly direction: Direction;
  /** Only these types are walked; null: all. */
  readonly edgeTypes: readonly EdgeType[] | null;
  /** Edges returned at most. */
  readonly limit: number;
}

/** An edge with its distance from the start: 1 for the start's own. */
export interface ExpandedEdge extends GraphEdge {
  readonly distance: number;
}

export interface Expansion {
  /** Nearest first; ties by `from`, `to`, then the contract's order of types. */
  readonly edges: readonly ExpandedEdge[];
  /** The start and every end of `edges`, by ref; empty when the start is not in the graph. */
  readonly refs: readonly EntityRef[];
  /** Edges within `depth` that `limit` left out. */
  readonly dropped: number;
}

/**
 * Walks outward from an entity, breadth first. Each edge is met once, at its smallest distance, so
 * cycles end; edges among entities already met are part of the answer.
 */
export function expand(graph: Graph, start: EntityRef, options: ExpandOptions): Expansion {
  const startNode = graph.numbers.get(start);
  if (startNode === undefined) {
    return { edges: [], refs: [], dropped: 0 };
  }
  const found = walk(graph, startNode, options);
  const edges = found.slice(0, Math.max(0, options.limit)).flatMap(({ edge, distance }): ExpandedEdge[] => {
    const declared = graph.edges[edge];
    return declared === undefined ? [] : [{ ...declared, distance }];
  });
  const refs = new Set([start, ...edges.flatMap((edge) => [edge.from, edge.to])]);
  return { edges, refs: [...refs].sort(), dropped: found.length - edges.length };
}

interface FoundEdge {
  readonly edge: number;
  readonly distance: number;
}

function walk(graph: Graph, startNode: number, options: ExpandOptions): FoundEdge[] {
  const isWanted = EDGE_TYPES.map((type) => options.edgeTypes === null || options.edgeTypes.includes(type));
  const seenEdges = new Uint8Array(graph.edges.length);
  const seenNodes = new Uint8Array(graph.nodes.length);
  seenNodes[startNode] = 1;
  const found: FoundEdge[] = [];
  let frontier = [startNode];
  for (let distance = 1; distance <= options.depth && frontier.length > 0; distance += 1) {
    const level: number[] = [];
    const next: number[] = [];
    const meet = (edge: number, farNode: number): void => {
      if (seenEdges[edge] === 1 || isWanted[graph.edgeType[edge] ?? -1] !== true) {
        return;
      }
      seenEdges[edge] = 1;
      level.push(edge);
      if (seenNodes[farNode] === 0) {
        seenNodes[farNode] = 1;
        next.push(farNode);
      }
    };
    for (const node of frontier) {
      if (options.direction !== 'in') {
        outEdges(graph, node, (edge) => meet(edge, graph.edgeTo[edge] ?? -1));
      }
      if (options.direction !== 'out') {
        inEdges(graph, node, (edge) => meet(edge, graph.edgeFrom[edge] ?? -1));
      }
    }
    // Edge numbers follow refs: sorting them is sorting ties by ref.
    level.sort((first, second) => first - second).forEach((edge) => found.push({ edge, distance }));
    frontier = next;
  }
  return found;
}

/** Calls back with the number of each edge out of a node, ascending. */
export function outEdges(graph: Graph, node: number, visit: (edge: number) => void): void {
  const end = graph.outStart[node + 1] ?? 0;
  for (let edge = graph.outStart[node] ?? end; edge < end; edge += 1) {
    visit(edge);
  }
}

/** Calls back with the number of each edge into a node, ascending. */
export function inEdges(graph: Graph, node: number, visit: (edge: number) => void): void {
  const end = graph.inStart[node + 1] ?? 0;
  for (let position = graph.inStart[node] ?? end; position < end; position += 1) {
    visit(graph.inEdges[position] ?? -1);
  }
}
