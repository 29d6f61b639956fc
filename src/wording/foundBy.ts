import * as l10n from '@vscode/l10n';
import type { Why } from '../contract/tools';

/** `found by words`, `found by meaning`, `found by words and meaning`; by neither where a passage earned nothing of the two. */
export function foundByOf(why: readonly Pick<Why, 'factor'>[]): string | null {
  const isBy = (factor: Why['factor']): boolean => why.some((row) => row.factor === factor);
  if (isBy('words')) return isBy('meaning') ? l10n.t('found by words and meaning') : l10n.t('found by words');
  return isBy('meaning') ? l10n.t('found by meaning') : null;
}
