import { WorkspaceContextError } from '../contract/errors';

/** A moment of the past, as it was asked for. */
export interface AsOf {
  /** Milliseconds since 1970 of the last moment that counts. */
  readonly timeMs: number;
  /** The same, or, where a day was asked for, the first moment of that day. */
  readonly beginsMs: number;
  /** `timeMs` as ISO 8601 in UTC: what an answer echoes. */
  readonly iso: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** ISO 8601's extended format, in the profile of RFC 3339 with the seconds and the zone left free. */
const FORM =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:t(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const REFUSAL =
  '"asOf" must be an ISO 8601 date or time that exists, like 2026-05-01 (all of that day counts), 2026-05-01T10:00:00Z or 2026-05-01T10:00:00+02:00.';

function refuse(): never {
  throw new WorkspaceContextError('invalid-argument', REFUSAL);
}

/** The first moment of a day in UTC; NaN for a day that is in no calendar, such as 2026-02-30. */
function startOfDay(date: string): number {
  const time = Date.parse(`${date}T00:00:00Z`);
  // Some engines take 30 February for 2 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? time : Number.NaN;
}

/** Milliseconds by which a zone's clock is ahead of UTC; NaN for an offset that no clock can have. */
function zoneOffset(zone: string): number {
  if (zone === '' || zone.toLowerCase() === 'z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

/**
 * Reads `asOf`: a date (`2026-05-01`), which stands for the last millisecond of that day in UTC, or a
 * time to the minute, the second or a fraction of it (cut to milliseconds), with a zone or in UTC. The
 * letters may be small. Midnight is 00:00, not 24:00, and leap seconds are not told apart.
 * @throws WorkspaceContextError (`invalid-argument`) that says what to write.
 */
export function readAsOf(text: string): AsOf {
  const groups = FORM.exec(text)?.groups;
  if (groups === undefined) refuse();
  const { date = '', hour, minute = '0', second = '0', fraction = '', zone = '' } = groups;
  const day = startOfDay(date);
  if (Number.isNaN(day)) refuse();
  if (hour === undefined) return asOfOf(day + DAY_MS - 1, day);
  const offset = zoneOffset(zone);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || Number.isNaN(offset)) refuse();
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const time = day + (Number(hour) * 60 + Number(minute)) * MINUTE_MS + Number(second) * 1000 + milliseconds - offset;
  return asOfOf(time, time);
}

/** The same for an argument that may be left out: null then. */
export function readAsOfArgument(text: string | undefined): AsOf | null {
  return text === undefined ? null : readAsOf(text);
}

function asOfOf(timeMs: number, beginsMs: number): AsOf {
  return { timeMs, beginsMs, iso: new Date(timeMs).toISOString() };
}
