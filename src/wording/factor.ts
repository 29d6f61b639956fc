import * as l10n from '@vscode/l10n';
import type { Factor } from '../contract/tools';

/** A part of a score inside of a sentence: `words 0.60 + title 0.20`. */
export function factorWordOf(factor: Factor): string {
  switch (factor) {
    case 'words':
      return l10n.t('words');
    case 'meaning':
      return l10n.t('meaning');
    case 'title':
      return l10n.t('title');
    case 'entity':
      return l10n.t('entity');
    case 'recency':
      return l10n.t('recency');
    case 'runHealth':
      return l10n.t('run health');
  }
}
