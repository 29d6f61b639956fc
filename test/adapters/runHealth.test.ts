import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunHealth, RUN_FOLDER } from '../../src/adapters/runHealth';
import type { LastRun } from '../../src/contract/model';
import { RunHealthUnwritableError } from '../../src/ports/runHealth';

const SHOP = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const NOON = Date.parse('2026-11-30T12:00:00Z');
const MINUTE = 60_000;

const home = (): string => mkdtempSync(path.join(os.tmpdir(), 'workspace-context-runs-'));
const runAt = (endedAtMs: number, more: Partial<LastRun> = {}): LastRun => ({
  verdict: 'succeeded',
  name: 'npm test',
  endedAt: new Date(endedAtMs).toISOString(),
  ...more,
});
const filesIn = (folder: string): string[] => readdirSync(path.join(folder, RUN_FOLDER));
const onlyFileIn = (folder: string): string => path.join(folder, RUN_FOLDER, filesIn(folder)[0] ?? '');
const at = (folder: string, nowMs = NOON) => createRunHealth({ folder, now: () => nowMs });

describe('recorded runs', () => {
  it('knows nothing of a repository without runs, and writes nothing to find that out', async () => {
    const folder = path.join(home(), 'not-there');
    expect(await at(folder).lastRun(SHOP)).toBeNull();
    expect(existsSync(folder)).toBe(false);
  });

  it.each([runAt(NOON), runAt(NOON, { verdict: 'failed', name: null }), runAt(NOON, { verdict: 'unknown', endedAt: null })])(
    'gives back what was recorded, to any reader of the folder: %o',
    async (run) => {
      const folder = home();
      await at(folder).record(SHOP, run);
      expect(await at(folder).lastRun(SHOP)).toEqual(run);
      expect(await at(folder).lastRun(OTHER)).toBeNull();
    },
  );

  it('keeps one file for each repository, whatever its key looks like', async () => {
    const folder = home();
    const health = at(folder);
    for (const key of [SHOP, OTHER, 'C:\\Users\\ada/../shop']) {
      for (const minute of [1, 2, 3]) await health.record(key, runAt(NOON - MINUTE + minute, { name: `run ${minute}` }));
      expect((await health.lastRun(key))?.name).toBe('run 3');
    }
    expect(filesIn(folder)).toHaveLength(3);
  });

  it('keeps the run that ended last, in whatever order runs are recorded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 }), async (ends) => {
        const folder = home();
        for (const end of ends) await at(folder).record(SHOP, runAt(NOON - end));
        expect(await at(folder).lastRun(SHOP)).toEqual(runAt(NOON - Math.min(...ends)));
        expect(filesIn(folder)).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  it('lets no run of the future stand in the way, after a clock was set back', async () => {
    const folder = home();
    await at(folder, NOON + 600 * MINUTE).record(SHOP, runAt(NOON + 600 * MINUTE));
    await at(folder, NOON).record(SHOP, runAt(NOON - MINUTE, { verdict: 'failed' }));
    expect(await at(folder).lastRun(SHOP)).toEqual(runAt(NOON - MINUTE, { verdict: 'failed' }));
  });

  it('keeps the latest when many record at once and others read', async () => {
    const folder = home();
    // The time of day, as in life: by any other clock what another one is writing this moment looks hours old, and abandoned.
    const now = Date.now();
    const minutes = Array.from({ length: 20 }, (_, index) => index);
    const reads: Promise<LastRun | null>[] = [];
    await Promise.all(
      minutes.map(async (minute) => {
        await at(folder, now).record(SHOP, runAt(now - minute * MINUTE));
        reads.push(at(folder, now).lastRun(SHOP));
      }),
    );
    expect(await at(folder, now).lastRun(SHOP)).toEqual(runAt(now));
    // Nobody ever finds the folder without a run once there is one.
    expect((await Promise.all(reads)).filter((run) => run === null)).toEqual([]);
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('leaves no file of the user open to others', async () => {
    if (process.platform === 'win32') return;
    const folder = home();
    await at(folder).record(SHOP, runAt(NOON));
    expect(statSync(path.join(folder, RUN_FOLDER)).mode & 0o777).toBe(0o700);
    expect(statSync(onlyFileIn(folder)).mode & 0o777).toBe(0o600);
  });

  it('removes what a killed writer left an hour ago, and nothing younger', async () => {
    const folder = home();
    await at(folder).record(SHOP, runAt(NOON));
    const left = (end: string, modifiedMs: number): void => {
      const file = `${onlyFileIn(folder)}.${end.repeat(16)}.tmp`;
      writeFileSync(file, '{');
      utimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
    };
    left('1', NOON - 61 * MINUTE);
    left('2', NOON - 59 * MINUTE);
    await at(folder).record(OTHER, runAt(NOON));
    expect(filesIn(folder).filter((name) => name.endsWith('.tmp'))).toEqual([expect.stringContaining('.2222')]);
  });
});

describe('what cannot be used', () => {
  it.each([
    ['no JSON', 'no JSON'],
    ['cut short', '{"verdict":"succ'],
    ['empty', ''],
    ['another verdict', '{"verdict":"great","name":null,"endedAt":null}'],
    ['a time that is none', '{"verdict":"succeeded","name":null,"endedAt":"noon"}'],
    ['a field too many', '{"verdict":"succeeded","name":null,"endedAt":null,"more":1}'],
    ['null', 'null'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['far too long', JSON.stringify({ verdict: 'succeeded', name: 'x'.repeat(5_000), endedAt: null })],
  ])('a damaged record (%s) is an unknown run, and the next one takes its place', async (_, content) => {
    const folder = home();
    await at(folder).record(SHOP, runAt(NOON - MINUTE));
    writeFileSync(onlyFileIn(folder), content);
    expect(await at(folder).lastRun(SHOP)).toBeNull();
    await at(folder).record(SHOP, runAt(NOON));
    expect(await at(folder).lastRun(SHOP)).toEqual(runAt(NOON));
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('a folder in the place of the record is an unknown run', async () => {
    const folder = home();
    await at(folder).record(SHOP, runAt(NOON));
    const [name = ''] = filesIn(folder);
    mkdirSync(path.join(folder, RUN_FOLDER, name.replace(/-[0-9a-f]{16}/, `-${'f'.repeat(16)}`)), { recursive: true });
    expect(await at(folder).lastRun(SHOP)).toBeNull();
  });

  it('tells whoever records that it could not be kept, without a path of the machine', async () => {
    const blocked = path.join(home(), 'file');
    writeFileSync(blocked, 'not a folder');
    const thrown = await at(blocked).record(SHOP, runAt(NOON)).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RunHealthUnwritableError);
    expect(String(thrown)).toMatch(/could not be recorded because the cache folder cannot be written to \(E[A-Z]+\)/);
    expect(String(thrown)).not.toContain(path.dirname(blocked));
    expect(await at(blocked).lastRun(SHOP)).toBeNull();
  });
});

describe('clear', () => {
  it('removes every run and its folder, and no file that is not ours', async () => {
    const folder = home();
    const health = at(folder);
    await health.record(SHOP, runAt(NOON));
    await health.record(OTHER, runAt(NOON));
    writeFileSync(path.join(folder, RUN_FOLDER, 'notes.json'), '{}');
    await health.clear();
    expect(filesIn(folder)).toEqual(['notes.json']);
    expect(await health.lastRun(SHOP)).toBeNull();
  });

  it('has nothing to do where there are none', async () => {
    const folder = home();
    await at(folder).clear();
    await at(folder).record(SHOP, runAt(NOON));
    await at(folder).clear();
    expect(readdirSync(folder)).toEqual([]);
  });
});
