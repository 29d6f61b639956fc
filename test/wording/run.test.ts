import { describe, expect, it } from 'vitest';
import { runOf } from '../../src/wording/run';

const NOW = '2026-11-30T12:00:00Z';

describe('runOf', () => {
  it.each([
    [{ verdict: 'succeeded', name: 'npm test', endedAt: '2026-11-30T11:57:00Z' }, 'npm test succeeded 3 minutes ago'],
    [{ verdict: 'failed', name: 'make', endedAt: '2026-11-29T12:00:00Z' }, 'make failed 1 day ago'],
    [{ verdict: 'failed', name: null, endedAt: null }, 'a command failed at an unknown time'],
    [{ verdict: 'unknown', name: 'make', endedAt: '2026-11-30T12:00:00Z' }, 'make ended, how is not known, just now'],
  ] as const)('says of %o: %s', (run, words) => {
    expect(runOf(run, NOW)).toBe(words);
  });
});
