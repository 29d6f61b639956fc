import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundled } from './bundled';
import { KILLS, PATIENCE_MILLISECONDS, REPOSITORY, writeUntilKilled } from './killedWriter';
import { documentOf, freshFolder, snapshotOf } from './storeExamples';
import { embed, openVectors, vectorFiles, vectorsOf, waitingOf } from './vectorExamples';

const DAY = 24 * 3_600_000;

let script: string;

beforeAll(async () => {
  script = await bundled('vectorWriter.ts', freshFolder());
});

describe('a process killed while it writes vectors', () => {
  it('loses nothing it had written, whenever it is killed, and leaves nothing behind', async () => {
    const folder = freshFolder();
    let lastRound = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Delays that fall on other steps of a round each time.
      lastRound = await writeUntilKilled(script, folder, lastRound + 1, (kill * 7) % 45);
      const { store, vectors, warnings } = openVectors(folder);
      const keys = Array.from({ length: lastRound }, (_, index) => `round-${index + 1}`);
      const { repository, missing } = await store.open(snapshotOf(keys.map((key) => documentOf(`${key}.md`, key, key))));
      expect(missing).toEqual([]);
      expect(await embed(store, repository, 1000)).toEqual([]);
      expect(waitingOf(await vectors.attach(repository))).toBe(0);
      expect(warnings).toEqual([]);
    }
    // What killed processes leave is gone by the next day, and nobody waits for their claims.
    const tomorrow = openVectors(folder, { now: () => Date.now() + DAY }).store;
    const asked = await vectorsOf(tomorrow).claimEmbedding(REPOSITORY, 0);
    if (asked.kind !== 'granted') throw new Error(`The claim is ${asked.kind}.`);
    await asked.claim.release();
    await tomorrow.writeSnapshot(REPOSITORY, snapshotOf([]));
    expect(new Set(vectorFiles(folder).map((file) => path.extname(file)))).toEqual(new Set(['.vectors']));
  }, PATIENCE_MILLISECONDS);
});
