import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './bundled';
import { freshFolder, openStore, segmentFiles, snapshotFiles, snapshotOf } from './storeExamples';

const WASM = createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');
const REPOSITORY = 'b'.repeat(64);
/** Every run kills a few; `npm run test:faults` kills two hundred. */
const KILLS = Number(process.env['WORKSPACE_CONTEXT_KILLS'] ?? '20');
/** The processes are started one after another: slow machines need seconds for each. */
const PATIENCE_MILLISECONDS = 60_000 + KILLS * 15_000;
const DAY = 24 * 3_600_000;

let script: string;

beforeAll(async () => {
  script = await bundled('storeWriter.ts', freshFolder());
});

/** Lets a process write from round `firstRound` on, kills it `delay` ms after its first round; the last round it reported. */
async function writeUntilKilled(folder: string, firstRound: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder, WASM, REPOSITORY, String(firstRound)]);
  let reported = '';
  let complaints = '';
  child.stdout.on('data', (data: Buffer) => (reported += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
  await wait(delay);
  child.kill('SIGKILL');
  await ended;
  expect(complaints).toBe('');
  return Number(reported.trim().split('\n').at(-1));
}

describe('a process killed while it writes', () => {
  it('leaves the last whole snapshot with all its contents, whenever it is killed', async () => {
    const folder = freshFolder();
    let lastRound = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Delays that fall on other steps of a round each time.
      lastRound = await writeUntilKilled(folder, lastRound + 1, (kill * 7) % 45);
      const { store, warnings } = openStore(folder);
      const reading = await store.readSnapshot(REPOSITORY);
      if (reading.kind !== 'found') throw new Error(`The snapshot is ${reading.kind} after kill ${kill}.`);
      // The round that was under way may be whole already although it was not reported any more.
      expect(Math.floor(Date.parse(reading.snapshot.verifiedAt) / 2) - lastRound).toBeOneOf([0, 1]);
      const { repository, missing } = await store.open(reading.snapshot);
      expect(missing).toEqual([]);
      const { handles } = repository.candidates(['term7']);
      expect(handles).toHaveLength(30);
      expect(repository.passage(handles[0]!).text).toContain('term7');
      expect(warnings).toEqual([]);
    }
    // What killed processes leave is gone by the next day, and nobody waits for their claims.
    const tomorrow = openStore(folder, { now: () => Date.now() + DAY }).store;
    const asked = await tomorrow.claimIndexing(REPOSITORY, 0);
    if (asked.kind !== 'granted') throw new Error(`The claim is ${asked.kind}.`);
    await asked.claim.release();
    await tomorrow.writeSnapshot(REPOSITORY, snapshotOf([]));
    const remains = [...segmentFiles(folder), ...snapshotFiles(folder)].map((file) => path.extname(file));
    expect(new Set(remains)).toEqual(new Set(['.segment', '.sqlite', '.postings', '.verified']));
  }, PATIENCE_MILLISECONDS);
});
