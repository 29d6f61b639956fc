import type { CandidateDocument } from '../contract/candidates';
import { titleTermsOf } from './titleTerms';

/**
 * What the records of one repository's documents decide, whatever the question, as columns. Title
 * terms and entity refs are numbered, so that a question looks each of them up once and not once a
 * document.
 */
export interface PreparedDocuments {
  readonly titleTerms: NumberedLists;
  readonly entityRefs: NumberedLists;
  /** Of each document, in milliseconds since 1970; NaN when unknown. */
  readonly changedAt: Float64Array;
}

/** One list of texts for each document; the texts are numbered from 0. */
export interface NumberedLists {
  readonly numbers: ReadonlyMap<string, number>;
  /** Document d has the entries `starts[d]` up to, but not including, `starts[d + 1]`. */
  readonly starts: Uint32Array;
  /** Numbers of texts. */
  readonly entries: Uint32Array;
}

/** A store hands out the same documents until they change; what is prepared lives as long as they do. */
const known = new WeakMap<readonly CandidateDocument[], PreparedDocuments>();

/** Prepares a repository's documents for any number of questions. */
export function preparedDocumentsOf(documents: readonly CandidateDocument[]): PreparedDocuments {
  const found = known.get(documents);
  if (found !== undefined) {
    return found;
  }
  const prepared: PreparedDocuments = {
    titleTerms: numberedLists(documents.map(({ title }) => titleTermsOf(title))),
    entityRefs: numberedLists(documents.map(({ entityRefs }) => entityRefs)),
    changedAt: Float64Array.from(documents, ({ changedAt }) => Date.parse(changedAt ?? '')),
  };
  known.set(documents, prepared);
  return prepared;
}

/** The numbers in one document's list. */
export function entriesOf({ starts, entries }: NumberedLists, document: number): Uint32Array {
  return entries.subarray(starts[document] ?? 0, starts[document + 1] ?? 0);
}

/** How many of the numbers in one document's list count; makes nothing, for it is asked of every document. */
export function countEntries(
  { starts, entries }: NumberedLists,
  document: number,
  counts: (number: number) => boolean,
): number {
  const end = starts[document + 1] ?? 0;
  let count = 0;
  for (let index = starts[document] ?? 0; index < end; index += 1) {
    if (counts(entries[index]!)) {
      count += 1;
    }
  }
  return count;
}

function numberedLists(lists: readonly (readonly string[])[]): NumberedLists {
  const numbers = new Map<string, number>();
  const starts = new Uint32Array(lists.length + 1);
  const entries = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let next = 0;
  lists.forEach((list, index) => {
    for (const text of list) {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      entries[next] = number;
      next += 1;
    }
    starts[index + 1] = next;
  });
  return { numbers, starts, entries };
}
