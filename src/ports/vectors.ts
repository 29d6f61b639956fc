import type { EmbeddingModel, TextEmbedding } from './embedder';
import type { IndexingClaim, RepositoryKey, SearchableRepository } from './store';

/** Names an embedded text, whichever passages have it: the first 16 bytes of its sha256, in hexadecimal. */
export type TextDigest = string;

/** A text that nothing is known of yet. */
export interface PendingText {
  readonly digest: TextDigest;
  readonly text: string;
}

/** What became of a text. */
export interface EmbeddedText {
  readonly digest: TextDigest;
  readonly embedding: TextEmbedding;
}

/** How many of a repository's passages are embedded; those in none of the counts wait for it. */
export interface VectorCoverage {
  readonly passages: number;
  readonly embedded: number;
  /** Of the embedded ones: those whose text is longer than the model takes. */
  readonly cut: number;
  /** Those that have no vector, for good: nothing in them is known to the model, or it fails on them. */
  readonly without: number;
}

/**
 * The vectors of one model, by the digest of the embedded text: shared by all repositories and processes
 * of this machine, immutable once written.
 */
export interface VectorStore {
  readonly model: EmbeddingModel;
  /**
   * Gives an open repository the vectors that are known of its passages, those other processes wrote since
   * included; `candidates` has them from then on. Reads no passage, and costs little when nothing is new.
   */
  attach(repository: SearchableRepository): Promise<VectorCoverage>;
  /**
   * At most so many texts of a repository's passages of which nothing is known yet, each once. Documents are gone
   * through in the order given (indexes into the snapshot's documents). Reads passages; what it finds out of them is kept.
   * @throws ContentLostError as `SearchableRepository.passage`.
   */
  pending(repository: SearchableRepository, order: readonly number[], atMost: number): Promise<readonly PendingText[]>;
  /**
   * Takes embeddings in, in memory: attached repositories have them at once. Vectors without a direction count as none. One
   * that is known already is passed over.
   */
  add(texts: readonly EmbeddedText[]): Promise<void>;
  /**
   * Writes what was taken in and found out and is not on the disk yet.
   * @throws StoreUnwritableError what could not be written stays in memory and is tried again next time.
   */
  flush(): Promise<void>;
  /** As `Store.claimIndexing`, for embedding the passages of a repository. */
  claimEmbedding(repository: RepositoryKey, atMostMs: number): Promise<IndexingClaim>;
}
