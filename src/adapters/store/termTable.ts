import type { Lookup } from '../../ranking/postingLists';

/*
 * Terms and their numbers as columns that need not be built when they are loaded: a hash table with open
 * addressing over the terms' UTF-16 units, which take every string as it is.
 */

/** Terms numbered from 0. */
export interface TermTable {
  /** The number + 1 of the term in each slot, 0 in an empty one; as many as a power of two. */
  readonly slots: Uint32Array;
  /** Where in `units` each term begins, and where the last one ends. */
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
}

/** FNV-1a over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv), 32 bits. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A table of distinct terms, each numbered by its index. At most half of its slots are taken. */
export function buildTermTable(terms: readonly string[]): TermTable {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, terms.length * 2))));
  const starts = new Uint32Array(terms.length + 1);
  for (let number = 0; number < terms.length; number += 1) starts[number + 1] = starts[number]! + terms[number]!.length;
  const units = new Uint16Array(starts[terms.length]!);
  for (let number = 0; number < terms.length; number += 1) {
    const term = terms[number]!;
    const start = starts[number]!;
    for (let index = 0; index < term.length; index += 1) units[start + index] = term.charCodeAt(index);
    let slot = hashOf(term) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  }
  return { slots, starts, units };
}

/** Finds terms in a table. */
export function lookupIn({ slots, starts, units }: TermTable): Lookup<string, number> {
  const isAt = (number: number, term: string): boolean => {
    const start = starts[number]!;
    if (starts[number + 1]! - start !== term.length) return false;
    for (let index = 0; index < term.length; index += 1) if (units[start + index] !== term.charCodeAt(index)) return false;
    return true;
  };
  return {
    get: (term) => {
      for (let slot = hashOf(term) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
        const taken = slots[slot]!;
        if (taken === 0) return undefined;
        if (isAt(taken - 1, term)) return taken - 1;
      }
    },
  };
}
