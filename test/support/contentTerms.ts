import type { ContentTerms } from '../../src/contract/model';

/** The terms of a passage as texts; `headingTerms` are those of them in its own heading. */
export interface PassageTerms {
  readonly terms: readonly string[];
  readonly headingTerms: readonly string[];
}

/** Terms as a store takes them. */
export function contentTermsFrom(passages: readonly PassageTerms[]): ContentTerms {
  const dictionary = [...new Set(passages.flatMap(({ terms }) => terms))];
  const entries = passages.flatMap(({ terms, headingTerms }) =>
    terms.map((term) => (dictionary.indexOf(term) << 1) | (headingTerms.includes(term) ? 1 : 0)),
  );
  return { dictionary, entries: Uint32Array.from(entries), counts: Uint32Array.from(passages, ({ terms }) => terms.length) };
}

/** The other way round. */
export function passageTermsIn({ dictionary, entries, counts }: ContentTerms): PassageTerms[] {
  let at = 0;
  return Array.from(counts, (count) => {
    const own = entries.subarray(at, (at += count));
    const termOf = (entry: number): string => dictionary[entry >>> 1]!;
    return { terms: Array.from(own, termOf), headingTerms: Array.from(own.filter((entry) => (entry & 1) === 1), termOf) };
  });
}
