import * as l10n from '@vscode/l10n';

/**
 * A whole number, thousands apart: `1,200`. Without the platform's own formatting, which loads the rules
 * of a language first: the extension host stood still for up to 30 ms with the first number shown.
 */
export function grouped(number: number): string {
  const separator = l10n.t({ message: ',', comment: 'What stands between thousands in a number such as 1,200.' });
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, separator);
}
