import * as l10n from '@vscode/l10n';
import type { DegradedFlag } from '../contract/flags';
import { degradedAdviceOf, degradedLabelOf } from '../wording/degraded';
import type { PanelAction } from './messages/fromPanel';

/** What can be done about a flag: asking again, or something that the extension does. */
export interface Remedy {
  readonly action: PanelAction | 'askAgain';
  readonly label: string;
}

/** What a flag of `degraded` means to a reader, and what to do about it. */
export interface FlagExplanation {
  readonly label: string;
  readonly sentence: string;
  readonly remedies: readonly Remedy[];
}

function remediesOf(flag: DegradedFlag): readonly Remedy[] {
  const askAgain: Remedy = { action: 'askAgain', label: l10n.t('Ask again') };
  const showStatus: Remedy = { action: 'showStatus', label: l10n.t('Show status') };
  switch (flag) {
    case 'index-cold':
      return [askAgain, showStatus];
    case 'scope-unreadable':
      return [{ action: 'refreshIndex', label: l10n.t('Build or Refresh Index') }, showStatus];
    case 'embeddings-pending':
      return [askAgain, showStatus];
    // What to do about these is to ask something else.
    case 'candidates-capped':
    case 'as-of-chunks-approximate':
      return [];
  }
}

/** Explains a flag. */
export const explanationOf = (flag: DegradedFlag): FlagExplanation => ({
  label: degradedLabelOf(flag),
  sentence: degradedAdviceOf(flag),
  remedies: remediesOf(flag),
});
