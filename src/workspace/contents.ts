import type { DocumentFormat, RepositoryPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import type { SecretScanner } from '../ports/secretScanner';
import { type ContentKey, type Store, type StoredContent, StoreUnwritableError } from '../ports/store';
import { withoutDataUris } from '../text/dataUris';
import { decodeText } from '../text/decode';
import { passageTermsOf } from '../text/passageTerms';
import { contentOf, SPLITTER_VERSION } from '../text/content';
import { REDACTION_VERSION } from '../text/redaction';
import { withoutSecrets } from './withoutSecrets';

/** Contents are handed to the store in batches of about so many UTF-16 units of text. */
const BATCH_UNITS = 8 * 1024 * 1024;

/** Another one when the same bytes would give other contents: it is part of their keys. */
export const CONTENT_RECIPE = `${SPLITTER_VERSION} ${REDACTION_VERSION}`;

/** The key of a document's content: equal bytes of one format share it, in every repository. */
export function contentKeyOf(digest: Digest, fileDigest: string, format: DocumentFormat): ContentKey {
  return digest.sha256(`${CONTENT_RECIPE}\0${format}\0${fileDigest}`);
}

/** Why a document has no content: it is no text, or it could not be told whether it holds secrets. */
type NoContent = 'binary' | 'unchecked';

/** Splits a document's bytes into stored content, secrets left out first: nothing made from them goes any further. */
export async function parseContent(
  secretScanner: SecretScanner,
  key: ContentKey,
  bytes: Uint8Array,
  format: DocumentFormat,
): Promise<StoredContent | NoContent> {
  const decoded = decodeText(bytes);
  if ('fault' in decoded) return 'binary';
  const checked = await withoutSecrets(secretScanner, withoutDataUris(decoded.text));
  if (checked === 'unchecked') return 'unchecked';
  const content = contentOf(checked.text, format);
  return { key, ...content, terms: content.passages.map(passageTermsOf), redactions: checked.redactions };
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
  /** Documents that were left out because they could not be checked for secrets. */
  readonly unchecked: readonly RepositoryPath[];
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
  { store, secretScanner }: { readonly store: Store; readonly secretScanner: SecretScanner },
  documents: readonly PendingDocument[],
  again: ReadonlySet<ContentKey>,
  onParsed: () => void,
): Promise<ContentUpdate> {
  const known = await store.knownContents([...new Set(documents.map((document) => document.key))]);
  const outcomes = new Map<ContentKey, 'stored' | NoContent>();
  const binary: RepositoryPath[] = [];
  const unchecked: RepositoryPath[] = [];
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
      const content = await parseContent(secretScanner, document.key, bytes, document.format);
      outcomes.set(document.key, typeof content === 'string' ? content : 'stored');
      if (typeof content !== 'string') {
        parsed += 1;
        batch.push(content);
        batchUnits += content.passages.reduce((units, passage) => units + passage.text.length, 0);
      }
      onParsed();
    }
    const outcome = outcomes.get(document.key);
    if (outcome === 'binary') binary.push(document.path);
    if (outcome === 'unchecked') unchecked.push(document.path);
    if (batchUnits >= BATCH_UNITS) {
      await add(store, batch);
      batch = [];
      batchUnits = 0;
    }
  }
  if (batch.length > 0) await add(store, batch);
  return { parsed, binary, unchecked, vanished };
}
