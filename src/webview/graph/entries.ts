import { EDGE_TYPES, type EdgeType, type EntityRef } from '../../contract/model';
import { compareText, neighboursOf, type Picture, type PictureEdge, type PictureNode } from './picture';

/** A relation as one of its ends sees it. */
export interface EntryRow {
  readonly edge: PictureEdge;
  readonly other: PictureNode;
}

/** The relations of one type and direction. */
export interface EntryGroup {
  readonly type: EdgeType;
  readonly direction: 'out' | 'in';
  readonly rows: readonly EntryRow[];
}

/** An entity and everything the picture shows of it. */
export interface Entry {
  readonly node: PictureNode;
  readonly groups: readonly EntryGroup[];
}

/**
 * The picture in words: every entity, the nearest to the centre first, and with each its relations, what leads away from it
 * before what leads to it. A relation stands with both of its ends, one of an entity to itself only as leading away.
 */
export function entriesOf(picture: Picture): readonly Entry[] {
  const nodes = new Map(picture.nodes.map((node) => [node.ref, node]));
  const neighbours = neighboursOf(picture.edges);
  return [...picture.nodes]
    .sort((left, right) => left.steps - right.steps || compareText(left.ref, right.ref))
    .map((node) => ({ node, groups: groupsOf(node.ref, nodes, neighbours) }));
}

function groupsOf(ref: EntityRef, nodes: ReadonlyMap<EntityRef, PictureNode>, neighbours: ReturnType<typeof neighboursOf>): EntryGroup[] {
  const around = neighbours.get(ref) ?? [];
  return (['out', 'in'] as const).flatMap((direction) =>
    EDGE_TYPES.flatMap((type) => {
      const rows = around
        .filter(({ edge, isOut }) => edge.type === type && isOut === (direction === 'out'))
        .flatMap(({ edge, other }): EntryRow[] => {
          const node = nodes.get(other);
          return node === undefined ? [] : [{ edge, other: node }];
        });
      return rows.length === 0 ? [] : [{ type, direction, rows }];
    }),
  );
}
