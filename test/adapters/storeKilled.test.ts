import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './bundled';
import { KILLS, PATIENCE_MILLISECONDS, REPOSITORY, writeUntilKilled } from './killedWriter';
import { freshFolder, openStore, segmentFiles, snapshotFiles, snapshotOf } from './storeExamples';

const DAY = 24 * 3_600_000;

let script: string;

beforeAll(async () => {
  script = await bundled('storeWriter.ts', freshFolder());
});

describe('a process killed while it writes', () => {
  it('leaves the last whole snapshot with all its contents, whenever it is killed', async () => {
    const folder = freshFolder();
    let lastRound = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Delays that fall on other steps of a round each time.
      lastRound = await writeUntilKilled(script, folder, lastRound + 1, (kill * 7) % 45);
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
