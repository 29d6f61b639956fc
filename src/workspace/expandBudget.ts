import { PACK_BYTES } from '../contract/constants';
import type { ExpandPack } from '../contract/expandTool';
import { jsonBytes } from '../contract/jsonBytes';
import { NOTICE_BYTES, noticesWithin } from './noticeBudget';

/** The same expansion with its first `count` edges; what was left out is flagged. */
function withEdges(pack: ExpandPack, count: number): ExpandPack {
  if (count === pack.edges.length) return pack;
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
 * Makes an expansion fit into `limit` bytes of UTF-8 JSON: notices beyond a small part of it are counted instead of
 * told; then edges go from the far end, and with them the nodes nothing else needs; `candidates-capped` says so of
 * edges. The start stays.
 */
export function fittedExpansion(pack: ExpandPack, limit: number = PACK_BYTES): ExpandPack {
  if (jsonBytes(pack) <= limit) return pack;
  const brief: ExpandPack = { ...pack, notices: noticesWithin(pack.notices, Math.min(NOTICE_BYTES, limit)) };
  if (jsonBytes(brief) <= limit) return brief;
  let fits = 0;
  let tooMany = brief.edges.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (jsonBytes(withEdges(brief, middle)) <= limit) fits = middle;
    else tooMany = middle;
  }
  const fitted = withEdges(brief, fits);
  const excess = jsonBytes(fitted) - limit;
  return excess <= 0 ? fitted : { ...fitted, notices: noticesWithin(pack.notices, jsonBytes(fitted.notices) - excess) };
}
