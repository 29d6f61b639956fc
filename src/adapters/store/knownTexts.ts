/** What is known of a text, as it is kept: numbers, because they are written to files. */
export const UNKNOWN = 0;
export const VECTOR = 1;
/** A vector of the beginning of a text that is longer than the model takes. */
export const CUT_VECTOR = 2;
/** No vector: nothing in it is known to the model. */
export const NO_KNOWN_TOKEN = 3;
/** No vector: this version of the product fails on it. */
export const FAILS = 4;

export const isVectorKind = (kind: number): boolean => kind === VECTOR || kind === CUT_VECTOR;

/** 32-bit numbers in a digest. */
export const DIGEST_WORDS = 4;
export const DIGEST_BYTES = 16;

/**
 * The texts of this process by their digests, numbered from 0, with what is known of each: typed arrays, about 50 bytes a text
 * all in all. Texts are never taken out.
 */
export interface KnownTexts {
  readonly count: number;
  /** Each text's digest, `DIGEST_WORDS` numbers one after the other; another array after the next `intern`. So are the next three. */
  readonly digests: Uint32Array;
  readonly kinds: Uint8Array;
  /** The text's row in the column of vectors; −1 where it has none. */
  readonly rows: Int32Array;
  /** The segment that holds it, by its number from 1 on; 0 where it is not on the disk. */
  readonly homes: Uint32Array;
  /** The number of the text whose digest begins at `at`; −1 when it is none of these. */
  find(digests: Uint32Array, at: number): number;
  /** The same, taking it in when it is not known. */
  intern(digests: Uint32Array, at: number): number;
  /** Forgets what is known of the texts, not the texts. */
  forget(): void;
}

const FIRST_CAPACITY = 256;

export function createKnownTexts(): KnownTexts {
  let count = 0;
  let digests = new Uint32Array(DIGEST_WORDS * FIRST_CAPACITY);
  let kinds = new Uint8Array(FIRST_CAPACITY);
  let rows = new Int32Array(FIRST_CAPACITY).fill(-1);
  let homes = new Uint32Array(FIRST_CAPACITY);
  /** An open hash table of `number + 1`; half of it stays empty. A digest is as good as chance: its first bits are its hash. */
  let slots = new Uint32Array(4 * FIRST_CAPACITY);

  /** The slot of a digest, or the empty one where it belongs. */
  const slotOf = (from: Uint32Array, at: number): number => {
    const mask = slots.length - 1;
    for (let slot = from[at]! & mask; ; slot = (slot + 1) & mask) {
      const taken = slots[slot]!;
      if (taken === 0) return slot;
      const own = (taken - 1) * DIGEST_WORDS;
      if (
        digests[own] === from[at] &&
        digests[own + 1] === from[at + 1] &&
        digests[own + 2] === from[at + 2] &&
        digests[own + 3] === from[at + 3]
      ) {
        return slot;
      }
    }
  };

  const growColumns = (): void => {
    const capacity = Math.ceil(kinds.length * 1.5);
    digests = grown(digests, new Uint32Array(DIGEST_WORDS * capacity));
    kinds = grown(kinds, new Uint8Array(capacity));
    rows = grown(rows, new Int32Array(capacity).fill(-1));
    homes = grown(homes, new Uint32Array(capacity));
  };

  const growSlots = (): void => {
    slots = new Uint32Array(slots.length * 2);
    for (let number = 0; number < count; number += 1) slots[slotOf(digests, number * DIGEST_WORDS)] = number + 1;
  };

  return {
    get count() {
      return count;
    },
    get digests() {
      return digests;
    },
    get kinds() {
      return kinds;
    },
    get rows() {
      return rows;
    },
    get homes() {
      return homes;
    },
    find: (from, at) => slots[slotOf(from, at)]! - 1,
    intern: (from, at) => {
      const known = slots[slotOf(from, at)]! - 1;
      if (known >= 0) return known;
      if (count === kinds.length) growColumns();
      if (2 * (count + 1) > slots.length) growSlots();
      for (let word = 0; word < DIGEST_WORDS; word += 1) digests[count * DIGEST_WORDS + word] = from[at + word]!;
      count += 1;
      slots[slotOf(from, at)] = count;
      return count - 1;
    },
    forget: () => {
      kinds.fill(UNKNOWN);
      rows.fill(-1);
      homes.fill(0);
    },
  };
}

function grown<Column extends Uint8Array | Uint32Array | Int32Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}

/** Orders digests as segments keep them. */
export function compareDigests(left: Uint32Array, leftAt: number, right: Uint32Array, rightAt: number): number {
  for (let word = 0; word < DIGEST_WORDS; word += 1) {
    const difference = left[leftAt + word]! - right[rightAt + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A digest in hexadecimal. */
export function hexOf(digests: Uint32Array, at: number): string {
  return Buffer.from(digests.buffer, digests.byteOffset + at * Uint32Array.BYTES_PER_ELEMENT, DIGEST_BYTES).toString('hex');
}

/** A digest from hexadecimal. @throws RangeError when it is none. */
export function digestOfHex(hex: string): Uint32Array {
  const digest = new Uint32Array(DIGEST_WORDS);
  if (hex.length !== 2 * DIGEST_BYTES || Buffer.from(digest.buffer).write(hex, 'hex') !== DIGEST_BYTES) {
    throw new RangeError(`A text is named by ${2 * DIGEST_BYTES} hexadecimal digits, not by "${hex}".`);
  }
  return digest;
}
