import { PACK_BYTES } from '../contract/constants';
import type { ExpandPack } from '../contract/expandTool';
import { jsonBytes } from './packBudget';

/** The same expansion with its first `count` edges; what was left out is flagged. */
function withEdges(pack: ExpandPack, count: number): ExpandPack {
  const edges = pack.edges.slice(0, count);
  const needed = new Set([pack.entityRef, ...edges.flatMap((edge) => [edge.from, edge.to])]);
  return {
    ...pack,
    edges,
    nodes: pack.nodes.filter((node) => needed.has(node.ref)),
    degraded: pack.degraded.includes('candidates-capped') ? pack.degraded : [...pack.degraded, 'candidates-capped'],
  };
}

/**
 * Makes an expansion fit into `limit` bytes of UTF-8 JSON: edges go from the far end, and with them the
 * nodes nothing else needs; `candidates-capped` says so. The start stays.
 */
export function fittedExpansion(pack: ExpandPack, limit: number = PACK_BYTES): ExpandPack {
  if (jsonBytes(pack) <= limit) return pack;
  let fits = 0;
  let tooMany = pack.edges.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (jsonBytes(withEdges(pack, middle)) <= limit) fits = middle;
    else tooMany = middle;
  }
  return withEdges(pack, fits);
}
