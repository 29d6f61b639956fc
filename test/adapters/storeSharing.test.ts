import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FolderStore } from '../../src/adapters/store/store';
import type { HeldClaim, IndexingClaim, RepositorySnapshot } from '../../src/ports/store';
import { contentOf, documentOf, freshFolder, openStore, segmentFiles, snapshotFiles, snapshotOf } from './storeExamples';

const KEY = 'c'.repeat(64);
const HOUR = 3_600_000;
const LATER = '2026-12-01T00:00:00.000Z';
const COUNTS = { found: 1, read: 0, parsed: 0, reused: 1, removed: 0 };

const billing = contentOf('billing', 'Billing', [['Retries', 'A failed charge is tried again.']]);
const documents = [documentOf('docs/billing.md', 'billing', 'Billing')];

/** A store that has written a repository with one document. */
async function withRepository(): Promise<{ folder: string; store: FolderStore; snapshot: RepositorySnapshot }> {
  const folder = freshFolder();
  const { store } = openStore(folder);
  const snapshot = snapshotOf(documents);
  await store.addContents([billing]);
  await store.writeSnapshot(KEY, snapshot);
  return { folder, store, snapshot };
}

async function read(store: FolderStore): Promise<RepositorySnapshot> {
  const reading = await store.readSnapshot(KEY);
  if (reading.kind !== 'found') throw new Error(reading.kind);
  return reading.snapshot;
}

const file = (folder: string, ending: string): string => path.join(folder, 'repositories', `${KEY}.${ending}`);
const lockFile = (folder: string): string => file(folder, 'lock');

describe('a snapshot that another process may write', () => {
  it('has a mark that stays while nobody writes, and is another one after a write and after a confirmation', async () => {
    const { folder, store, snapshot } = await withRepository();
    const reader = openStore(folder).store;
    const marks = [await reader.snapshotMark(KEY)];
    expect(await reader.snapshotMark(KEY)).toBe(marks[0]);
    await store.confirmSnapshot(KEY, { ...snapshot, verifiedAt: LATER, lastRefresh: COUNTS });
    marks.push(await reader.snapshotMark(KEY));
    await store.writeSnapshot(KEY, snapshotOf(documents));
    marks.push(await reader.snapshotMark(KEY));
    expect(new Set(marks).size).toBe(3);
    expect(await reader.snapshotMark('d'.repeat(64))).toBeNull();
  });

  it('is read anew by who has read it before', async () => {
    const { folder, store } = await withRepository();
    const reader = openStore(folder).store;
    expect((await read(reader)).documents).toHaveLength(1);
    await store.writeSnapshot(KEY, snapshotOf([]));
    expect((await read(reader)).documents).toHaveLength(0);
  });
});

