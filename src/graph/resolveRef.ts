import { partsOfEntityRef, repositoryRefOf, writtenPartsOf } from '../contract/entityRef';
import type { EntityRef } from '../contract/model';
import { editDistance } from './editDistance';
import type { Graph } from './graph';

export type RefResolution =
  /** The text is a full ref of the graph. */
  | { readonly kind: 'exact'; readonly ref: EntityRef }
  /** The text is a short form that only one entity has. */
  | { readonly kind: 'short'; readonly ref: EntityRef }
  /** The text is a short form of several, by ref. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly EntityRef[] }
  /** Nothing has this ref; the closest ones, nearest first, at most five. */
  | { readonly kind: 'unknown'; readonly closest: readonly EntityRef[] };

const CLOSEST_LIMIT = 5;
/** Longer texts are no misspelt ref of anything. */
const COMPARED_LENGTH = 300;

/**
 * Finds the entity a written ref means: a full one, or a short one (`name`, `kind:name`,
 * `namespace/name`) that fits exactly one entity. Refs that are only named in edges are found too, but
 * an entity that is declared goes before them. Case does not matter.
 */
export function resolveRef(graph: Graph, text: string): RefResolution {
  const written = text.trim().toLowerCase();
  if (graph.numbers.has(written)) {
    return { kind: 'exact', ref: written };
  }
  const parts = writtenPartsOf(written);
  const fitting = graph.nodes.filter(({ ref }) => {
    const has = partsOfEntityRef(ref);
    // A repository may be asked for by its folder's name, which may hold what no ref does.
    return parts === null
      ? ref === repositoryRefOf(written.replace(/^repo:(default\/)?/, ''))
      : has.name === parts.name && (parts.kind === null || has.kind === parts.kind) && (parts.namespace === null || has.namespace === parts.namespace);
  });
  const declared = fitting.filter((node) => node.entity !== null);
  const candidates = (declared.length > 0 ? declared : fitting).map((node) => node.ref);
  const [only] = candidates;
  if (only === undefined) {
    return { kind: 'unknown', closest: closestRefs(graph, written) };
  }
  return candidates.length === 1 ? { kind: 'short', ref: only } : { kind: 'ambiguous', candidates };
}

/** Refs whose name, kind and name, or whole ref is at most a third of its length away from the text. */
function closestRefs(graph: Graph, written: string): EntityRef[] {
  if (written === '' || written.length > COMPARED_LENGTH) {
    return [];
  }
  const near = graph.nodes.flatMap(({ ref }) => {
    const { kind, name } = partsOfEntityRef(ref);
    const distances = [name, `${kind}:${name}`, ref].map((form) => editDistance(written, form, Math.ceil(Math.max(written.length, form.length) / 3)));
    const distance = Math.min(...distances.map((value) => value ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(distance) ? [{ ref, distance }] : [];
  });
  // Nodes are in the order of their refs and the sort is stable: ties stay by ref.
  return near.sort((first, second) => first.distance - second.distance).slice(0, CLOSEST_LIMIT).map(({ ref }) => ref);
}
