import { partsOfEntityRef } from '../contract/entityRef';
import type { ExpandedEdgeRow, ExpandPack, WorkspaceExpandRequest } from '../contract/expandTool';
import type { DegradedFlag } from '../contract/flags';
import type { EntityRef } from '../contract/model';
import { expand, type ExpandedEdge } from '../graph/expand';
import type { Graph } from '../graph/graph';
import { titleOf } from '../graph/neighborhood';
import { type RefResolution, resolveRef } from '../graph/resolveRef';
import { sourceRefOf } from './citation';
import { emptyExpansion } from './emptyAnswers';
import { fittedExpansion } from './expandBudget';
import { ambiguousRefNotice, unknownRefNotice } from '../wording/entityNotices';

/** The graph an expansion walks, and what has to be said of it. */
export interface ExpandPicture {
  readonly workspace: string;
  readonly graph: Graph;
  readonly indexedAt: string | null;
  readonly asOf: string | null;
  /** The commit each repository's files were read at, by repository id; null without git. */
  readonly commits: ReadonlyMap<string, string | null>;
  readonly degraded: readonly DegradedFlag[];
  readonly notices: readonly string[];
}

/** At most so many refs are named in a notice. */
const NAMED_REFS = 10;

function isDeclared(graph: Graph, ref: EntityRef): boolean {
  return (graph.nodes[graph.numbers.get(ref) ?? -1]?.entity ?? null) !== null;
}

function noticeOf(resolution: RefResolution, asked: string, asOf: string | null): string {
  switch (resolution.kind) {
    case 'ambiguous':
      return ambiguousRefNotice(asked, resolution.candidates.slice(0, NAMED_REFS));
    case 'unknown':
      return unknownRefNotice(asked, asOf, resolution.closest);
    default:
      return '';
  }
}

/**
 * Answers workspace_expand from a graph, in at most PACK_BYTES of JSON: edges that do not fit are left
 * out from the far end, and `candidates-capped` says so.
 */
export function expansionFrom(picture: ExpandPicture, request: WorkspaceExpandRequest): ExpandPack {
  const { graph } = picture;
  const resolution = resolveRef(graph, request.entityRef);
  const about = { indexedAt: picture.indexedAt, asOf: picture.asOf, degraded: [...picture.degraded] };
  if (resolution.kind !== 'exact' && resolution.kind !== 'short') {
    // What this question came to stands before what is wrong with the workspace, of which there may be more than fits.
    const notices = [noticeOf(resolution, request.entityRef.trim(), picture.asOf), ...picture.notices];
    return fittedExpansion({ ...emptyExpansion(request, picture.workspace, notices), ...about });
  }
  const { edges, dropped } = expand(graph, resolution.ref, {
    depth: request.depth,
    direction: request.direction,
    edgeTypes: request.edgeTypes ?? null,
    limit: request.limit,
  });
  const edgeRow = (edge: ExpandedEdge): ExpandedEdgeRow => ({
    from: edge.from,
    type: edge.type,
    to: edge.to,
    distance: edge.distance,
    derived: edge.derived,
    dangling: !isDeclared(graph, edge.from) || !isDeclared(graph, edge.to),
    sourceRef: sourceRefOf(edge.repositoryId, edge.declaredAt.path),
    line: edge.declaredAt.line,
    sourceCommit: picture.commits.get(edge.repositoryId) ?? null,
  });
  const refs = [...new Set([resolution.ref, ...edges.flatMap((edge) => [edge.from, edge.to])])].sort();
  return fittedExpansion({
    ...emptyExpansion(request, picture.workspace, [...cappedNotice(dropped), ...picture.notices]),
    ...about,
    entityRef: resolution.ref,
    nodes: refs.map((ref) => ({ ref, kind: partsOfEntityRef(ref).kind, title: titleOf(graph, ref), declared: isDeclared(graph, ref) })),
    edges: edges.map(edgeRow),
    degraded: dropped > 0 ? [...picture.degraded, 'candidates-capped'] : [...picture.degraded],
  });
}

function cappedNotice(left: number): string[] {
  return left === 0
    ? []
    : [`${left} more edge${left === 1 ? ' is' : 's are'} within this depth; narrow "direction" or "edgeTypes", or raise "limit".`];
}
