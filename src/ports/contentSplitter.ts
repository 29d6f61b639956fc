import type { DocumentFormat } from '../contract/model';
import type { ContentKey, StoredContent } from './store';

/** A document's bytes, and the key of the content they give. */
export interface RawContent {
  readonly key: ContentKey;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** Why a document has no content: it is no text, or it could not be told whether it holds secrets. */
export type NoContent = 'binary' | 'unchecked';

/** A second thread that splits contents while the calling one does so, too. */
export interface ContentSplitter {
  /** What the documents hold, in their order; null when the thread is gone, and the caller has to split them. Never throws. */
  split(documents: readonly RawContent[]): Promise<readonly (StoredContent | NoContent)[] | null>;
  /** Resolves when what the thread sent until now was taken in: nothing of it is while the calling thread works on. */
  turn(): Promise<void>;
  end(): void;
}

/** Starts a thread; null where the machine has no processor to spare. */
export type StartContentSplitter = () => ContentSplitter | null;
