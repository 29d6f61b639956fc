import type { DocumentFormat } from '../contract/model';
import type { ContentKey, PackedContents } from './store';

/** A document's bytes, and the key of the content they give. */
export interface RawContent {
  readonly key: ContentKey;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

/** Why a document has no content: it is no text, or it could not be told whether it holds secrets. */
export type NoContent = 'binary' | 'unchecked';

/** What became of documents that a second thread split. */
export interface SplitContents {
  /** Of each document, in their order; the contents of those that are `kept` are in one of the packs, this time or later. */
  readonly outcomes: readonly ('kept' | NoContent)[];
  readonly packs: readonly PackedContents[];
}

/** A second thread that splits contents while the calling one does so, too, and packs them for the store. */
export interface ContentSplitter {
  /** Splits documents; null when the thread is gone, and the caller has to. Never throws. */
  split(documents: readonly RawContent[]): Promise<SplitContents | null>;
  /** The contents that were kept and are in no pack yet; null when the thread is gone, and they with it. Never throws. */
  rest(): Promise<readonly PackedContents[] | null>;
  /** Resolves when what the thread sent until now was taken in: nothing of it is while the calling thread works on. */
  turn(): Promise<void>;
  end(): void;
}

/** Starts a thread; null where the machine has no processor to spare. */
export type StartContentSplitter = () => ContentSplitter | null;
