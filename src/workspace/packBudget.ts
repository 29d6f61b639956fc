import { PACK_BYTES } from '../contract/constants';
import type { ContextPack } from '../contract/tools';

const encoder = new TextEncoder();

/** Bytes of a value's UTF-8 JSON. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

/** A dropped array element takes its comma with it. */
const COMMA = 1;

/** Keeps the longest prefix of `rows` that saves at least `excess` bytes by what it leaves out, but not fewer than `least`. */
function shortened<Row>(rows: readonly Row[], excess: number, least: number): { rows: Row[]; saved: number } {
  const kept = [...rows];
  let saved = 0;
  while (saved < excess && kept.length > least) {
    saved += jsonBytes(kept.pop()) + COMMA;
  }
  return { rows: kept, saved };
}

/** The nodes an answer needs: those of cited entities, and the ends of its edges. */
function neededNodes(pack: ContextPack): ContextPack['neighborhood']['nodes'] {
  const needed = new Set([
    ...pack.passages.flatMap((row) => row.entityRefs),
    ...pack.nearest.flatMap((row) => row.entityRefs),
    ...pack.neighborhood.edges.flatMap((edge) => [edge.from, edge.to]),
  ]);
  return pack.neighborhood.nodes.filter((node) => needed.has(node.ref));
}

/**
 * Makes a pack fit into `limit` bytes of UTF-8 JSON: the last (farthest) neighborhood edges go first, then `nearest`
 * from its end, then the lowest passages; one passage always stays. What was dropped is flagged
 * `candidates-capped`.
 */
export function fittedPack(pack: ContextPack, limit: number = PACK_BYTES): ContextPack {
  if (jsonBytes(pack) <= limit) return pack;
  let fitted: ContextPack = pack.degraded.includes('candidates-capped')
    ? pack
    : { ...pack, degraded: [...pack.degraded, 'candidates-capped'] };
  const excess = (): number => jsonBytes(fitted) - limit;

  const edges = shortened(fitted.neighborhood.edges, excess(), 0).rows;
  fitted = { ...fitted, neighborhood: { ...fitted.neighborhood, edges } };
  fitted = { ...fitted, neighborhood: { edges, nodes: neededNodes(fitted) } };
  if (excess() > 0) fitted = { ...fitted, nearest: shortened(fitted.nearest, excess(), 0).rows };
  if (excess() > 0) fitted = { ...fitted, passages: shortened(fitted.passages, excess(), 1).rows };
  if (excess() > 0) fitted = { ...fitted, notices: shortened(fitted.notices, excess(), 0).rows };
  return { ...fitted, neighborhood: { edges, nodes: neededNodes(fitted) } };
}