describe('a confirmed snapshot', () => {
  it('is read with the time and the counts of the confirmation, by everybody, and is not written again for it', async () => {
    const { folder, store, snapshot } = await withRepository();
    const before = statSync(file(folder, 'sqlite')).ino;
    await store.confirmSnapshot(KEY, { ...snapshot, verifiedAt: LATER, lastRefresh: COUNTS });
    for (const one of [store, openStore(folder).store]) {
      expect(await read(one)).toEqual({ ...snapshot, verifiedAt: LATER, lastRefresh: COUNTS });
    }
    expect(statSync(file(folder, 'sqlite')).ino).toBe(before);
  });

  it('is not taken for one that was written since', async () => {
    const { folder, store, snapshot } = await withRepository();
    const other = openStore(folder).store;
    await other.writeSnapshot(KEY, snapshotOf([], { verifiedAt: '2026-11-30T13:00:00.000Z' }));
    await store.confirmSnapshot(KEY, { ...snapshot, verifiedAt: LATER });
    expect((await read(openStore(folder).store)).verifiedAt).toBe('2026-11-30T13:00:00.000Z');
  });

  it('is only as old as its file says when the confirmation is damaged, of another file, or empty after a power cut', async () => {
    const { folder, store, snapshot } = await withRepository();
    await store.confirmSnapshot(KEY, { ...snapshot, verifiedAt: LATER });
    const whole = readFileSync(file(folder, 'verified'), 'utf8');
    const damages = ['', whole.slice(0, 40), whole.replace(/"identity":"./, '"identity":"x'), whole.replace(LATER, 'soon'), 'null', '[1]'];
    for (const damage of damages) {
      writeFileSync(file(folder, 'verified'), damage);
      expect((await read(openStore(folder).store)).verifiedAt, damage).toBe(snapshot.verifiedAt);
    }
  });
});

describe('a store that is asked whether it holds a snapshot', () => {
  it('says yes of what it wrote or read, and of a confirmed copy', async () => {
    const { folder, store, snapshot } = await withRepository();
    expect(await store.holdsSnapshot(KEY, snapshot)).toBe(true);
    expect(await store.holdsSnapshot(KEY, { ...snapshot, verifiedAt: LATER })).toBe(true);
    const reader = openStore(folder).store;
    expect(await reader.holdsSnapshot(KEY, snapshot)).toBe(false);
    expect(await reader.holdsSnapshot(KEY, await read(reader))).toBe(true);
  });

  it.each([
    ['another one was written', (_: string, other: FolderStore) => other.writeSnapshot(KEY, snapshotOf([]))],
    ['its file is gone', async (folder: string) => rmSync(file(folder, 'sqlite'))],
    ['its file was cut off', async (folder: string) => writeFileSync(file(folder, 'sqlite'), readFileSync(file(folder, 'sqlite')).subarray(0, 5000))],
    ['a segment with its contents is gone', async (folder: string) => rmSync(segmentFiles(folder)[0]!)],
    ['the whole folder is gone', async (folder: string) => rmSync(folder, { recursive: true })],
  ])('says no when %s', async (_, change) => {
    const { folder, store, snapshot } = await withRepository();
    await change(folder, openStore(folder).store);
    expect(await store.holdsSnapshot(KEY, snapshot)).toBe(false);
  });
});

function granted(asked: IndexingClaim): HeldClaim {
  if (asked.kind !== 'granted') throw new Error(asked.kind);
  return asked.claim;
}

/** The number of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid!;
}

describe('the claim to index a repository', () => {
  it('is given to one at a time, and to the next when it is given back', async () => {
    const folder = freshFolder();
    const [one, other] = [openStore(folder).store, openStore(folder).store];
    const claim = granted(await one.claimIndexing(KEY, 0));
    expect((await other.claimIndexing(KEY, 0)).kind).toBe('taken');
    expect((await other.claimIndexing('d'.repeat(64), 0)).kind).toBe('granted');
    await claim.release();
    expect((await other.claimIndexing(KEY, 0)).kind).toBe('granted');
  });

  it('is waited for', async () => {
    const folder = freshFolder();
    const claim = granted(await openStore(folder).store.claimIndexing(KEY, 0));
    const waiting = openStore(folder).store.claimIndexing(KEY, 60_000);
    await wait(60);
    await claim.release();
    expect((await waiting).kind).toBe('granted');
  });

  it('is given to exactly one of many that ask at once, and leaves nothing behind', async () => {
    const folder = freshFolder();
    let holders = 0;
    const rounds = Array.from({ length: 12 }, async () => {
      const claim = granted(await openStore(folder).store.claimIndexing(KEY, 60_000));
      holders += 1;
      expect(holders).toBe(1);
      await wait(2);
      holders -= 1;
      await claim.release();
    });
    await Promise.all(rounds);
    expect(snapshotFiles(folder)).toEqual([]);
  });

  it.each([
    ['whose process has ended', async () => JSON.stringify({ process: await deadProcess(), machine: hostname(), token: 'x' }), 0],
    ['that hangs for a minute', async () => JSON.stringify({ process: process.pid, machine: hostname(), token: 'x' }), 61_000],
    ['on another machine that was not heard of for a minute', async () => JSON.stringify({ process: 1, machine: 'elsewhere', token: 'x' }), 61_000],
    ['that was killed before it could write who it is', async () => '', 3_100],
    ['of the future, which a clock that was set back makes', async () => JSON.stringify({ process: process.pid, machine: hostname(), token: 'x' }), -2 * HOUR],
    ['whose file says anything else', async () => '{"process":"me"}', 61_000],
  ])('is taken over from an owner %s', async (_, contents, ageMs) => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await granted(await store.claimIndexing(KEY, 0)).release();
    writeFileSync(lockFile(folder), await contents());
    const time = new Date(Date.now() - ageMs);
    utimesSync(lockFile(folder), time, time);
    const claim = granted(await store.claimIndexing(KEY, 0));
    expect(snapshotFiles(folder).map((name) => path.basename(name))).toEqual([`${KEY}.lock`]);
    await claim.release();
    expect(snapshotFiles(folder)).toEqual([]);
  });

  it.each([
    ['a living process of this machine', () => JSON.stringify({ process: process.pid, machine: hostname(), token: 'x' })],
    ['another machine', () => JSON.stringify({ process: 1, machine: 'elsewhere', token: 'x' })],
    ['somebody who is just writing who it is', () => ''],
  ])('is left to %s', async (_, contents) => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await granted(await store.claimIndexing(KEY, 0)).release();
    writeFileSync(lockFile(folder), contents());
    expect((await store.claimIndexing(KEY, 60)).kind).toBe('taken');
  });

  it('is not given back in the name of who took it over', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    const slow = granted(await store.claimIndexing(KEY, 0));
    const time = new Date(Date.now() - 61_000);
    utimesSync(lockFile(folder), time, time);
    granted(await openStore(folder).store.claimIndexing(KEY, 0));
    await slow.release();
    expect(existsSync(lockFile(folder))).toBe(true);
  });

  it('cannot be kept in a folder that cannot be written to, which is said', async () => {
    const blocked = path.join(freshFolder(), 'a-file');
    writeFileSync(blocked, '');
    const asked = await openStore(path.join(blocked, 'cache')).store.claimIndexing(KEY, 60_000);
    expect(asked.kind).toBe('unwritable');
    expect(asked.kind === 'unwritable' && asked.error.message).toContain('WORKSPACE_CONTEXT_HOME');
  });
});

describe('what is beside a repository\'s file', () => {
  it('goes with it when it is trimmed, and with everything else when the index is cleared', async () => {
    for (const remove of [(store: FolderStore) => store.trim(0), (store: FolderStore) => store.clear()]) {
      const { folder, store, snapshot } = await withRepository();
      await store.open(snapshot);
      await store.confirmSnapshot(KEY, snapshot);
      granted(await store.claimIndexing(KEY, 0));
      expect([file(folder, 'verified'), lockFile(folder)].map(existsSync)).toEqual([true, true]);
      await remove(openStore(folder).store);
      expect([file(folder, 'sqlite'), file(folder, 'verified'), file(folder, 'postings')].map(existsSync)).toEqual([false, false, false]);
    }
  });

  it('is removed some day when the file is gone, as locks and temporary files of killed processes are', async () => {
    const { folder, store, snapshot } = await withRepository();
    await store.confirmSnapshot(KEY, snapshot);
    writeFileSync(lockFile(folder), '');
    const left = ['sqlite', 'verified', 'postings', 'lock'].map((ending) => `${file(folder, ending)}.${'0'.repeat(16)}.tmp`);
    for (const name of left) writeFileSync(name, 'half');
    rmSync(file(folder, 'sqlite'));
    const tomorrow = openStore(folder, { now: () => Date.now() + 24 * HOUR }).store;
    await tomorrow.writeSnapshot('d'.repeat(64), snapshotOf([]));
    expect(snapshotFiles(folder).map((name) => path.basename(name))).toEqual([`${'d'.repeat(64)}.sqlite`]);
  });

  it('is cleaned up as well by a process that never writes more than confirmations', async () => {
    const { folder } = await withRepository();
    const left = `${file(folder, 'sqlite')}.${'0'.repeat(16)}.tmp`;
    writeFileSync(left, 'half');
    const tomorrow = openStore(folder, { now: () => Date.now() + 24 * HOUR }).store;
    await tomorrow.confirmSnapshot(KEY, await read(tomorrow));
    while (existsSync(left)) await wait(5);
    expect(existsSync(left)).toBe(false);
  });
});

describe('trimming among processes', () => {
  it('takes the repository and the segment that no process used for the longest time', async () => {
    const folder = freshFolder();
    const keys = ['1', '2', '3'].map((digit) => digit.repeat(64));
    for (const key of keys) {
      const { store } = openStore(folder);
      await store.addContents([contentOf(key, null, [[null, 'The worker ships orders.']])]);
      await store.writeSnapshot(key, snapshotOf([documentOf('a.md', key, 'a')]));
    }
    const all = [...segmentFiles(folder), ...snapshotFiles(folder)];
    for (const name of all) utimesSync(name, new Date(Date.now() - 300 * HOUR), new Date(Date.now() - 300 * HOUR));
    // Another process uses the first one: no more than reading and opening it.
    const user = openStore(folder).store;
    const reading = await user.readSnapshot(keys[0]!);
    if (reading.kind !== 'found') throw new Error(reading.kind);
    await user.open(reading.snapshot);
    const size = (names: readonly string[]): number => names.reduce((bytes, name) => bytes + statSync(name).size, 0);
    const used = [...segmentFiles(folder), ...snapshotFiles(folder)].filter((name) => Date.now() - statSync(name).mtimeMs < HOUR);
    await openStore(folder).store.trim(size(used));
    expect([...segmentFiles(folder), ...snapshotFiles(folder)]).toEqual(used);
    expect((await openStore(folder).store.readSnapshot(keys[0]!)).kind).toBe('found');
  });
});
