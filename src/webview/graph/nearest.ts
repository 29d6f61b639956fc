export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What lies aside counts so many times what lies ahead. */
const ASIDE = 2;

const AXES: Readonly<Record<ArrowKey, { readonly along: (by: Point) => number; readonly aside: (by: Point) => number }>> = {
  ArrowLeft: { along: ({ x }) => -x, aside: ({ y }) => Math.abs(y) },
  ArrowRight: { along: ({ x }) => x, aside: ({ y }) => Math.abs(y) },
  ArrowUp: { along: ({ y }) => -y, aside: ({ x }) => Math.abs(x) },
  ArrowDown: { along: ({ y }) => y, aside: ({ x }) => Math.abs(x) },
};

/** The nearest of the points that lie in a direction; null where none does. The first of equals counts. */
export function nearestTowards(key: ArrowKey, from: Point, points: Iterable<readonly [string, Point]>): string | null {
  const { along, aside } = AXES[key];
  let best: { readonly ref: string; readonly cost: number } | null = null;
  for (const [ref, point] of points) {
    const by = { x: point.x - from.x, y: point.y - from.y };
    if (along(by) <= 0) continue;
    const cost = along(by) + ASIDE * aside(by);
    if (best === null || cost < best.cost) best = { ref, cost };
  }
  return best?.ref ?? null;
}
