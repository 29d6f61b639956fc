import { describe, expect, it } from 'vitest';
import { clockOption, numberOption } from '../../src/doors/cli/options';

describe('--now', () => {
  it.each([
    ['2026-11-30T12:00:00Z', '2026-11-30T12:00:00.000Z'],
    ['2026-11-30T12:00:00+02:00', '2026-11-30T10:00:00.000Z'],
    // Scores must not depend on the zone of the machine.
    ['2026-11-30T12:00', '2026-11-30T12:00:00.000Z'],
    ['2026-11-30', '2026-11-30T00:00:00.000Z'],
  ])('%s is %s', (written, time) => {
    expect(clockOption(written)).toBe(Date.parse(time));
  });

  it.each(['', 'yesterday', '1764500000', '2026-13-01', '2026-02-30', '2026-11-30T25:00', '2026-11-30 12:00'])('%j is refused', (written) => {
    expect(() => clockOption(written)).toThrow('"--now" must be an ISO 8601 time');
  });

  it('is unknown when it was not given', () => {
    expect(clockOption(undefined)).toBeNull();
  });
});

describe('a number', () => {
  it.each([
    ['8', 8],
    ['-1', -1],
    ['2.5', 2.5],
    // Left for the tool's own check to refuse.
    ['1e1', '1e1'],
    ['', ''],
    ['x', 'x'],
  ])('%j is %j', (written, value) => {
    expect(numberOption(written)).toBe(value);
  });
});
