import type { DocumentRecord, StoredPassage } from '../../ports/store';
import type { Lookup, PostingLists } from '../../ranking/postingLists';
import { readRange } from './cacheFiles';
import { passageTextOf } from './passageTexts';
import { checksumOf, checksumOfBytes, encodePostings, type PostingsColumns } from './postingsFile';
import type { BuiltColumns, SearchColumns } from './searchableRepository';
import { parseJson } from './segmentFormat';
import { buildTermTable, lookupIn } from './termTable';
import type { Vocabulary } from './vocabulary';

/** What a postings file was made from. */
interface Origin {
  /** The identity of the repository's file. */
  readonly identity: string;
  /** Names of the segments that its passages lie in. */
  readonly segments: readonly string[];
}

/** The postings file of built columns; `identity` is that of the repository's file they belong to. */
export function postingsFileOf(identity: string, built: BuiltColumns, vocabulary: Vocabulary): Uint8Array {
  const { lists, placed, firstLines } = built;
  const used = usedTerms(built, vocabulary);
  const segments = [...new Set(placed.map(({ segmentName }) => segmentName))];
  const segmentNumbers = new Map(segments.map((name, number) => [name, number]));
  const origin: Origin = { identity, segments };
  return encodePostings({
    ...buildTermTable(used.terms),
    ...textColumns(built),
    ...postingColumns(lists, used.numbers),
    ...titleColumns(lists, used.numbers),
    origin: Buffer.from(JSON.stringify(origin), 'utf8'),
    documentStarts: lists.documentStarts,
    segmentOf: Uint32Array.from(placed, ({ segmentName }) => segmentNumbers.get(segmentName)!),
    firstLines,
    withoutHeadings: lists.withoutHeadings,
  });
}

/** The terms that the repository has, of all that the process knows, and the vocabulary's numbers of them. */
function usedTerms({ lists: { termStarts, titled } }: BuiltColumns, vocabulary: Vocabulary): { terms: string[]; numbers: number[] } {
  const terms: string[] = [];
  const numbers: number[] = [];
  for (const [term, number] of vocabulary.numbers) {
    const isPosted = (termStarts[number + 1] ?? 0) > (termStarts[number] ?? 0);
    if (!isPosted && titled.get(number) === undefined) continue;
    terms.push(term);
    numbers.push(number);
  }
  return { terms, numbers };
}

/** The postings of terms, those of one after those of the other. */
function postingColumns(lists: PostingLists, numbers: readonly number[]): Pick<PostingsColumns, 'termStarts' | 'postings' | 'postingChecks'> {
  const termStarts = new Uint32Array(numbers.length + 1);
  // The vocabulary may have terms that are younger than the lists.
  const startOf = (number: number): number => lists.termStarts[number] ?? lists.postings.length;
  numbers.forEach((number, term) => {
    termStarts[term + 1] = termStarts[term]! + startOf(number + 1) - startOf(number);
  });
  const postings = new Uint32Array(termStarts[numbers.length]!);
  const postingChecks = new Uint32Array(numbers.length);
  numbers.forEach((number, term) => {
    const [from, to] = [termStarts[term]!, termStarts[term + 1]!];
    const ahead = startOf(number) - from;
    for (let at = from; at < to; at += 1) postings[at] = lists.postings[at + ahead]!;
    postingChecks[term] = checksumOf(postings, from, to);
  });
  return { termStarts, postings, postingChecks };
}

/** The documents whose titles have terms, those of one after those of the other. */
function titleColumns({ titled }: PostingLists, numbers: readonly number[]): Pick<PostingsColumns, 'titledStarts' | 'titledDocuments'> {
  const titledStarts = new Uint32Array(numbers.length + 1);
  const documents: number[] = [];
  numbers.forEach((number, term) => {
    for (const document of titled.get(number) ?? []) documents.push(document);
    titledStarts[term + 1] = documents.length;
  });
  return { titledStarts, titledDocuments: Uint32Array.from(documents) };
}

/** Where the passages lie in the segments' files. */
function textColumns({ placed, firstLines }: BuiltColumns): Pick<PostingsColumns, 'lastLines' | 'textStarts' | 'textBytes' | 'textChecks'> {
  const column = (): Uint32Array => new Uint32Array(firstLines.length);
  const columns = { lastLines: column(), textStarts: column(), textBytes: column(), textChecks: column() };
  let passage = 0;
  for (const { segment, position } of placed) {
    const { texts, textStarts, lastLines, passageStarts } = segment.body;
    for (let at = passageStarts[position]!; at < passageStarts[position + 1]!; at += 1, passage += 1) {
      const bytes = texts.subarray(textStarts[at]!, textStarts[at + 1]!);
      columns.lastLines[passage] = lastLines[at]!;
      // A segment's file begins its buffer.
      columns.textStarts[passage] = bytes.byteOffset;
      columns.textBytes[passage] = bytes.length;
      columns.textChecks[passage] = checksumOfBytes(bytes);
    }
  }
  return columns;
}

/** What the columns were made from; null when that cannot be read. */
export function originOf(columns: PostingsColumns): Origin | null {
  try {
    return parseJson(columns.origin) as Origin;
  } catch {
    return null;
  }
}

/** The columns of a postings file, ready to be searched. `documents` are those of the repository's file. */
export function storedColumns(columns: PostingsColumns, documents: readonly DocumentRecord[]): SearchColumns {
  const { titledStarts, titledDocuments, documentStarts, withoutHeadings, termStarts, postings, firstLines } = columns;
  const titled: Lookup<number, Iterable<number>> = {
    get: (term) => titledDocuments.subarray(titledStarts[term], titledStarts[term + 1]),
  };
  return { documents, firstLines, lists: { vocabulary: lookupIn(columns), documentStarts, withoutHeadings, termStarts, postings, titled } };
}

/** Tells whether the postings of terms are as they were written; each term's are looked at once. */
export function postingsTest(columns: PostingsColumns): (terms: readonly string[]) => boolean {
  const vocabulary = lookupIn(columns);
  const { termStarts, postings, postingChecks } = columns;
  const checked = new Set<number>();
  return (terms) =>
    terms.every((term) => {
      const number = vocabulary.get(term);
      if (number === undefined || checked.has(number)) return true;
      if (checksumOf(postings, termStarts[number]!, termStarts[number + 1]!) !== postingChecks[number]) return false;
      checked.add(number);
      return true;
    });
}

/** A passage, read from its segment's file; null when it is not there any more as it was. */
export function storedPassage(
  folder: string,
  columns: PostingsColumns,
  segments: readonly string[],
  passage: number,
  index: number,
): Omit<StoredPassage, 'document'> | null {
  const name = segments[columns.segmentOf[index]!];
  if (name === undefined) return null;
  const length = columns.textBytes[passage]!;
  const reading = readRange(folder, name, columns.textStarts[passage]!, length);
  if ('fault' in reading || reading.bytes.length !== length || checksumOfBytes(reading.bytes) !== columns.textChecks[passage]) return null;
  return {
    ...passageTextOf(reading.bytes),
    lines: { start: columns.firstLines[passage]!, end: columns.lastLines[passage]! },
  };
}
