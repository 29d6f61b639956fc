import {
  ENTITY_BONUS,
  MATCH_FLOOR,
  RECENCY_BONUS,
  RUN_HEALTH_BONUS,
  TITLE_BONUS,
} from '../contract/constants';
import type { DocumentFacts, RankedRepository } from './documentFacts';
import type { Question } from './question';
import { comparedValue, reaches, relevanceOf, runHealthValue, shareOf, valueCompared } from './score';

/** Scores the candidates of one repository, row by row, without making anything. */
export interface CandidateScores {
  /** NaN where the passage or the question is not embedded. */
  cosine(row: number): number;
  relevance(row: number): number;
  /** What no score of this repository is further above its relevance than. */
  readonly mostBonus: number;
  /** Not below the score but for the rounding of sums: cheap, to leave out what is clearly too low. */
  roughScore(row: number, relevance: number): number;
  /** The same number as `scorePassage` gives, to the last bit. */
  score(row: number, relevance: number): number;
}

/** A relevance below this does not reach the match floor, however it is rounded. */
const BELOW_MATCH_FLOOR = valueCompared(comparedValue(MATCH_FLOOR) - 1);

export function candidateScoresOf(
  question: Question,
  repository: RankedRepository,
  facts: DocumentFacts,
): CandidateScores {
  const { matchedTerms, documentOf, cosines } = repository.candidates;
  const termCount = question.terms.length;
  const runHealth = RUN_HEALTH_BONUS * runHealthValue(repository.lastRun?.verdict ?? 'unknown');
  const shares = Float64Array.from({ length: termCount + 1 }, (_, matched) => shareOf(matched, termCount));
  const cosine = (row: number): number => (cosines === null ? Number.NaN : (cosines[row] ?? Number.NaN));
  const wordsValue = (row: number): number => shares[matchedTerms[row] ?? 0] ?? 0;
  return {
    cosine,
    relevance: (row) =>
      cosines === null || termCount === 0 ? wordsValue(row) : relevanceOf(wordsValue(row), cosine(row)),
    mostBonus: TITLE_BONUS + ENTITY_BONUS + RECENCY_BONUS + runHealth,
    roughScore: (row, relevance) =>
      relevance < BELOW_MATCH_FLOOR ? relevance : relevance + runHealth + facts.bonus(documentOf[row] ?? -1),
    score: (row, relevance) => {
      if (!reaches(relevance, MATCH_FLOOR)) {
        return relevance;
      }
      const document = documentOf[row] ?? -1;
      return (
        relevance +
        TITLE_BONUS * facts.titleShare(document) +
        ENTITY_BONUS * (facts.named(document) === null ? 0 : 1) +
        RECENCY_BONUS * facts.recency(document) +
        runHealth
      );
    },
  };
}
