import type { DocumentRecord, RepositorySnapshot } from '../../ports/store';
import { isVectorKind, type KnownTexts, UNKNOWN } from './knownTexts';
import type { DigestedDocument, PassageDigests } from './passageDigests';
import type { PassageCosines } from './passageVectors';

/** Which texts the passages of an open repository are embedded as, as far as that is known. */
export interface RepositoryTexts {
  /** Names the snapshot: copies of it have the same list. */
  readonly listed: RepositorySnapshot['documents'];
  /** Those that can be searched, as their passages are numbered. */
  readonly documents: readonly DocumentRecord[];
  /** Document d has the passages from `starts[d]` on, up to the next one's. */
  readonly starts: Uint32Array;
  /** By document; null where its passages' digests are not known. */
  readonly digested: (DigestedDocument | null)[];
  /** How many of those are null. */
  undigested: number;
  /** By passage: the number of its text + 1; 0 where its digest is not known. Empty before it is first attached. */
  passages: Uint32Array;
}

export function repositoryTexts(
  listed: RepositorySnapshot['documents'],
  documents: readonly DocumentRecord[],
  starts: Uint32Array,
): RepositoryTexts {
  return { listed, documents, starts, digested: documents.map(() => null), undigested: documents.length, passages: new Uint32Array(0) };
}

export function passageCountOf({ starts }: RepositoryTexts): number {
  return starts.at(-1) ?? 0;
}

/** Notes which texts a document's passages are. */
export function enterDocument(own: RepositoryTexts, document: number, digested: DigestedDocument, digests: PassageDigests): void {
  const start = own.starts[document]!;
  if (own.passages.length === 0) own.passages = new Uint32Array(passageCountOf(own));
  for (let passage = 0; passage < digested.passages; passage += 1) {
    own.passages[start + passage] = digests.textOf(digested, passage) + 1;
  }
  if (own.digested[document] === null) own.undigested -= 1;
  own.digested[document] = digested;
}

/** Notes what is known of the documents whose passages' texts were not known yet. */
export function enterKnown(own: RepositoryTexts, digests: PassageDigests): void {
  own.documents.forEach((document, index) => {
    if (own.digested[index] !== null) return;
    const known = digests.find(document);
    if (known !== null && known.passages === own.starts[index + 1]! - own.starts[index]!) enterDocument(own, index, known, digests);
  });
}

/** Where among its searchable documents a document of the snapshot is; undefined when there is none, or its content is missing. */
export function placesOf({ listed, documents }: RepositoryTexts): (index: number) => number | undefined {
  if (listed.length === documents.length) return (index) => (documents[index] === undefined ? undefined : index);
  const places = new Map(documents.map((document, place) => [document, place]));
  return (index) => (listed[index] === undefined ? undefined : places.get(listed[index]));
}

/** How many passages there are of each kind, those of unknown texts left out, and the segments that hold them. */
export function kindsOf({ passages }: RepositoryTexts, { kinds, homes }: KnownTexts): { counts: Uint32Array; homes: number[] } {
  const counts = new Uint32Array(256);
  const isHome: boolean[] = [];
  for (let passage = 0; passage < passages.length; passage += 1) {
    const text = passages[passage]! - 1;
    if (text < 0 || kinds[text] === UNKNOWN) continue;
    counts[kinds[text]!]! += 1;
    isHome[homes[text]!] = true;
  }
  return { counts, homes: [...isHome.keys()].filter((home) => home > 0 && isHome[home] === true) };
}

/**
 * The cosine of each passage.
 * @param all gives those of all rows; not asked for where no passage has a vector.
 */
export function passageCosines(own: RepositoryTexts, { rows, kinds }: KnownTexts, all: () => Float64Array): PassageCosines {
  const passageCount = passageCountOf(own);
  const cosines = new Float64Array(passageCount);
  const { passages } = own;
  if (!passages.some((text) => text > 0 && isVectorKind(kinds[text - 1]!))) return { cosines: cosines.fill(Number.NaN), embedded: 0 };
  const rowCosines = all();
  let embedded = 0;
  for (let passage = 0; passage < passageCount; passage += 1) {
    const text = passages[passage]!;
    const row = text === 0 ? -1 : rows[text - 1]!;
    const cosine = row < 0 ? Number.NaN : rowCosines[row]!;
    cosines[passage] = cosine;
    if (!Number.isNaN(cosine)) embedded += 1;
  }
  return { cosines, embedded };
}
