import type { CandidateSet } from '../../src/contract/candidates';
import type { RankedRepository } from '../../src/ranking/rank';
import type { Question } from '../../src/ranking/question';
import { termsOf } from '../../src/text/terms';

/** A passage as a test writes it down; everything but `path` and `text` may be left out. */
export interface WrittenPassage {
  readonly path: string;
  readonly text: string;
  readonly title?: string;
  readonly headings?: readonly string[];
  readonly firstLine?: number;
  readonly cosine?: number | null;
  readonly changedAt?: string | null;
  readonly entityRefs?: readonly string[];
}

/** What an exact store would find among these passages: each a document of its own, handles counted from 0. */
export function candidateSetOf(
  question: Question,
  passages: readonly WrittenPassage[],
  embeddings: boolean,
): CandidateSet {
  const matched = (text: string) => termsOf(text).filter((term) => question.termSet.has(term)).length;
  return {
    exact: true,
    handles: passages.map((_, index) => index),
    documentOf: passages.map((_, index) => index),
    matchedTerms: passages.map(({ title = '', headings = [], text }) => matched([title, ...headings, text].join('\n'))),
    matchedHeadingTerms: passages.map(({ title = '', headings = [] }) => matched(headings.at(-1) ?? title)),
    firstLines: passages.map(({ firstLine = 1 }) => firstLine),
    cosines: embeddings ? passages.map(({ cosine = null }) => cosine ?? Number.NaN) : null,
    documents: passages.map(({ path, title = '', entityRefs = [], changedAt = null }) => ({
      path,
      title,
      entityRefs,
      changedAt,
    })),
  };
}

/** A repository that holds these passages and no recorded run. */
export function repositoryOf(
  question: Question,
  id: string,
  passages: readonly WrittenPassage[],
  embeddings = false,
): RankedRepository {
  return {
    id,
    ownRef: `repo:default/${id}`,
    lastRun: null,
    candidates: candidateSetOf(question, passages, embeddings),
  };
}
