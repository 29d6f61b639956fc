import type { DocumentFormat, RepositoryPath } from '../contract/model';
import type { ContentSplitter, NoContent, RawContent } from '../ports/contentSplitter';
import type { Digest } from '../ports/digest';
import type { Pace } from '../ports/pace';
import type { SecretScanner } from '../ports/secretScanner';
import { type ContentKey, type PackedContents, type Store, type StoredContent, StoreUnwritableError } from '../ports/store';
import { withoutDataUris } from '../text/dataUris';
import { decodeText } from '../text/decode';
import { contentTermsOf } from '../text/terms';
import { contentOf, SPLITTER_VERSION } from '../text/content';
import { REDACTION_VERSION } from '../text/redaction';
import { withoutSecrets } from './withoutSecrets';

/** A second thread splits contents, too, from so many bytes on: for less it takes longer to start it. */
export const SHARED_FROM_BYTES = 4 * 1024 * 1024;
/** Bytes that a thread takes on at a time: small, so that both end at about the same moment. */
const SHARE_BYTES = 256 * 1024;
/** Shares that the second thread has at a time: while it works on one the next is on its way. */
const SHARES_AHEAD = 2;

/** Another one when the same bytes would give other contents: it is part of their keys. */
export const CONTENT_RECIPE = `${SPLITTER_VERSION} ${REDACTION_VERSION}`;

/** The key of a document's content: equal bytes of one format share it, in every repository. */
export function contentKeyOf(digest: Digest, fileDigest: string, format: DocumentFormat): ContentKey {
  return digest.sha256(`${CONTENT_RECIPE}\0${format}\0${fileDigest}`);
}

/** Splits a document's bytes into stored content, secrets left out first: nothing made from them goes any further. */
export async function parseContent(secretScanner: SecretScanner, { key, bytes, format }: RawContent): Promise<StoredContent | NoContent> {
  const decoded = decodeText(bytes);
  if ('fault' in decoded) return 'binary';
  const checked = await withoutSecrets(secretScanner, withoutDataUris(decoded.text));
  if (checked === 'unchecked') return 'unchecked';
  const content = contentOf(checked.text, format);
  return { key, ...content, terms: contentTermsOf(content.passages), redactions: checked.redactions };
}

/** A document whose content the store may not have yet. */
export interface PendingDocument {
  readonly path: RepositoryPath;
  readonly key: ContentKey;
  readonly format: DocumentFormat;
  /** Bytes of its file. */
  readonly size: number;
  /** Its bytes; null when the file vanished or cannot be read any more. */
  readonly bytes: () => Promise<Uint8Array | null>;
}

export interface ContentUpdate {
  /** How many documents were split. */
  readonly parsed: number;
  readonly binary: readonly RepositoryPath[];
  /** Documents that were left out because they could not be checked for secrets. */
  readonly unchecked: readonly RepositoryPath[];
  readonly vanished: readonly RepositoryPath[];
}

/**
 * Adds contents. A folder that cannot be written to is no reason to stop: they answer from memory, and
 * the snapshot, which is written last, meets the same fault and tells of it.
 */
async function add(store: Store, packs: readonly (PackedContents | null)[]): Promise<void> {
  const full = packs.filter((pack) => pack !== null);
  if (full.length === 0) return;
  try {
    await store.addPacked(full);
  } catch (thrown) {
    if (!(thrown instanceof StoreUnwritableError)) throw thrown;
  }
}

/** What contents are made and kept with. */
export interface ContentPorts {
  readonly store: Store;
  readonly secretScanner: SecretScanner;
  readonly pace?: Pace;
}

/** A content that the store lacks, and the documents that have it. */
interface LackedContent {
  readonly key: ContentKey;
  readonly documents: PendingDocument[];
}

/**
 * Sees to it that the store has the content of every document: splits those it lacks (each distinct
 * content once), and those named in `again` whatever the store says.
 * @param splitter takes part of the work where there is much of it; null splits all here. The caller ends it.
 */
