/** Numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 to before `bound`; 0 where `bound` is below 1. */
  below(bound: number): number;
  /** True so often as `share` says, 0 to 1. */
  chance(share: number): boolean;
  /** One of a list. @throws RangeError when the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** A small number most of the time and a large one now and then: 1 to `most`. */
  size(most: number): number;
}

/** FNV-1a, so that neighbouring names give numbers that have nothing in common. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The numbers of one case: its name says the seed, the kind and the number of the case. */
export function randomOf(name: string): Random {
  let state = hashOf(name);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (bound: number): number => Math.floor(next() * Math.max(0, bound));
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.');
      return list[below(list.length)] as (typeof list)[number];
    },
    size: (most) => Math.floor(most ** next()),
  };
}

/** The list in another order. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}
