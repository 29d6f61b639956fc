import * as l10n from '@vscode/l10n';
import type { SkipReason } from '../contract/model';

/** Why a path was left out, to stand after the path and a colon. */
export function skipReasonOf(reason: SkipReason): string {
  switch (reason) {
    case 'too-large':
      return l10n.t('larger than 1 MiB');
    case 'too-deep':
      return l10n.t('in too many folders, one in the other');
    case 'binary':
      return l10n.t('not text');
    case 'secret-by-name':
      return l10n.t('may hold secrets, by its name');
    case 'secrets-unchecked':
      return l10n.t('could not be checked for secrets');
    case 'link-leaves-repository':
      return l10n.t('a link that leaves the repository');
    case 'unreadable':
      return l10n.t('cannot be read');
    case 'test-data':
      return l10n.t('test data declares nothing');
    case 'template-skeleton':
      return l10n.t('a template skeleton declares nothing');
  }
}
