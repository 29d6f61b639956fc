import type { DocumentFormat, RepositoryPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import { type ContentKey, type Store, type StoredContent, StoreUnwritableError } from '../ports/store';
import { withoutDataUris } from '../text/dataUris';
import { decodeText } from '../text/decode';
import { passageTermsOf } from '../text/passageTerms';
import { contentOf, SPLITTER_VERSION } from '../text/content';

/** Contents are handed to the store in batches of about so many UTF-16 units of text. */
const BATCH_UNITS = 8 * 1024 * 1024;

/** The key of a document's content: equal bytes of one format share it, in every repository. */
export function contentKeyOf(digest: Digest, fileDigest: string, format: DocumentFormat): ContentKey {
  return digest.sha256(`${SPLITTER_VERSION}\0${format}\0${fileDigest}`);
}

/** Splits a document's bytes into stored content; `binary` when they are no text. */
export function parseContent(
  key: ContentKey,
  bytes: Uint8Array,
  format: DocumentFormat,
): StoredContent | 'binary' {
  const decoded = decodeText(bytes);
  if ('fault' in decoded) return 'binary';
  const content = contentOf(withoutDataUris(decoded.text), format);
  return { key, ...content, terms: content.passages.map(passageTermsOf) };
}

/** A document whose content the store may not have yet. */
export interface PendingDocument {
  readonly path: RepositoryPath;
  readonly key: ContentKey;
  readonly format: DocumentFormat;
  /** Its bytes; null when the file vanished or cannot be read any more. */
  readonly bytes: () => Promise<Uint8Array | null>;
}

export interface ContentUpdate {
  /** How many documents were split. */
  readonly parsed: number;
  readonly binary: readonly RepositoryPath[];
  readonly vanished: readonly RepositoryPath[];
}

/**
 * Adds contents. A folder that cannot be written to is no reason to stop: they answer from memory, and
 * the snapshot, which is written last, meets the same fault and tells of it.
 */
async function add(store: Store, contents: readonly StoredContent[]): Promise<void> {
  try {
    await store.addContents(contents);
  } catch (thrown) {
    if (!(thrown instanceof StoreUnwritableError)) throw thrown;
  }
}

/**
 * Sees to it that the store has the content of every document: splits those it lacks (each distinct
 * content once), and those named in `again` whatever the store says.
 */
export async function ensureContents(
  store: Store,
  documents: readonly PendingDocument[],
  again: ReadonlySet<ContentKey>,
  onParsed: () => void,
): Promise<ContentUpdate> {
  const known = await store.knownContents([...new Set(documents.map((document) => document.key))]);
  const outcomes = new Map<ContentKey, 'stored' | 'binary'>();
  const binary: RepositoryPath[] = [];
  const vanished: RepositoryPath[] = [];
  let batch: StoredContent[] = [];
  let batchUnits = 0;
  let parsed = 0;
  for (const document of documents) {
    if (known.has(document.key) && !again.has(document.key)) continue;
    if (!outcomes.has(document.key)) {
      const bytes = await document.bytes();
      if (bytes === null) {
        vanished.push(document.path);
        continue;
      }
      const content = parseContent(document.key, bytes, document.format);
      outcomes.set(document.key, content === 'binary' ? 'binary' : 'stored');
      if (content !== 'binary') {
        parsed += 1;
        batch.push(content);
        batchUnits += content.passages.reduce((units, passage) => units + passage.text.length, 0);
      }
      onParsed();
    }
    if (outcomes.get(document.key) === 'binary') binary.push(document.path);
    if (batchUnits >= BATCH_UNITS) {
      await add(store, batch);
      batch = [];
      batchUnits = 0;
    }
  }
  if (batch.length > 0) await add(store, batch);
  return { parsed, binary, vanished };
}
