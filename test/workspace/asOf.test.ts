import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { readAsOf } from '../../src/workspace/asOf';

describe('a time that an answer is to be as of', () => {
  it.each([
    ['a date: all of that day in UTC counts', '2026-05-01', '2026-05-01T23:59:59.999Z'],
    ['a leap day', '2024-02-29', '2024-02-29T23:59:59.999Z'],
    ['a time without zone: UTC', '2026-05-01T10:00:00', '2026-05-01T10:00:00.000Z'],
    ['a time to the minute: its first moment, since only a date is a span', '2026-05-01T10:00', '2026-05-01T10:00:00.000Z'],
    ['UTC', '2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
    ['small letters', '2026-05-01t10:00:00z', '2026-05-01T10:00:00.000Z'],
    ['milliseconds', '2026-05-01T10:00:00.250Z', '2026-05-01T10:00:00.250Z'],
    ['one digit of a fraction: tenths', '2026-05-01T10:00:00.5Z', '2026-05-01T10:00:00.500Z'],
    ['nanoseconds, cut to milliseconds so that the moment never moves on', '2026-05-01T10:00:00.999999999Z', '2026-05-01T10:00:00.999Z'],
    ['the comma ISO 8601 allows', '2026-05-01T10:00:00,5Z', '2026-05-01T10:00:00.500Z'],
    ['a zone east of Greenwich: earlier in UTC', '2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
    ['a zone of half an hour, without colon', '2026-05-01T10:00:00+0530', '2026-05-01T04:30:00.000Z'],
    ['a zone of hours only', '2026-05-01T10:00-05', '2026-05-01T15:00:00.000Z'],
    ['a zone that moves the day', '2026-05-01T23:30:00-01:00', '2026-05-02T00:30:00.000Z'],
    ['a year of three digits, which is not 1900', '0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ])('reads %s', (_, text, iso) => {
    expect(readAsOf(text)).toMatchObject({ iso, timeMs: Date.parse(iso) });
  });

  it('begins where a day does, and where a time is', () => {
    expect(readAsOf('2026-05-01').beginsMs).toBe(Date.parse('2026-05-01T00:00:00Z'));
    expect(readAsOf('2026-05-01T10:00Z').beginsMs).toBe(Date.parse('2026-05-01T10:00:00Z'));
  });

  it.each([
    ['a day no month has', '2026-02-30'],
    ['a leap day of a common year', '2026-02-29T10:00:00Z'],
    ['month 13', '2026-13-01'],
    ['day 0', '2026-05-00'],
    ['hour 24', '2026-05-01T24:00:00Z'],
    ['minute 60', '2026-05-01T10:60Z'],
    ['second 60', '2026-05-01T10:00:60Z'],
    ['an offset of a whole day', '2026-05-01T10:00:00+24:00'],
    ['an offset with minute 60', '2026-05-01T10:00:00+01:60'],
    ['a word', 'yesterday'],
    ['a month', '2026-05'],
    ['a date without dashes', '20260501'],
    ['a date of one-digit parts', '2026-5-1'],
    ['a date with a zone', '2026-05-01Z'],
    ['a space between date and time', '2026-05-01 10:00:00'],
    ['an hour alone', '2026-05-01T10'],
    ['a fraction without digits', '2026-05-01T10:00:00.Z'],
    ['seconds since 1970', '1777600000'],
    ['spaces around it', ' 2026-05-01'],
    ['a line after it', '2026-05-01\n'],
    ['digits of another script', '٢٠٢٦-٠٥-٠١'],
    ['an option of git', '--output=x'],
    ['nothing', ''],
  ])('refuses %s and says what to write', (_, text) => {
    const refused = ((): unknown => {
      try {
        return readAsOf(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(refused).toBeInstanceOf(WorkspaceContextError);
    expect(refused).toMatchObject({ code: 'invalid-argument', message: expect.stringMatching(/^"asOf" must be .*2026-05-01T10:00:00Z/) as string });
  });

  // The language's own ISO form is the oracle: years of four digits only, as the argument has them.
  it('reads every moment from its ISO form, and from that of any other zone', () => {
    const moments = fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true });
    const twoDigits = (value: number): string => String(value).padStart(2, '0');
    fc.assert(
      fc.property(moments, fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }), (moment, offset) => {
        expect(readAsOf(moment.toISOString()).timeMs).toBe(moment.getTime());
        const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [sign, minutes] = [offset < 0 ? '-' : '+', Math.abs(offset)];
        const zone = `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
        expect(readAsOf(local + zone).timeMs).toBe(moment.getTime());
      }),
    );
  });
});
