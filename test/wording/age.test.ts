import { describe, expect, it } from 'vitest';
import { ageOf, shortCommitOf } from '../../src/wording/age';

const NOW = '2026-03-10T12:00:00.000Z';

describe('ageOf', () => {
  it.each([
    ['2026-03-10T11:59:30.000Z', 'just now', 'under a minute'],
    ['2026-03-10T12:05:00.000Z', 'just now', 'a clock that runs ahead'],
    ['2026-03-10T11:59:00.000Z', '1 minute ago', 'singular'],
    ['2026-03-10T10:01:00.000Z', '1 hour ago', 'rounded down'],
    ['2026-03-08T12:00:00.000Z', '2 days ago', 'whole days'],
    ['2026-02-08T12:00:00.000Z', '30 days ago', 'a month is 30.44 days'],
    ['2026-02-07T12:00:00.000Z', '1 month ago', 'from the 31st day on'],
    ['2025-03-11T12:00:00.000Z', '11 months ago', '364 days'],
    ['2023-03-01T12:00:00.000Z', '3 years ago', 'years'],
    ['not a time', 'at an unknown time', 'an unreadable time'],
  ])('%s is %s (%s)', (time, words) => {
    expect(ageOf(time, NOW)).toBe(words);
  });
});

describe('shortCommitOf', () => {
  it('is the first seven digits', () => {
    expect(shortCommitOf('0123456789abcdef')).toBe('0123456');
  });
});
