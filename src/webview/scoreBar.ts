import {
  ENTITY_BONUS,
  RECENCY_BONUS,
  RUN_HEALTH_BONUS,
  TITLE_BONUS,
} from '../contract/constants';
import type { Factor, PassageRow, Why } from '../contract/tools';

/** What each factor is called on the panel. */
export const FACTOR_LABELS: Readonly<Record<Factor, string>> = {
  words: 'Words',
  meaning: 'Meaning',
  title: 'Title',
  entity: 'Entity',
  recency: 'Recency',
  runHealth: 'Run health',
};

/** The most a score can be: a full relevance and every bonus. */
export const HIGHEST_SCORE = 1 + TITLE_BONUS + ENTITY_BONUS + RECENCY_BONUS + RUN_HEALTH_BONUS;

/** One part of the bar; `share` is its length as a part (0 to 1) of the highest score there can be. */
export interface ScoreSegment {
  readonly factor: Factor;
  readonly label: string;
  readonly contribution: number;
  readonly share: number;
  readonly detail: string;
}

/** The parts of a passage's score that add something, in the order of `why`; their contributions add up to the score. */
export const scoreSegmentsOf = (why: readonly Why[]): ScoreSegment[] =>
  why
    .filter((row) => row.contribution > 0)
    .map((row) => ({
      factor: row.factor,
      label: FACTOR_LABELS[row.factor],
      contribution: row.contribution,
      share: row.contribution / HIGHEST_SCORE,
      detail: row.detail,
    }));

/** A score or a part of it as shown: two decimals. */
export const scoreText = (value: number): string => value.toFixed(2);

/** The bar in one sentence, for those who do not see it. */
export function scoreSentenceOf(passage: Pick<PassageRow, 'score' | 'why'>): string {
  const parts = scoreSegmentsOf(passage.why).map((segment) => `${segment.label.toLowerCase()} ${scoreText(segment.contribution)}`);
  return `Score ${scoreText(passage.score)}${parts.length > 0 ? `: ${parts.join(' plus ')}` : ''}`;
}
