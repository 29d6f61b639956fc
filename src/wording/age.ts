const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

const UNITS = [
  ['year', YEAR],
  ['month', MONTH],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/**
 * How long before `now` something was, in words: `3 months ago`, rounded down to the largest unit that
 * fits; `just now` under a minute and for times that have not come yet.
 * @param time ISO 8601; @param now ISO 8601. An unreadable time gives `at an unknown time`.
 */
export function ageOf(time: string, now: string): string {
  const milliseconds = Date.parse(now) - Date.parse(time);
  if (Number.isNaN(milliseconds)) return 'at an unknown time';
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** A commit id as people write it: its first seven digits. */
export const shortCommitOf = (commit: string): string => commit.slice(0, 7);
