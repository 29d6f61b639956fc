/** Keeps the best few of many items. */
export interface TopSelection<Item> {
  /** True when the item would be kept. */
  wants(item: Item): boolean;
  /** Keeps the item if it is among the best so far. */
  offer(item: Item): void;
  /** The last one kept, once there are as many as may be; undefined before. */
  worst(): Item | undefined;
  /** What was kept, best first. */
  best(): readonly Item[];
}

/**
 * A selection of at most `limit` items. It never sorts what it is offered: an item that is not among
 * the best so far costs one comparison.
 * @param compare negative when the first comes before the second; a total order over what is offered.
 */
export function createTopSelection<Item>(
  limit: number,
  compare: (first: Item, second: Item) => number,
): TopSelection<Item> {
  const kept: Item[] = [];
  const worst = (): Item | undefined => (kept.length < limit ? undefined : kept[kept.length - 1]);
  const wants = (item: Item): boolean => {
    const last = worst();
    return limit > 0 && (last === undefined || compare(item, last) < 0);
  };
  return {
    wants,
    worst,
    offer: (item) => {
      if (!wants(item)) {
        return;
      }
      const place = kept.findIndex((other) => compare(item, other) < 0);
      kept.splice(place === -1 ? kept.length : place, 0, item);
      if (kept.length > limit) {
        kept.pop();
      }
    },
    best: () => kept,
  };
}
