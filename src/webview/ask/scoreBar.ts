import * as l10n from '@vscode/l10n';
import { ENTITY_BONUS, RECENCY_BONUS, RUN_HEALTH_BONUS, TITLE_BONUS } from '../../contract/constants';
import type { Factor, PassageRow } from '../../contract/tools';
import { factorWordOf } from '../../wording/factor';
import { shownParts } from '../../wording/shownParts';

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

const SCORE_DECIMALS = 2;

/** One part of the bar; `share` is its length as a part (0 to 1) of the highest score there can be. */
export interface ScoreSegment {
  readonly factor: Factor;
  readonly label: string;
  readonly contribution: number;
  /** The contribution as it is shown: rounded, so that all of them add up to the score as it is shown. */
  readonly shown: number;
  readonly share: number;
  readonly detail: string;
}

/** Every part of a score as it is shown, in the order of `why`. */
export const shownContributionsOf = ({ score, why }: Pick<PassageRow, 'score' | 'why'>): number[] =>
  shownParts(why.map(({ contribution }) => contribution), score, SCORE_DECIMALS);

/** The parts of a passage's score that add something, in the order of `why`; their contributions add up to the score. */
export function scoreSegmentsOf({ score, why }: Pick<PassageRow, 'score' | 'why'>): ScoreSegment[] {
  const shown = shownContributionsOf({ score, why });
  return why
    .map((row, index) => ({ row, shown: shown[index] ?? row.contribution }))
    .filter(({ row }) => row.contribution > 0)
    .map(({ row, shown: rounded }) => ({
      factor: row.factor,
      label: factorLabelOf(row.factor),
      contribution: row.contribution,
      shown: rounded,
      share: row.contribution / HIGHEST_SCORE,
      detail: row.detail,
    }));
}

/** A score or a part of it as shown: two decimals. */
export const scoreText = (value: number): string => value.toFixed(SCORE_DECIMALS);

/** A part of the bar in words: `Words 0.60: 3 of 5 words of the question`. */
export const segmentSentenceOf = ({ label, shown, detail }: ScoreSegment): string => `${label} ${scoreText(shown)}: ${detail}`;

/** The bar in one sentence, for those who do not see it. */
export function scoreSentenceOf(passage: Pick<PassageRow, 'score' | 'why'>): string {
  const parts = scoreSegmentsOf(passage).map((segment) => `${factorWordOf(segment.factor)} ${scoreText(segment.shown)}`);
  const score = scoreText(passage.score);
  return parts.length === 0 ? l10n.t('Score {0}', score) : l10n.t('Score {0}: {1}', score, parts.join(' + '));
}
