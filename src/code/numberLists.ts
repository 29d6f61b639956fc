/** Whole numbers up to 2^32 - 1, one after another. */
export interface GrowingNumbers {
  readonly length: number;
  push(value: number): void;
  /** The numbers so far; what is pushed later may be in it or not. */
  view(): Uint32Array;
}

const FIRST_CAPACITY = 1_024;

/** Numbers in four bytes each, with half as much again while they grow. */
export function growingNumbers(): GrowingNumbers {
  let numbers = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (value) => {
      if (length === numbers.length) {
        const larger = new Uint32Array(Math.ceil(length * 1.5));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = value;
      length += 1;
    },
    view: () => numbers.subarray(0, length),
  };
}

/** Lists of whole numbers, each by its name: four bytes a number, and one entry a name. */
export interface NumberLists {
  /** The numbers of a name in the order they were put; none for a name that was never put. */
  of(name: string): Uint32Array;
}

export interface NumberListsBuilder {
  /** The number that stands for a name while the lists are built: a name that is put often is looked up once. */
  numberOf(name: string): number;
  put(nameNumber: number, value: number): void;
  /** The lists. Nothing may be put after it. */
  finish(): NumberLists;
}

const NONE = new Uint32Array(0);

/** Puts lists together; a number goes to the end of its list. */
export function numberListsBuilder(): NumberListsBuilder {
  const names = new Map<string, number>();
  const ofNames = growingNumbers();
  const values = growingNumbers();
  return {
    numberOf: (name) => {
      const known = names.get(name);
      if (known !== undefined) return known;
      names.set(name, names.size);
      return names.size - 1;
    },
    put: (nameNumber, value) => {
      ofNames.push(nameNumber);
      values.push(value);
    },
    finish: () => sortedLists(names, ofNames.view(), values.view()),
  };
}

/** A counting sort: where each list begins, then each number to the next place of its list. */
function sortedLists(names: ReadonlyMap<string, number>, owners: Uint32Array, values: Uint32Array): NumberLists {
  const starts = new Uint32Array(names.size + 1);
  for (const owner of owners) starts[owner + 1]! += 1;
  for (let name = 0; name < names.size; name += 1) starts[name + 1]! += starts[name]!;
  const next = starts.slice();
  const sorted = new Uint32Array(values.length);
  for (let at = 0; at < values.length; at += 1) sorted[next[owners[at]!]!++] = values[at]!;
  return listsIn(names, starts, sorted);
}

/** By itself, so that nothing of what the lists were made with is kept along with them. */
function listsIn(names: ReadonlyMap<string, number>, starts: Uint32Array, sorted: Uint32Array): NumberLists {
  return {
    of: (name) => {
      const number = names.get(name);
      return number === undefined ? NONE : sorted.subarray(starts[number], starts[number + 1]);
    },
  };
}

/** The first place in an ascending list whose number is at least this one. */
export function placeOfFirst(list: Uint32Array, least: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
