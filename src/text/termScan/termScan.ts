/** How much of a text is scanned at once, in bytes of UTF-8. */
export const TEXT_BYTES = 1 << 16;
/** Longest run that is remembered, in bytes. */
export const RUN_BYTES = 96;
/** So many runs are remembered. */
export const RUN_LIMIT = 1 << 17;

/** Why a scan stopped. */
export const FINISHED = 0;
export const UNKNOWN_RUN = 1;
export const FOREIGN_CHARACTER = 2;

/** Where a run lies in the text that was put, in bytes. */
interface StoppedRun {
  readonly start: number;
  readonly end: number;
}

/**
 * Scans texts for runs of word characters and gives the terms (by number) of those it remembers; what it does not know it
 * stops at. The terms given are numbered anew for each content, and each is given once to a text.
 */
export interface TermScan {
  /** A content begins: its dictionary is empty, and nothing of the one before is left to be taken. */
  beginContent(): void;
  /** A passage begins: it has no terms. */
  beginText(): void;
  /** A section begins: until `endOwnHeading` terms are not given but noted as those of its own heading. */
  beginSection(): void;
  endOwnHeading(): void;
  /** Gives one term of the text. */
  give(term: number): void;
  /** Puts a text, of at most a third of TEXT_BYTES in UTF-16 units. @returns how many bytes it has. */
  put(text: string): number;
  /** Scans the text that was put, from one byte to before another. @returns why it stopped. */
  scan(from: number, end: number): number;
  /** The run that the scan stopped at; only the start where that is a foreign character. */
  stoppedAt(): StoppedRun;
  /** Makes the scan know the unknown run that it stopped at. @returns false where there is no room for it. */
  remember(terms: readonly number[]): boolean;
  /** What was given since the last `taken`, in order; a term counts as new the first time it is given to a content. */
  newTerms(): Int32Array;
  entries(): Int32Array;
  /** Whatever was given is taken. */
  taken(): void;
  /** There is room for so many terms, numbered from 0. */
  reserve(terms: number): void;
  /** Whether no more runs can be remembered. */
  isFull(): boolean;
}
