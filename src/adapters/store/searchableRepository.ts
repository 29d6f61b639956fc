import { boundedMemo } from '../../ranking/boundedMemo';
import { buildPostingLists, candidatesOf } from '../../ranking/postingLists';
import type { DocumentRecord, RepositorySnapshot, SearchableRepository } from '../../ports/store';
import { termsOf } from '../../text/terms';
import { copyEntries, entryCountOf, passageCountOf, passageOf, type Segment } from './segment';
import type { Vocabulary } from './vocabulary';

/** A document together with its content. */
export interface PlacedDocument {
  readonly document: DocumentRecord;
  readonly segment: Segment;
  /** Where in the segment its content lies. */
  readonly position: number;
}

/** A repository is opened again after every change, with nearly all titles the same. */
const REMEMBERED_TITLES = 20_000;

const titleTermsOf = boundedMemo((title: string): readonly string[] => termsOf(title), REMEMBERED_TITLES);

/** Makes documents searchable; a passage's handle is its number, counted document by document. */
export function searchableRepository(
  snapshot: RepositorySnapshot,
  placed: readonly PlacedDocument[],
  vocabulary: Vocabulary,
): SearchableRepository {
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
  const documentOf = new Uint32Array(passageCount);
  let entriesEnd = 0;
  placed.forEach(({ segment, position }, index) => {
    const { body } = segment;
    const first = documentStarts[index]!;
    const end = documentStarts[index + 1]!;
    const from = body.passageStarts[position]!;
    const to = body.passageStarts[position + 1]!;
    withoutHeadings.set(body.withoutHeadings.subarray(from, to), first);
    firstLines.set(body.firstLines.subarray(from, to), first);
    documentOf.fill(index, first, end);
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

  return {
    snapshot,
    passageCount,
    candidates: (terms) => {
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
      const index = documentOf[handle];
      if (index === undefined) throw new RangeError(`No passage has the handle ${handle}.`);
      const { document, segment, position } = placed[index]!;
      const passage = segment.body.passageStarts[position]! + handle - documentStarts[index]!;
      return { document, ...passageOf(segment, passage) };
    },
  };
}

function valuesAt(column: Uint32Array, indexes: Uint32Array): Uint32Array {
  const values = new Uint32Array(indexes.length);
  for (let row = 0; row < indexes.length; row += 1) values[row] = column[indexes[row]!]!;
  return values;
}
