/** Numbers terms from 0 in the order they are first seen. One serves all repositories of a process. */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** The term's number; a new one is given to a term not seen before. */
  numberOf(term: string): number;
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  return {
    numbers,
    numberOf: (term) => {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(term, number);
      return number;
    },
  };
}
