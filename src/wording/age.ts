import * as l10n from '@vscode/l10n';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

/** Units from the largest down, each with its sentence; one and many are sentences of their own in every language. */
const UNITS: readonly (readonly [length: number, sentenceOf: (count: number) => string])[] = [
  [YEAR, (count) => (count === 1 ? l10n.t('1 year ago') : l10n.t('{0} years ago', count))],
  [MONTH, (count) => (count === 1 ? l10n.t('1 month ago') : l10n.t('{0} months ago', count))],
  [DAY, (count) => (count === 1 ? l10n.t('1 day ago') : l10n.t('{0} days ago', count))],
  [HOUR, (count) => (count === 1 ? l10n.t('1 hour ago') : l10n.t('{0} hours ago', count))],
  [MINUTE, (count) => (count === 1 ? l10n.t('1 minute ago') : l10n.t('{0} minutes ago', count))],
];

/**
 * How long before `now` something was, in words: `3 months ago`, rounded down to the largest unit that
 * fits; `just now` under a minute and for times that have not come yet.
 * @param time ISO 8601; @param now ISO 8601. An unreadable time gives `at an unknown time`.
 */
export function ageOf(time: string, now: string): string {
  const milliseconds = Date.parse(now) - Date.parse(time);
  if (Number.isNaN(milliseconds)) return l10n.t('at an unknown time');
  for (const [length, sentenceOf] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return sentenceOf(count);
  }
  return l10n.t('just now');
}

/** A commit id as people write it: its first seven digits. */
export const shortCommitOf = (commit: string): string => commit.slice(0, 7);
