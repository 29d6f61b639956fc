import type { PassageHandle } from '../contract/candidates';
import type { RepositoryPath } from '../contract/model';

/** A candidate with everything the order of an answer looks at. Scores and cosines are whole numbers of 10⁻⁹. */
export interface Standing {
  repositoryIndex: number;
  row: number;
  score: number;
  cosine: number;
  /** How many of the question's terms its own heading has: their share, since all divide by the same. */
  headingTerms: number;
  /** Place of its repository's id among those of the workspace, in code-unit order. */
  repositoryPlace: number;
  path: RepositoryPath;
  firstLine: number;
  handle: PassageHandle;
}

/**
 * The contract's order of passages: score descending, the larger share of the question's terms in
 * the own heading, then repository id, path and first line. The cuts of one long line share all of
 * these and stay in the order of the text, which their handles follow.
 */
export function compareStandings(first: Standing, second: Standing): number {
  return (
    second.score - first.score ||
    second.headingTerms - first.headingTerms ||
    first.repositoryPlace - second.repositoryPlace ||
    compareCodeUnits(first.path, second.path) ||
    first.firstLine - second.firstLine ||
    first.handle - second.handle
  );
}

/** The closest in meaning first; equally close ones in the contract's order of passages. */
export function compareByCloseness(first: Standing, second: Standing): number {
  return second.cosine - first.cosine || compareStandings(first, second);
}

/** Order of two strings by their UTF-16 units, the same on every machine. */
export function compareCodeUnits(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
