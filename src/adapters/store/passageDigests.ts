import { createHash } from 'node:crypto';
import type { ContentKey, RepositoryKey } from '../../ports/store';
import { fileMark, readWhole, touch, writeLosable } from './cacheFiles';
import { passageDigestsNameOf } from './fileNames';
import { DIGEST_BYTES, DIGEST_WORDS, type KnownTexts } from './knownTexts';
import { TOUCH_WITHIN_MILLISECONDS } from './repositoryFiles';
import { parseJson } from './segmentFormat';

/*
 * The digests of the texts that a repository's passages are embedded as, so that a restart reads no passage to find their
 * vectors. A file beside the repository's: losing it costs time only.
 *
 *   header     magic (8 bytes) · version · bytes of the documents · passages · 0 (32-bit each)
 *   documents  JSON `{ keys, titles, counts }`, padded with spaces to a multiple of four
 *   digests    16 bytes for each passage, document by document
 *   seal       sha256 of all before
 */

const MAGIC = Buffer.from('WSCTXDIG', 'latin1');
/** To be raised with every change of what is written here and of the text that is embedded. */
const VERSION = 1;
const HEADER_BYTES = 24;
const SEAL_BYTES = 32;

/** What decides a document's passages and their embedded texts. */
interface DocumentName {
  readonly contentKey: ContentKey;
  /** The title in effect. */
  readonly title: string;
}

/** A document whose passages' texts are known by their digests. */
export interface DigestedDocument extends DocumentName {
  /** How many passages it has. */
  readonly passages: number;
  /** Where the numbers of their texts begin. */
  readonly start: number;
  /** Another one of the same content under another title. */
  readonly next: DigestedDocument | null;
}

/** Which text each passage is embedded as, by document: of this process, and kept beside the repositories' files. */
export interface PassageDigests {
  find(document: DocumentName): DigestedDocument | null;
  /** Notes the texts (by their numbers) of a document's passages. */
  add(document: DocumentName, texts: ArrayLike<number>): DigestedDocument;
  /** The number of the text of a document's passage. */
  textOf(document: DigestedDocument, passage: number): number;
  /** Reads a repository's file, unless it was read and is still the same. */
  read(repository: RepositoryKey): Promise<void>;
  /** Writes a repository's file, unless what it holds has all these documents. @throws StoreUnwritableError */
  write(repository: RepositoryKey, documents: readonly DigestedDocument[]): Promise<void>;
  forget(): void;
}

/** A repository's file as it was last read or written here. */
interface KeptFile {
  readonly mark: string | null;
  readonly documents: ReadonlySet<DigestedDocument>;
}

export function createPassageDigests(folder: string, texts: KnownTexts, now: () => number): PassageDigests {
  const known = new Map<ContentKey, DigestedDocument>();
  const files = new Map<RepositoryKey, KeptFile>();
  let numbers = new Uint32Array(1024);
  let count = 0;

  const find: PassageDigests['find'] = ({ contentKey, title }) => {
    let document = known.get(contentKey) ?? null;
    while (document !== null && document.title !== title) document = document.next;
    return document;
  };

  const add: PassageDigests['add'] = (named, added) => {
    const before = find(named);
    if (before?.passages === added.length) return before;
    if (count + added.length > numbers.length) {
      const larger = new Uint32Array(Math.ceil((count + added.length) * 1.5));
      larger.set(numbers);
      numbers = larger;
    }
    numbers.set(added, count);
    const { contentKey, title } = named;
    const document = { contentKey, title, passages: added.length, start: count, next: known.get(contentKey) ?? null };
    known.set(contentKey, document);
    count += added.length;
    return document;
  };

  const take = (file: Uint8Array): Set<DigestedDocument> => {
    const documents = new Set<DigestedDocument>();
    const decoded = decodePassageDigests(file);
    if (decoded === null) return documents;
    const { keys, titles, counts, digests } = decoded;
    let at = 0;
    counts.forEach((passages, index) => {
      const own = new Uint32Array(passages);
      for (let passage = 0; passage < passages; passage += 1, at += DIGEST_WORDS) own[passage] = texts.intern(digests, at);
      documents.add(add({ contentKey: keys[index]!, title: titles[index]! }, own));
    });
    return documents;
  };

  return {
    find,
    add,
    textOf: ({ start }, passage) => numbers[start + passage]!,
    read: async (repository) => {
      const name = passageDigestsNameOf(repository);
      if (files.get(repository)?.mark === (await fileMark(folder, name))) return;
      await touch(folder, name, now(), TOUCH_WITHIN_MILLISECONDS);
      const mark = await fileMark(folder, name);
      const reading = await readWhole(folder, name);
      files.set(repository, { mark, documents: 'bytes' in reading ? take(reading.bytes) : new Set() });
    },
    write: async (repository, documents) => {
      const kept = files.get(repository)?.documents;
      if (kept !== undefined && documents.every((document) => kept.has(document))) return;
      const name = passageDigestsNameOf(repository);
      await writeLosable(folder, name, encodePassageDigests(documents, numbers, texts));
      files.set(repository, { mark: await fileMark(folder, name), documents: new Set(documents) });
    },
    forget: () => files.clear(),
  };
}

