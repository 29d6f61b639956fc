import { boundedMemo } from '../../ranking/boundedMemo';
import type { RepositoryPath } from '../../contract/model';
import { buildPostingLists, candidatesOf, type PostingLists, termCountsOf } from '../../ranking/postingLists';
import type { CandidateSet, DocumentRecord, SearchableRepository, StoredPassage, UncountedSnapshot } from '../../ports/store';
import { termsOf } from '../../text/terms';
import { meantPassages, type VectorSource, withoutVectors } from './passageVectors';
import { copyEntries, entryCountOf, passageCountOf, passageOf, type Segment } from './segment';
import type { Vocabulary } from './vocabulary';

/** A document together with its content. */
export interface PlacedDocument {
  readonly document: DocumentRecord;
  readonly segmentName: string;
  readonly segment: Segment;
  /** Where in the segment its content lies. */
  readonly position: number;
}

/** What a repository is searched with; passages are numbered document by document. */
export interface SearchColumns {
  readonly documents: readonly DocumentRecord[];
  readonly lists: PostingLists;
  readonly firstLines: Uint32Array;
}

/** A repository's columns, and where they were taken from. */
export interface BuiltColumns extends SearchColumns {
  readonly placed: readonly PlacedDocument[];
}

/** A repository is opened again after every change, with nearly all titles the same. */
const REMEMBERED_TITLES = 20_000;

const titleTermsOf = boundedMemo((title: string): readonly string[] => termsOf(title), REMEMBERED_TITLES);

/** Gathers the columns of documents from the segments that hold their contents. */
export function buildColumns(placed: readonly PlacedDocument[], vocabulary: Vocabulary): BuiltColumns {
  const documents = placed.map(({ document }) => document);
  const documentStarts = new Uint32Array(placed.length + 1);
  let entryCount = 0;
  placed.forEach(({ segment, position }, index) => {
    documentStarts[index + 1] = documentStarts[index]! + passageCountOf(segment, position);
    entryCount += entryCountOf(segment, position);
  });
  const passageCount = documentStarts[placed.length]!;
  const entryStarts = new Uint32Array(passageCount + 1);
  const entries = new Uint32Array(entryCount);
  const withoutHeadings = new Uint8Array(passageCount);
  const firstLines = new Uint32Array(passageCount);
  let entriesEnd = 0;
  placed.forEach(({ segment, position }, index) => {
    const { body } = segment;
    const first = documentStarts[index]!;
    const end = documentStarts[index + 1]!;
    const from = body.passageStarts[position]!;
    const to = body.passageStarts[position + 1]!;
    withoutHeadings.set(body.withoutHeadings.subarray(from, to), first);
    firstLines.set(body.firstLines.subarray(from, to), first);
    for (let passage = first; passage < end; passage += 1) {
      entryStarts[passage + 1] = entryStarts[passage]! + body.entryCounts[from + passage - first]!;
    }
    entriesEnd = copyEntries(segment, position, segment.termNumbers, entries, entriesEnd);
  });
  const titleTerms = documents.map(({ title }) => titleTermsOf(title).map((term) => vocabulary.numberOf(term)));
  const lists = buildPostingLists({
    vocabulary: vocabulary.numbers,
    documentStarts,
    titleTerms,
    entryStarts,
    entries,
    withoutHeadings,
  });
  return { documents, lists, firstLines, placed };
}

/** A passage of columns that were built, read from its segment in memory. `index` is its document's. */
export function builtPassage({ lists, placed }: BuiltColumns, handle: number, index: number): StoredPassage {
  const { document, segment, position } = placed[index]!;
  return { document, ...passageOf(segment, segment.body.passageStarts[position]! + handle - lists.documentStarts[index]!) };
}

/**
 * A repository to be searched; a passage's handle is its number.
 * @param read gives a passage of a document, by the numbers of both.
 * @param source has its vectors; null where meaning is off.
 */
export function searchableRepository(
  snapshot: UncountedSnapshot,
  { documents, lists, firstLines }: SearchColumns,
  read: (handle: number, document: number) => StoredPassage,
  source: VectorSource | null,
): SearchableRepository {
  const { documentStarts } = lists;
  const passageCount = firstLines.length;
  const documentOf = new Uint32Array(passageCount);
  for (let index = 0; index < documents.length; index += 1) documentOf.fill(index, documentStarts[index]!, documentStarts[index + 1]!);
  const counted = { ...snapshot, passageCount };
  const vectors = source?.vectorsOf(counted, documents, documentStarts) ?? withoutVectors(passageCount);
  let all: Uint32Array | null = null;
  const allPassages = (): Uint32Array => (all ??= Uint32Array.from({ length: passageCount }, (_, passage) => passage));

  const candidatesInMeaning = (terms: readonly string[], question: Float32Array): CandidateSet => {
    const { passages, ...columns } = meantPassages(termCountsOf(lists, terms), vectors.cosines(question), allPassages);
    const isAll = passages.length === passageCount;
    return {
      exact: true,
      handles: passages,
      documentOf: isAll ? documentOf : valuesAt(documentOf, passages),
      firstLines: isAll ? firstLines : valuesAt(firstLines, passages),
      ...columns,
      documents,
    };
  };

  let passagesByPath: ReadonlyMap<RepositoryPath, number> | null = null;
  const countedPassages = (): ReadonlyMap<RepositoryPath, number> =>
    (passagesByPath ??= new Map(documents.map(({ path }, index) => [path, documentStarts[index + 1]! - documentStarts[index]!])));

  return {
    snapshot: counted,
    passageCount,
    passagesOf: (path) => countedPassages().get(path) ?? 0,
    candidates: (terms, question = null) => {
      if (question !== null) return candidatesInMeaning(terms, question);
      const { passages, matchedTerms, matchedHeadingTerms } = candidatesOf(lists, terms);
      return {
        exact: true,
        handles: passages,
        documentOf: valuesAt(documentOf, passages),
        matchedTerms,
        matchedHeadingTerms,
        firstLines: valuesAt(firstLines, passages),
        cosines: null,
        documents,
      };
    },
    passage: (handle) => {
      const document = documentOf[handle];
      if (document === undefined) throw new RangeError(`No passage has the handle ${handle}.`);
      return read(handle, document);
    },
  };
}

function valuesAt(column: Uint32Array, indexes: Uint32Array): Uint32Array {
  const values = new Uint32Array(indexes.length);
  for (let row = 0; row < indexes.length; row += 1) values[row] = column[indexes[row]!]!;
  return values;
}
