import type { ExpandPack } from '../../contract/expandTool';
import type { DegradedFlag } from '../../contract/flags';
import { EDGE_TYPES, type EntityRef } from '../../contract/model';
import type { GraphQuery } from '../messages/fromPanel';

/** A walk and what it found. */
export interface Expansion {
  readonly query: GraphQuery;
  readonly pack: ExpandPack;
}

export type PictureNode = ExpandPack['nodes'][number] & {
  readonly isCentre: boolean;
  /** Whether a person asked for more around it. */
  readonly isExpanded: boolean;
  /** Edges between it and the centre, whichever way they lead. */
  readonly steps: number;
};

/** An edge of the picture. How far it was from where a walk began says nothing here: there are several walks. */
export type PictureEdge = Omit<ExpandPack['edges'][number], 'distance'> & { readonly id: string };

/** Several walks, merged. */
export interface Picture {
  readonly centre: EntityRef;
  /** By ref. */
  readonly nodes: readonly PictureNode[];
  /** By `from`, `to` and the contract's order of types. */
  readonly edges: readonly PictureEdge[];
  readonly degraded: readonly DegradedFlag[];
  readonly notices: readonly string[];
}

/** So much of a title tells entities apart; one that goes on for pages would hide all others. */
const LONGEST_TITLE = 200;

const shortTitle = (title: string): string => (title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')}…`);

export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * The walks that hang together with the first, in their order: one that began at an entity no other walk shows any more
 * would float beside the picture.
 */
export function attached(expansions: readonly Expansion[]): readonly Expansion[] {
  const [first] = expansions;
  if (first === undefined) return [];
  const refs = new Set(first.pack.nodes.map(({ ref }) => ref));
  const kept = new Set([first]);
  for (let before = 0; before < kept.size; ) {
    before = kept.size;
    for (const expansion of expansions) {
      if (kept.has(expansion) || !refs.has(expansion.pack.entityRef)) continue;
      kept.add(expansion);
      for (const { ref } of expansion.pack.nodes) refs.add(ref);
    }
  }
  return expansions.filter((expansion) => kept.has(expansion));
}

/** Adds a walk; an older one from the same entity gives way to it, but never the first. */
export function withExpansion(expansions: readonly Expansion[], added: Expansion): readonly Expansion[] {
  return attached([...expansions.filter(({ pack }, index) => index === 0 || pack.entityRef !== added.pack.entityRef), added]);
}

/** Takes back what was added around an entity, and what hung on that alone. */
export function collapsed(expansions: readonly Expansion[], ref: EntityRef): readonly Expansion[] {
  return attached(expansions.filter(({ pack }, index) => index === 0 || pack.entityRef !== ref));
}

/** Merges walks into one picture; of what several walks say of one thing, the last counts. Null before there is any. */
export function pictureOf(expansions: readonly Expansion[]): Picture | null {
  const packs = attached(expansions).map(({ pack }) => pack);
  const [first] = packs;
  if (first === undefined) return null;
  const centre = first.entityRef;
  const nodes = new Map(packs.flatMap((pack) => pack.nodes.map((node) => [node.ref, node] as const)));
  const edges = new Map(
    packs.flatMap((pack) =>
      pack.edges.map(({ from, type, to, derived, dangling, sourceRef, line, sourceCommit }) => {
        const id = JSON.stringify([from, type, to]);
        return [id, { id, from, type, to, derived, dangling, sourceRef, line, sourceCommit }] as const;
      }),
    ),
  );
  const expanded = new Set(packs.slice(1).map(({ entityRef }) => entityRef));
  const steps = stepsFrom(centre, [...edges.values()]);
  return {
    centre,
    nodes: [...nodes.values()]
      .map((node) => ({ ...node, title: shortTitle(node.title), isCentre: node.ref === centre, isExpanded: expanded.has(node.ref), steps: steps.get(node.ref) ?? 0 }))
      .sort((left, right) => compareText(left.ref, right.ref)),
    edges: [...edges.values()].sort(
      (left, right) =>
        compareText(left.from, right.from) || compareText(left.to, right.to) || EDGE_TYPES.indexOf(left.type) - EDGE_TYPES.indexOf(right.type),
    ),
    degraded: [...new Set(packs.flatMap((pack) => pack.degraded))],
    notices: [...new Set(packs.flatMap((pack) => pack.notices))],
  };
}

/** The neighbours of every end of an edge, each with whether the edge leads to it. */
export function neighboursOf(edges: readonly PictureEdge[]): ReadonlyMap<EntityRef, readonly { readonly edge: PictureEdge; readonly other: EntityRef; readonly isOut: boolean }[]> {
  const found = new Map<EntityRef, { edge: PictureEdge; other: EntityRef; isOut: boolean }[]>();
  const add = (ref: EntityRef, edge: PictureEdge, other: EntityRef, isOut: boolean): void => {
    const list = found.get(ref);
    if (list === undefined) found.set(ref, [{ edge, other, isOut }]);
    else list.push({ edge, other, isOut });
  };
  for (const edge of edges) {
    add(edge.from, edge, edge.to, true);
    if (edge.to !== edge.from) add(edge.to, edge, edge.from, false);
  }
  return found;
}

function stepsFrom(centre: EntityRef, edges: readonly PictureEdge[]): ReadonlyMap<EntityRef, number> {
  const neighbours = neighboursOf(edges);
  const steps = new Map([[centre, 0]]);
  for (const [ref, far] of steps) {
    for (const { other } of neighbours.get(ref) ?? []) if (!steps.has(other)) steps.set(other, far + 1);
  }
  return steps;
}
