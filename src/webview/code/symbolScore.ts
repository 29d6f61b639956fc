import * as l10n from '@vscode/l10n';
import { CODE_WEIGHTS } from '../../contract/codeScore';
import type { CodeFactor, CodeSymbol, CodeWhy } from '../../contract/codeTool';
import { shownParts } from '../../wording/shownParts';

/** What a factor of a symbol's score is called. */
export function factorLabelOf(factor: CodeFactor): string {
  switch (factor) {
    case 'exactName':
      return l10n.t('Named in the task');
    case 'name':
      return l10n.t('Name');
    case 'signature':
      return l10n.t('Signature');
    case 'summary':
      return l10n.t('Comment');
    case 'body':
      return l10n.t('Code');
    case 'path':
      return l10n.t('Path');
    case 'file':
      return l10n.t('File');
    case 'place':
      return l10n.t('Place');
    case 'repeat':
      return l10n.t('Repeat');
  }
}

/** The most a score can be: every factor that adds, in full. */
export const HIGHEST_CODE_SCORE = Object.values(CODE_WEIGHTS).reduce((sum, weight) => sum + weight, 0);

/** A stretch of the bar, from its start. */
export interface ScoreStretch {
  readonly factor: CodeFactor;
  readonly start: number;
  readonly length: number;
  readonly why: CodeWhy;
}

/** A score as a bar: what adds to it one after the other, and over the end of that what is taken away again. */
export interface SymbolBar {
  readonly added: readonly ScoreStretch[];
  /** From the right end of `added` leftwards; where they end the bar is as long as the score. */
  readonly taken: readonly ScoreStretch[];
  /** How long it is with nothing taken away. */
  readonly gross: number;
}

/** The bar of a symbol's score. */
export function symbolBarOf(why: readonly CodeWhy[]): SymbolBar {
  const added: ScoreStretch[] = [];
  const taken: ScoreStretch[] = [];
  let gross = 0;
  for (const row of why) {
    if (row.contribution <= 0) continue;
    added.push({ factor: row.factor, start: gross, length: row.contribution, why: row });
    gross += row.contribution;
  }
  let left = gross;
  for (const row of why) {
    if (row.contribution >= 0) continue;
    const length = Math.min(left, -row.contribution);
    left -= length;
    taken.push({ factor: row.factor, start: left, length, why: row });
  }
  return { added, taken, gross };
}

const SCORE_DECIMALS = 2;

/** Every part of a score as it is shown: rounded, so that all of them add up to the score as it is shown. */
export const shownContributionsOf = ({ score, why }: Pick<CodeSymbol, 'score' | 'why'>): number[] =>
  shownParts(why.map(({ contribution }) => contribution), score, SCORE_DECIMALS);

/** A score or a part of it as shown: two decimals, with a proper minus. */
export const scoreText = (value: number): string => value.toFixed(SCORE_DECIMALS).replace(/^-(0\.00)$/, '$1').replace('-', '\u2212');

/** The bar in one sentence, for those who do not see it. */
export function symbolScoreSentenceOf({ score, why }: Pick<CodeSymbol, 'score' | 'why'>): string {
  const shown = shownContributionsOf({ score, why });
  const parts = why.map(({ factor, contribution }, index) => {
    const label = factorLabelOf(factor).toLowerCase();
    const amount = scoreText(Math.abs(shown[index] ?? contribution));
    if (contribution < 0) return l10n.t('minus {0} for {1}', amount, label);
    return index === 0 ? l10n.t('{0} for {1}', amount, label) : l10n.t('plus {0} for {1}', amount, label);
  });
  return parts.length === 0 ? l10n.t('Score {0}', scoreText(score)) : l10n.t('Score {0}: {1}', scoreText(score), parts.join(' '));
}