export async function ensureContents(
  ports: ContentPorts,
  documents: readonly PendingDocument[],
  again: ReadonlySet<ContentKey>,
  onParsed: () => void,
  splitter: ContentSplitter | null = null,
): Promise<ContentUpdate> {
  const known = await ports.store.knownContents([...new Set(documents.map(({ key }) => key))]);
  const pending = documents.filter(({ key }) => !known.has(key) || again.has(key));
  const outcomes = new Map<ContentKey, 'kept' | NoContent>();
  const vanished: RepositoryPath[] = [];
  const packer = ports.store.createPacker();

  const read = async ({ documents: candidates }: LackedContent): Promise<RawContent | null> => {
    for (const { key, format, path, bytes } of candidates) {
      const found = await bytes();
      if (found !== null) return { key, format, bytes: found };
      vanished.push(path);
    }
    return null;
  };
  const note = (key: ContentKey, outcome: 'kept' | NoContent): void => {
    if (!outcomes.has(key)) onParsed();
    outcomes.set(key, outcome);
  };
  const splitHere = async (contents: readonly RawContent[]): Promise<void> => {
    for (const raw of contents) {
      await ports.pace?.();
      const content = await parseContent(ports.secretScanner, raw);
      note(raw.key, typeof content === 'string' ? content : 'kept');
      if (typeof content !== 'string') await add(ports.store, [packer.add(content)]);
    }
  };

  const shares = sharesOf(lackedContents(pending));
  if (splitter === null) await splitAlone(shares, read, splitHere);
  else await splitOnTwoThreads(splitter, shares, { read, splitHere, note, add: (packs) => add(ports.store, packs) });
  await add(ports.store, [packer.rest()]);
  const gone = new Set(vanished);
  const pathsWith = (outcome: NoContent): RepositoryPath[] =>
    pending.filter(({ key, path }) => outcomes.get(key) === outcome && !gone.has(path)).map(({ path }) => path);
  const parsed = [...outcomes.values()].filter((outcome) => outcome === 'kept').length;
  return { parsed, binary: pathsWith('binary'), unchecked: pathsWith('unchecked'), vanished };
}

function lackedContents(pending: readonly PendingDocument[]): LackedContent[] {
  const lacked = new Map<ContentKey, LackedContent>();
  for (const document of pending) {
    const content = lacked.get(document.key);
    if (content === undefined) lacked.set(document.key, { key: document.key, documents: [document] });
    else content.documents.push(document);
  }
  return [...lacked.values()];
}

function sharesOf(contents: readonly LackedContent[]): LackedContent[][] {
  const shares: LackedContent[][] = [];
  let room = 0;
  for (const content of contents) {
    if (room <= 0) {
      shares.push([]);
      room = SHARE_BYTES;
    }
    shares.at(-1)?.push(content);
    room -= content.documents[0]?.size ?? 0;
  }
  return shares;
}

type Read = (content: LackedContent) => Promise<RawContent | null>;
type SplitHere = (contents: readonly RawContent[]) => Promise<void>;

async function splitAlone(shares: readonly (readonly LackedContent[])[], read: Read, splitHere: SplitHere): Promise<void> {
  for (const content of shares.flat()) {
    const raw = await read(content);
    if (raw !== null) await splitHere([raw]);
  }
}

interface SharedWork {
  readonly read: Read;
  readonly splitHere: SplitHere;
  readonly note: (key: ContentKey, outcome: 'kept' | NoContent) => void;
  readonly add: (packs: readonly PackedContents[]) => Promise<void>;
}

/** This thread takes shares from the front and the other one from the back, until they meet. */
async function splitOnTwoThreads(
  splitter: ContentSplitter,
  shares: readonly (readonly LackedContent[])[],
  { read, splitHere, note, add }: SharedWork,
): Promise<void> {
  let front = 0;
  let back = shares.length;
  const rawOf = async (share: readonly LackedContent[]): Promise<RawContent[]> => {
    const contents: RawContent[] = [];
    for (const one of share) {
      const raw = await read(one);
      if (raw !== null) contents.push(raw);
    }
    return contents;
  };
  /** What the other thread was given and may hold yet: it is lost with the thread. */
  const given: RawContent[] = [];
  const feed = async (): Promise<void> => {
    while (front < back) {
      back -= 1;
      const contents = await rawOf(shares[back] ?? []);
      given.push(...contents);
      const split = await splitter.split(contents);
      if (split === null) return;
      split.outcomes.forEach((outcome, index) => note(contents[index]?.key ?? '', outcome));
      await add(split.packs);
    }
  };
  const fed = Promise.all(Array.from({ length: SHARES_AHEAD }, feed));
  // It is awaited below, after this thread's own work.
  fed.catch(() => undefined);
  while (front < back) {
    front += 1;
    await splitHere(await rawOf(shares[front - 1] ?? []));
    await splitter.turn();
  }
  await fed;
  const packs = await splitter.rest();
  if (packs === null) await splitHere(given);
  else await add(packs);
}
