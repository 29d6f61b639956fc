const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly (readonly [limit: number, unit: number, name: string])[] = [
  [HOUR, MINUTE, 'minute'],
  [2 * DAY, HOUR, 'hour'],
  [60 * DAY, DAY, 'day'],
  [2 * 365 * DAY, 30.44 * DAY, 'month'],
  [Infinity, 365.25 * DAY, 'year'],
];

/** How long before `nowMs` an ISO time lies, in words: `3 days ago`; `just now` below a minute or in the future. */
export function ageOf(isoTime: string, nowMs: number): string {
  const age = nowMs - Date.parse(isoTime);
  if (!(age >= MINUTE)) return 'just now';
  for (const [limit, unit, name] of STEPS) {
    if (age < limit) {
      const count = Math.floor(age / unit);
      return `${count} ${name}${count === 1 ? '' : 's'} ago`;
    }
  }
  return 'long ago';
}
