import { EDGE_TYPES, type EntityRef } from '../../contract/model';
import { compareText, neighboursOf, type Picture } from './picture';

/** A place in the picture: what an entity depends on stands in a column to its right, what depends on it to its left. */
export interface Slot {
  readonly column: number;
  readonly row: number;
}
export type Slots = ReadonlyMap<EntityRef, Slot>;

/** A further column is as far as so many rows: more makes tall pictures, fewer wide ones. */
const COLUMN_COST = 4;

const keyOf = (column: number, row: number): string => `${column} ${row}`;

/** The free slot nearest to where an entity should stand; only columns further away from its neighbour will do. */
function freeSlot(taken: ReadonlySet<string>, wanted: Slot, side: 1 | -1): Slot {
  for (let cost = 0; ; cost += 1) {
    for (let further = 0; further * COLUMN_COST <= cost; further += 1) {
      const away = cost - further * COLUMN_COST;
      const column = wanted.column + side * further;
      for (const row of away === 0 ? [wanted.row] : [wanted.row + away, wanted.row - away]) {
        if (!taken.has(keyOf(column, row))) return { column, row };
      }
    }
  }
}

/**
 * Gives every entity of a picture a slot of its own, outward from the centre, and each as near as may be to the one it hangs on.
 * What had a slot keeps it, so that nothing jumps when something is added. The same picture gives the same slots.
 */
export function slotsOf(picture: Picture, before: Slots): Slots {
  const neighbours = neighboursOf(picture.edges);
  const kinds = new Map(picture.nodes.map(({ ref, kind }) => [ref, kind]));
  const centre: Slot = { column: 0, row: 0 };
  const held = before.get(picture.centre);
  const kept = held !== undefined && held.column === 0 && held.row === 0 ? before : new Map<EntityRef, Slot>();
  const slots = new Map<EntityRef, Slot>([[picture.centre, centre]]);
  for (const { ref } of picture.nodes) {
    const slot = kept.get(ref);
    if (slot !== undefined) slots.set(ref, slot);
  }
  const taken = new Set([...slots.values()].map(({ column, row }) => keyOf(column, row)));
  const place = (ref: EntityRef, wanted: Slot, side: 1 | -1): void => {
    const slot = freeSlot(taken, wanted, side);
    slots.set(ref, slot);
    taken.add(keyOf(slot.column, slot.row));
  };

  const reached = new Set([picture.centre]);
  for (const ref of reached) {
    const from = slots.get(ref) ?? centre;
    const around = [...(neighbours.get(ref) ?? [])].sort(
      (left, right) =>
        Number(right.isOut) - Number(left.isOut) ||
        EDGE_TYPES.indexOf(left.edge.type) - EDGE_TYPES.indexOf(right.edge.type) ||
        compareText(kinds.get(left.other) ?? '', kinds.get(right.other) ?? '') ||
        compareText(left.other, right.other),
    );
    for (const { other, isOut } of around) {
      reached.add(other);
      const side = isOut ? 1 : -1;
      if (!slots.has(other)) place(other, { column: from.column + side, row: from.row }, side);
    }
  }
  // A picture hangs together; should one not, what is apart has its place, too.
  for (const { ref } of picture.nodes) if (!slots.has(ref)) place(ref, centre, 1);
  return slots;
}

/** How large a slot is drawn, in pixels before any zoom. */
export interface Geometry {
  readonly columnWidth: number;
  readonly rowHeight: number;
  readonly nodeWidth: number;
  readonly nodeHeight: number;
}

/** Where a slot lies; every other column is half a row lower, so that a line past it meets a gap and not an entity. */
export function pointOf({ column, row }: Slot, { columnWidth, rowHeight }: Geometry): { x: number; y: number } {
  return { x: column * columnWidth, y: (row + (column % 2 === 0 ? 0 : 0.5)) * rowHeight };
}
