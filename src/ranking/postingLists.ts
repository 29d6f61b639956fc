/**
 * Posting lists over the passages of one repository, held in typed arrays: 100,000 passages of 60
 * terms are 24 MB. Passages are numbered from 0, document by document.
 */

/** The terms of a repository's passages, as columns. */
export interface PassageColumns {
  /** Numbers terms from 0; may hold terms that no passage here has, and may grow afterwards. */
  readonly vocabulary: ReadonlyMap<string, number>;
  /** Document d has the passages `documentStarts[d]` up to, but not including, `documentStarts[d + 1]`. */
  readonly documentStarts: Uint32Array;
  /** Numbers of the terms of each document's title. */
  readonly titleTerms: readonly (readonly number[])[];
  /** Passage p has the entries `entryStarts[p]` up to, but not including, `entryStarts[p + 1]`. */
  readonly entryStarts: Uint32Array;
  /** `(term number << 1) | inOwnHeading`; a term at most once per passage. */
  readonly entries: Uint32Array;
  /** 1 where a passage has no headings, so that its document's title is its own heading. */
  readonly withoutHeadings: Uint8Array;
}

/** What is known by a key; a Map is one. */
export interface Lookup<Key, Value> {
  get(key: Key): Value | undefined;
}

export interface PostingLists {
  readonly vocabulary: Lookup<string, number>;
  readonly documentStarts: Uint32Array;
  readonly withoutHeadings: Uint8Array;
  /** Term t has the postings `termStarts[t]` up to, but not including, `termStarts[t + 1]`. */
  readonly termStarts: Uint32Array;
  /** `(passage << 1) | inOwnHeading`, ascending within a term. */
  readonly postings: Uint32Array;
  /** The documents whose title has a term, ascending. */
  readonly titled: Lookup<number, Iterable<number>>;
}

/** Passages that share a term with a question, ascending: row i of each column belongs together. */
export interface MatchedPassages {
  readonly passages: Uint32Array;
  /** How many of the asked terms the passage has (title, headings and text). */
  readonly matchedTerms: Uint16Array;
  /** How many of them its own heading has (the title, in a passage without headings). */
  readonly matchedHeadingTerms: Uint16Array;
}

/** Builds the posting lists by counting sort: in time linear in the entries, each of them moved once. */
export function buildPostingLists(columns: PassageColumns): PostingLists {
  const { vocabulary, documentStarts, withoutHeadings, entryStarts, entries } = columns;
  const termCount = vocabulary.size;
  const termStarts = new Uint32Array(termCount + 1);
  for (let index = 0; index < entries.length; index += 1) termStarts[(entries[index]! >>> 1) + 1]! += 1;
  for (let term = 0; term < termCount; term += 1) termStarts[term + 1]! += termStarts[term]!;
  const postings = new Uint32Array(entries.length);
  const next = termStarts.slice(0, termCount);
  for (let passage = 0; passage < withoutHeadings.length; passage += 1) {
    const end = entryStarts[passage + 1]!;
    for (let index = entryStarts[passage]!; index < end; index += 1) {
      const entry = entries[index]!;
      const term = entry >>> 1;
      const at = next[term]!;
      postings[at] = (passage << 1) | (entry & 1);
      next[term] = at + 1;
    }
  }
  return { vocabulary, documentStarts, withoutHeadings, termStarts, postings, titled: titledDocuments(columns.titleTerms) };
}

function titledDocuments(titleTerms: PassageColumns['titleTerms']): Map<number, number[]> {
  const titled = new Map<number, number[]>();
  titleTerms.forEach((terms, document) => {
    for (const term of new Set(terms)) {
      const documents = titled.get(term);
      if (documents === undefined) titled.set(term, [document]);
      else documents.push(document);
    }
  });
  return titled;
}

/** How many of the asked terms each passage has, by its number. */
export interface TermCounts {
  readonly terms: Uint16Array;
  /** How many of them its own heading has (the title, in a passage without headings). */
  readonly headingTerms: Uint16Array;
}

/** Every passage that has at least one of the terms, with how many of them it has: see `termCountsOf`. */
export function candidatesOf(lists: PostingLists, terms: readonly string[]): MatchedPassages {
  return touchedRows(termCountsOf(lists, terms));
}

/**
 * How many of the terms each passage has. The terms of a document's title count for each of its passages,
 * once, whether or not the passage has them too; in a passage without headings they are heading terms. A
 * term named twice counts once.
 */
export function termCountsOf(lists: PostingLists, terms: readonly string[]): TermCounts {
  const passageCount = lists.withoutHeadings.length;
  const counts: TermCounts = { terms: new Uint16Array(passageCount), headingTerms: new Uint16Array(passageCount) };
  for (const term of new Set(terms)) {
    const number = lists.vocabulary.get(term);
    if (number === undefined) continue;
    countPostings(lists, number, counts);
    for (const document of lists.titled.get(number) ?? []) countTitle(lists, number, document, counts);
  }
  return counts;
}

/** Where the postings of a term lie; nowhere when the vocabulary had it only after the lists were built. */
function postingRange({ termStarts }: PostingLists, term: number): readonly [start: number, end: number] {
  return [termStarts[term] ?? 0, termStarts[term + 1] ?? 0];
}

function countPostings(lists: PostingLists, term: number, counts: TermCounts): void {
  const { postings } = lists;
  const [start, end] = postingRange(lists, term);
  for (let index = start; index < end; index += 1) {
    const posting = postings[index]!;
    counts.terms[posting >>> 1]! += 1;
    counts.headingTerms[posting >>> 1]! += posting & 1;
  }
}

/** Counts a term of a document's title for its passages, as far as their own postings did not. */
function countTitle(lists: PostingLists, term: number, document: number, counts: TermCounts): void {
  const { postings, documentStarts, withoutHeadings } = lists;
  const [start, end] = postingRange(lists, term);
  const lastPassage = documentStarts[document + 1]!;
  let index = lowerBound(postings, start, end, documentStarts[document]! << 1);
  for (let passage = documentStarts[document]!; passage < lastPassage; passage += 1) {
    const posting = index < end && postings[index]! >>> 1 === passage ? postings[index]! : null;
    if (posting === null) counts.terms[passage]! += 1;
    else index += 1;
    const countedInHeading = posting !== null && (posting & 1) === 1;
    if (withoutHeadings[passage] === 1 && !countedInHeading) counts.headingTerms[passage]! += 1;
  }
}

/** The first index from `start` on, below `end`, whose value is at least `value`; `end` when there is none. */
function lowerBound(ascending: Uint32Array, start: number, end: number, value: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function touchedRows({ terms, headingTerms }: TermCounts): MatchedPassages {
  let touched = 0;
  for (let passage = 0; passage < terms.length; passage += 1) if (terms[passage] !== 0) touched += 1;
  const passages = new Uint32Array(touched);
  const matchedTerms = new Uint16Array(touched);
  const matchedHeadingTerms = new Uint16Array(touched);
  for (let passage = 0, row = 0; row < touched; passage += 1) {
    const count = terms[passage]!;
    if (count === 0) continue;
    passages[row] = passage;
    matchedTerms[row] = count;
    matchedHeadingTerms[row] = headingTerms[passage]!;
    row += 1;
  }
  return { passages, matchedTerms, matchedHeadingTerms };
}
