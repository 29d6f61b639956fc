import * as l10n from '@vscode/l10n';
import type { RepositoryStatus } from '../contract/status';
import { countOf } from './count';
import { grouped } from './grouped';

/** How much was left out of a repository's index because it looks like a secret; null when nothing was. */
export function redactedOf({ secrets, files }: RepositoryStatus['redacted']): string | null {
  if (secrets === 0) return null;
  return secrets === 1
    ? l10n.t('1 likely secret left out of {0}', countOf(files, 'file'))
    : l10n.t('{0} likely secrets left out of {1}', grouped(secrets), countOf(files, 'file'));
}
