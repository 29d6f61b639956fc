import type { DocumentRecord, RepositorySnapshot } from '../../ports/store';
import type { MatchedPassages, TermCounts } from '../../ranking/postingLists';

/** The cosine of a question with each passage of a repository. */
export interface PassageCosines {
  /** By the passage's number; NaN where it has no vector. */
  readonly cosines: Float64Array;
  /** How many have one. */
  readonly embedded: number;
}

/** The vectors of an open repository's passages, as far as they are attached by now. */
export interface PassageVectors {
  cosines(question: Float32Array): PassageCosines;
}

/** Gives open repositories their vectors. */
export interface VectorSource {
  /**
   * The vectors of a repository that is being opened.
   * @param documents those whose passages are numbered one after the other; document d has those from `starts[d]` on, up
   *   to the next one's.
   */
  vectorsOf(snapshot: RepositorySnapshot, documents: readonly DocumentRecord[], starts: Uint32Array): PassageVectors;
}

/** Passages that share a term with a question or have a vector, ascending: row i of each column belongs together. */
export interface MeantPassages extends MatchedPassages {
  /** NaN where the passage has no vector. */
  readonly cosines: Float64Array;
}

/** The passages that share a term or have a vector. `all` is what is taken for `passages` where those are all of them. */
export function meantPassages(counts: TermCounts, { cosines, embedded }: PassageCosines, all: () => Uint32Array): MeantPassages {
  const passageCount = cosines.length;
  if (embedded === passageCount) {
    return { passages: all(), matchedTerms: counts.terms, matchedHeadingTerms: counts.headingTerms, cosines };
  }
  const passages = new Uint32Array(passageCount);
  let rows = 0;
  for (let passage = 0; passage < passageCount; passage += 1) {
    const cosine = cosines[passage]!;
    if (counts.terms[passage] === 0 && Number.isNaN(cosine)) continue;
    passages[rows] = passage;
    rows += 1;
  }
  const columns = {
    passages: passages.subarray(0, rows),
    matchedTerms: new Uint16Array(rows),
    matchedHeadingTerms: new Uint16Array(rows),
    cosines: new Float64Array(rows),
  };
  for (let row = 0; row < rows; row += 1) {
    const passage = passages[row]!;
    columns.matchedTerms[row] = counts.terms[passage]!;
    columns.matchedHeadingTerms[row] = counts.headingTerms[passage]!;
    columns.cosines[row] = cosines[passage]!;
  }
  return columns;
}

/** Those of a repository that has none. */
export function withoutVectors(passageCount: number): PassageVectors {
  return { cosines: () => ({ cosines: new Float64Array(passageCount).fill(Number.NaN), embedded: 0 }) };
}