function encodePassageDigests(documents: readonly DigestedDocument[], numbers: Uint32Array, texts: KnownTexts): Uint8Array {
  const names = {
    keys: documents.map(({ contentKey }) => contentKey),
    titles: documents.map(({ title }) => title),
    counts: documents.map(({ passages }) => passages),
  };
  const json = Buffer.from(JSON.stringify(names), 'utf8');
  const jsonBytes = (json.length + 3) & ~3;
  const passages = documents.reduce((sum, document) => sum + document.passages, 0);
  const file = new Uint8Array(HEADER_BYTES + jsonBytes + passages * DIGEST_BYTES + SEAL_BYTES);
  file.set(MAGIC);
  const header = new DataView(file.buffer);
  [VERSION, jsonBytes, passages].forEach((value, index) => header.setUint32(MAGIC.length + 4 * index, value, true));
  file.fill(0x20, HEADER_BYTES, HEADER_BYTES + jsonBytes);
  file.set(json, HEADER_BYTES);
  const digests = new Uint32Array(file.buffer, HEADER_BYTES + jsonBytes, passages * DIGEST_WORDS);
  let at = 0;
  for (const { start, passages: own } of documents) {
    for (let passage = start; passage < start + own; passage += 1, at += DIGEST_WORDS) {
      const from = numbers[passage]! * DIGEST_WORDS;
      digests.set(texts.digests.subarray(from, from + DIGEST_WORDS), at);
    }
  }
  file.set(sealOf(file.subarray(0, -SEAL_BYTES)), file.length - SEAL_BYTES);
  return file;
}

interface DecodedDigests {
  readonly keys: readonly ContentKey[];
  readonly titles: readonly string[];
  readonly counts: readonly number[];
  readonly digests: Uint32Array;
}

/** What a file, which must begin its ArrayBuffer, holds; null when it is damaged or of another version. */
function decodePassageDigests(file: Uint8Array): DecodedDigests | null {
  if (file.length < HEADER_BYTES + SEAL_BYTES || !MAGIC.equals(file.subarray(0, MAGIC.length))) return null;
  const header = new DataView(file.buffer, file.byteOffset);
  const [version, jsonBytes, passages] = [0, 1, 2].map((index) => header.getUint32(MAGIC.length + 4 * index, true));
  if (version !== VERSION || file.length !== HEADER_BYTES + jsonBytes! + passages! * DIGEST_BYTES + SEAL_BYTES) return null;
  if (!sealOf(file.subarray(0, -SEAL_BYTES)).equals(file.subarray(-SEAL_BYTES))) return null;
  const names = parseJson(file.subarray(HEADER_BYTES, HEADER_BYTES + jsonBytes!)) as Omit<DecodedDigests, 'digests'>;
  return { ...names, digests: new Uint32Array(file.buffer, HEADER_BYTES + jsonBytes!, passages! * DIGEST_WORDS) };
}

function sealOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
