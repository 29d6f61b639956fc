import type { EntityRef, RepositoryPath } from './model';

export { OWN_REPOSITORY_REF } from './model';

/**
 * A passage, told by its store. Only meaningful to the store that gave it, except that the handles
 * of one document rise in the order of its passages: two cuts of one long line share path and line,
 * and the earlier one is to come first.
 */
export type PassageHandle = number;

/** The document facts that ranking needs. */
export interface CandidateDocument {
  readonly path: RepositoryPath;
  readonly title: string;
  readonly entityRefs: readonly EntityRef[];
  readonly changedAt: string | null;
}

/** Passages of one repository that may answer a question, as columns: row i of each belongs together. */
export interface CandidateSet {
  /** True when every passage that shares a term with the question, or has an embedding, is among them. */
  readonly exact: boolean;
  readonly handles: ArrayLike<PassageHandle>;
  /** Index into `documents`. */
  readonly documentOf: ArrayLike<number>;
  /** How many of the question's terms the passage has (title, headings and text). */
  readonly matchedTerms: ArrayLike<number>;
  /** How many of them its own heading has (the title, in a passage without headings). */
  readonly matchedHeadingTerms: ArrayLike<number>;
  readonly firstLines: ArrayLike<number>;
  /** Cosine of question and passage, NaN where the passage has no embedding; null when words alone were asked. */
  readonly cosines: ArrayLike<number> | null;
  /** The same array in every set until the documents change: what ranking prepares is kept by it. */
  readonly documents: readonly CandidateDocument[];
}
