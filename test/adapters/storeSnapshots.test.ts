import { createHash } from 'node:crypto';
import { existsSync, readFileSync, utimesSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import { sealDatabase, unsealDatabase } from '../../src/adapters/store/snapshotFile';
import { SCHEMA_VERSION } from '../../src/adapters/store/snapshotDatabase';
import type { RepositorySnapshot } from '../../src/ports/store';
import { anySnapshot, documentOf, freshFolder, openStore, snapshotFiles, snapshotOf } from './storeExamples';

const KEY = createHash('sha256').update('shop-api').digest('hex');

const example = snapshotOf([documentOf('docs/billing.md', 'key-1', 'Billing')], {
  git: {
    kind: 'repository',
    head: 'a'.repeat(40),
    prefix: '',
    remoteUrl: 'https://example.com/shop-api.git',
    changedAt: new Map([['docs/billing.md', '2026-11-01T08:00:00Z']]),
    notices: ['The clone is shallow.'],
  },
});

async function written(folder: string, snapshot: RepositorySnapshot): Promise<string> {
  await openStore(folder).store.writeSnapshot(KEY, snapshot);
  return snapshotFiles(folder)[0]!;
}

async function kindReadFrom(folder: string): Promise<string> {
  return (await openStore(folder).store.readSnapshot(KEY)).kind;
}

describe('a stored snapshot', () => {
  it('comes back as it was written, whatever its texts hold', async () => {
    const { store } = openStore(freshFolder());
    await fc.assert(
      fc.asyncProperty(anySnapshot, async (snapshot) => {
        await store.writeSnapshot(KEY, snapshot);
        expect(await store.readSnapshot(KEY)).toEqual({ kind: 'found', snapshot });
      }),
      { numRuns: 60 },
    );
  });

  it('is absent until it is written, and then there for another process', async () => {
    const folder = freshFolder();
    expect(await kindReadFrom(folder)).toBe('absent');
    await written(folder, example);
    expect(await openStore(folder).store.readSnapshot(KEY)).toEqual({ kind: 'found', snapshot: example });
  });

  it('is the last one written, and each repository has its own', async () => {
    const { store } = openStore(freshFolder());
    const later = { ...example, verifiedAt: '2026-12-01T00:00:00.000Z' };
    await store.writeSnapshot(KEY, example);
    await store.writeSnapshot('Another key: ../of any form', snapshotOf([]));
    await store.writeSnapshot(KEY, later);
    expect(await store.readSnapshot(KEY)).toEqual({ kind: 'found', snapshot: later });
    expect(await store.readSnapshot('Another key: ../of any form')).toEqual({ kind: 'found', snapshot: snapshotOf([]) });
  });

  it('is an ordinary SQLite database for those who want to look into it', async () => {
    const file = readFileSync(await written(freshFolder(), example));
    const database = unsealDatabase(file);
    if (typeof database === 'string') throw new Error(database);
    const sql = await initSqlJs();
    const [table] = new sql.Database(database).exec(
      `SELECT value ->> 'path', value ->> 'title' FROM parts, json_each(parts.json) WHERE name = 'documents'`,
    );
    expect(table?.values).toEqual([['docs/billing.md', 'Billing']]);
  });

  it('renews the time of its file when it is read, at most daily', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    const now = Date.now();
    const ago = (hours: number): Date => new Date(now - hours * 3_600_000);
    utimesSync(file, ago(100), ago(100));
    await openStore(folder, { now: () => now }).store.readSnapshot(KEY);
    expect(statSync(file).mtimeMs).toBeCloseTo(now, -1);
    utimesSync(file, ago(23), ago(23));
    await openStore(folder, { now: () => now }).store.readSnapshot(KEY);
    expect(statSync(file).mtimeMs).toBeCloseTo(ago(23).getTime(), -1);
  });
});

describe('a damaged repository file', () => {
  it('is noticed at whatever length it was cut off', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    const whole = readFileSync(file);
    const lengths = [0, 1, 15, 16, 99, 100, 4096, ...Array.from({ length: 40 }, (_, step) => Math.floor((whole.length * step) / 40)), whole.length - 1];
    for (const length of lengths) {
      writeFileSync(file, whole.subarray(0, length));
      expect(await kindReadFrom(folder), `cut at ${length} of ${whole.length}`).toBe('damaged');
    }
  });

  it('is noticed when it is zeroed, wholly or at its end', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.alloc(whole.length));
    expect(await kindReadFrom(folder)).toBe('damaged');
    writeFileSync(file, Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(whole.length / 2)]));
    expect(await kindReadFrom(folder)).toBe('damaged');
  });

  it('is noticed when any one bit is another', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    const whole = readFileSync(file);
    const { store } = openStore(folder);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= 1 << bit;
        writeFileSync(file, flipped);
        expect((await store.readSnapshot(KEY)).kind).toBe('damaged');
      }),
    );
  });

  it('is one that is no database at all, even with the right checksum', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    const bytes = Buffer.alloc(8192, 'x');
    bytes.writeUInt32BE(SCHEMA_VERSION, 60);
    writeFileSync(file, sealDatabase(bytes));
    expect(await kindReadFrom(folder)).toBe('damaged');
  });

  it('is replaced by the next write', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    writeFileSync(file, 'not an index');
    const { store } = openStore(folder);
    expect((await store.readSnapshot(KEY)).kind).toBe('damaged');
    await store.writeSnapshot(KEY, example);
    expect(await store.readSnapshot(KEY)).toEqual({ kind: 'found', snapshot: example });
  });
});

describe('a repository file of another version', () => {
  async function rewrittenAs(folder: string, version: number): Promise<void> {
    const file = await written(folder, example);
    const database = unsealDatabase(readFileSync(file));
    if (typeof database === 'string') throw new Error(database);
    const changed = Buffer.from(database);
    changed.writeUInt32BE(version, 60);
    writeFileSync(file, sealDatabase(changed));
  }

  it('is damaged when a newer product wrote it', async () => {
    const folder = freshFolder();
    await rewrittenAs(folder, SCHEMA_VERSION + 1);
    expect(await kindReadFrom(folder)).toBe('damaged');
  });

  it('is simply made anew when an older one did: that is no fault to report', async () => {
    const folder = freshFolder();
    await rewrittenAs(folder, SCHEMA_VERSION - 1);
    expect(await kindReadFrom(folder)).toBe('absent');
  });

  it('has its version where SQLite keeps user_version', async () => {
    const folder = freshFolder();
    const file = await written(folder, example);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file).readUInt32BE(60)).toBe(SCHEMA_VERSION);
  });
});
