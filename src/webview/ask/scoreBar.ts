import * as l10n from '@vscode/l10n';
import { ENTITY_BONUS, RECENCY_BONUS, RUN_HEALTH_BONUS, TITLE_BONUS } from '../../contract/constants';
import type { Factor, PassageRow, Why } from '../../contract/tools';
import { factorWordOf } from '../../wording/factor';

/** What each factor is called on the panel. */
export function factorLabelOf(factor: Factor): string {
  switch (factor) {
    case 'words':
      return l10n.t('Words');
    case 'meaning':
      return l10n.t('Meaning');
    case 'title':
      return l10n.t('Title');
    case 'entity':
      return l10n.t('Entity');
    case 'recency':
      return l10n.t('Recency');
    case 'runHealth':
      return l10n.t('Run health');
  }
}

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
      label: factorLabelOf(row.factor),
      contribution: row.contribution,
      share: row.contribution / HIGHEST_SCORE,
      detail: row.detail,
    }));

/** A score or a part of it as shown: two decimals. */
export const scoreText = (value: number): string => value.toFixed(2);

/** A part of the bar in words: `Words 0.60: 3 of 5 words of the question`. */
export const segmentSentenceOf = ({ label, contribution, detail }: ScoreSegment): string => `${label} ${scoreText(contribution)}: ${detail}`;

/** The bar in one sentence, for those who do not see it. */
export function scoreSentenceOf(passage: Pick<PassageRow, 'score' | 'why'>): string {
  const parts = scoreSegmentsOf(passage.why).map((segment) => `${factorWordOf(segment.factor)} ${scoreText(segment.contribution)}`);
  const score = scoreText(passage.score);
  return parts.length === 0 ? l10n.t('Score {0}', score) : l10n.t('Score {0}: {1}', score, parts.join(' + '));
}
