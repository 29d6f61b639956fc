import { PACK_BYTES } from '../contract/constants';
import { jsonBytes } from '../contract/jsonBytes';
import type { ContextPack, PassageRow } from '../contract/tools';
import { findNamedEntity } from '../ranking/namedEntity';
import { analyzeQuestion } from '../ranking/question';
import { NOTICE_BYTES, noticesWithin } from './noticeBudget';

/** A row of a pack that is too large shows so many of its entities: a document may have thousands of owners. */
const ENTITIES_SHOWN = 10;

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

function withNeededNodes(pack: ContextPack): ContextPack {
  return { ...pack, neighborhood: { ...pack.neighborhood, nodes: neededNodes(pack) } };
}

function withFewerEdges(pack: ContextPack, limit: number): ContextPack {
  const { nodes, edges } = pack.neighborhood;
  return withNeededNodes({
    ...pack,
    neighborhood: { nodes, edges: shortened(edges, jsonBytes(pack) - limit, 0).rows },
  });
}

/** The first entities of each row and the one that earned its bonus, without which its score could not be computed again. */
function withFewerEntities(pack: ContextPack): ContextPack {
  const question = analyzeQuestion(pack.question);
  const titles = new Map(pack.neighborhood.nodes.map(({ ref, title }) => [ref, title]));
  const fewer = (row: PassageRow): PassageRow => {
    if (row.entityRefs.length <= ENTITIES_SHOWN) return row;
    const named = findNamedEntity(question, row.entityRefs.map((ref) => ({ ref, title: titles.get(ref) ?? null })));
    const first = row.entityRefs.slice(0, ENTITIES_SHOWN);
    const entityRefs = named === null || first.includes(named.ref) ? first : [...first.slice(0, -1), named.ref];
    return { ...row, entityRefs };
  };
  const passages = pack.passages.map(fewer);
  const nearest = pack.nearest.map(fewer);
  const cited = new Set([...passages, ...nearest].flatMap((row) => row.entityRefs));
  const edges = pack.neighborhood.edges.filter((edge) => cited.has(edge.from) || cited.has(edge.to));
  return withNeededNodes({ ...pack, passages, nearest, neighborhood: { ...pack.neighborhood, edges } });
}

/** Leaves out rows that no pack can hold, such as one below dozens of endless headings: they would push out all others. */
function withoutEndlessRows(pack: ContextPack): ContextPack {
  const alone = (row: PassageRow): ContextPack =>
    withNeededNodes({ ...pack, passages: [row], nearest: [], notices: [], neighborhood: { ...pack.neighborhood, edges: [] } });
  const fits = (row: PassageRow): boolean => jsonBytes(alone(row)) <= PACK_BYTES;
  return withNeededNodes({ ...pack, passages: pack.passages.filter(fits), nearest: pack.nearest.filter(fits) });
}

/**
 * Makes a pack fit into `limit` bytes of UTF-8 JSON: notices beyond a small part of it are counted instead of told
 * first; then the last (farthest) neighborhood edges go, then entities of rows that have very many, then rows that
 * fit in no pack, then `nearest` from its end, then the lowest passages; one passage stays even when it alone is
 * over a smaller `limit`. What was dropped is flagged `candidates-capped`; notices are no candidates.
 */
export function fittedPack(pack: ContextPack, limit: number = PACK_BYTES): ContextPack {
  if (jsonBytes(pack) <= limit) return pack;
  const brief: ContextPack = { ...pack, notices: noticesWithin(pack.notices, Math.min(NOTICE_BYTES, limit)) };
  if (jsonBytes(brief) <= limit) return brief;
  const flagged: ContextPack = brief.degraded.includes('candidates-capped')
    ? brief
    : { ...brief, degraded: [...brief.degraded, 'candidates-capped'] };
  let fitted = withFewerEdges(flagged, limit);
  const excess = (): number => jsonBytes(fitted) - limit;

  if (excess() > 0) fitted = withFewerEdges(withoutEndlessRows(withFewerEntities(flagged)), limit);
  if (excess() > 0) fitted = { ...fitted, nearest: shortened(fitted.nearest, excess(), 0).rows };
  if (excess() > 0) fitted = { ...fitted, passages: shortened(fitted.passages, excess(), 1).rows };
  if (excess() > 0) fitted = { ...fitted, notices: noticesWithin(pack.notices, jsonBytes(fitted.notices) - excess()) };
  return withNeededNodes(fitted);
}
