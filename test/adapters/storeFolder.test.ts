import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { patiently, unwritable } from '../../src/adapters/store/cacheFiles';
import { StoreUnwritableError } from '../../src/ports/store';
import { contentOf, documentOf, freshFolder, openStore, segmentFiles, snapshotFiles, snapshotOf } from './storeExamples';

const HOUR = 3_600_000;
const REPOSITORY = 'a'.repeat(64);

const contentNumber = (number: number, words = 'The worker ships orders.') =>
  contentOf(`key-${number}`, `Title ${number}`, [['Heading', `${words} Number${number}`]]);
const snapshotOfFirst = (count: number) =>
  snapshotOf(Array.from({ length: count }, (_, number) => documentOf(`${number}.md`, `key-${number}`, `Title ${number}`)));

function age(file: string, hours: number): void {
  const time = new Date(Date.now() - hours * HOUR);
  utimesSync(file, time, time);
}

describe('several processes on one folder', () => {
  it('add contents at the same time and lose none', async () => {
    const folder = freshFolder();
    const stores = [openStore(folder).store, openStore(folder).store];
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => stores[number % 2]!.addContents([contentNumber(number)])),
    );
    for (const store of [...stores, openStore(folder).store]) {
      const { repository, missing } = await store.open(snapshotOfFirst(40));
      expect(missing).toEqual([]);
      expect(repository.candidates(['worker']).handles).toHaveLength(40);
    }
  });

  it('write one repository at the same time and leave one whole snapshot', async () => {
    const folder = freshFolder();
    const stores = [openStore(folder).store, openStore(folder).store];
    await Promise.all(Array.from({ length: 20 }, (_, count) => stores[count % 2]!.writeSnapshot(REPOSITORY, snapshotOfFirst(count))));
    const reading = await openStore(folder).store.readSnapshot(REPOSITORY);
    expect(reading.kind).toBe('found');
    expect(snapshotFiles(folder)).toHaveLength(1);
  });

  it('read on while the others merge segments', async () => {
    const folder = freshFolder();
    const reader = openStore(folder).store;
    const writer = openStore(folder).store;
    for (let number = 0; number < 40; number += 1) {
      await writer.addContents([contentNumber(number)]);
      expect((await reader.open(snapshotOfFirst(number + 1))).missing).toEqual([]);
    }
  });
});

describe('many small segments', () => {
  it('are merged into one when there are more than sixteen, with every content kept', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    for (let number = 0; number < 16; number += 1) await store.addContents([contentNumber(number)]);
    expect(segmentFiles(folder)).toHaveLength(16);
    await store.addContents([contentNumber(16)]);
    expect(segmentFiles(folder)).toHaveLength(1);
    const { repository, missing } = await openStore(folder).store.open(snapshotOfFirst(17));
    expect(missing).toEqual([]);
    const { text, headings, lines } = repository.passage(3);
    expect({ text, headings, lines }).toEqual({
      text: 'The worker ships orders. Number3',
      headings: ['Heading'],
      lines: { start: 1, end: 9 },
    });
    const candidates = repository.candidates(['number3', 'head', 'titl']);
    expect(Array.from(candidates.matchedTerms).sort()).toEqual([...Array<number>(16).fill(2), 3]);
    expect([...(await store.contentTitles(['key-16']))]).toEqual([['key-16', 'Title 16']]);
  });

  it('are merged without the damaged ones among them', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    for (let number = 0; number < 16; number += 1) await store.addContents([contentNumber(number)]);
    writeFileSync(segmentFiles(folder)[0]!, 'damaged');
    const other = openStore(folder).store;
    await other.addContents([contentNumber(16)]);
    // Looking for the new content, the damaged one was found and removed: sixteen are left, no more than allowed.
    expect(segmentFiles(folder)).toHaveLength(16);
    await other.addContents([contentNumber(17)]);
    expect(segmentFiles(folder)).toHaveLength(1);
    expect((await other.open(snapshotOfFirst(18))).missing).toHaveLength(1);
  });

  it('leave large ones as they are', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await store.addContents([contentNumber(0, 'large '.repeat(250_000))]);
    const [large] = segmentFiles(folder);
    for (let number = 1; number < 18; number += 1) await store.addContents([contentNumber(number)]);
    expect(segmentFiles(folder)).toContain(large);
    expect(segmentFiles(folder)).toHaveLength(2);
  });
});

describe('trimming', () => {
  async function threeSegments(): Promise<{ folder: string; files: string[] }> {
    const folder = freshFolder();
    for (const number of [0, 1, 2]) await openStore(folder).store.addContents([contentNumber(number)]);
    const files = segmentFiles(folder);
    // The newest by name is the one unused for the longest time.
    files.forEach((file, index) => age(file, 100 * (index + 1)));
    return { folder, files };
  }

  it('removes what was unused for the longest time, no more than it must', async () => {
    const { folder, files } = await threeSegments();
    await openStore(folder).store.trim(statSync(files[0]!).size + statSync(files[1]!).size);
    expect(segmentFiles(folder)).toEqual(files.slice(0, 2));
  });

  it('removes nothing below the cap', async () => {
    const { folder, files } = await threeSegments();
    await openStore(folder).store.trim(1_000_000);
    expect(segmentFiles(folder)).toEqual(files);
  });

  it('keeps what this process uses, and reports the rest as missing afterwards', async () => {
    const { folder, files } = await threeSegments();
    const { store } = openStore(folder);
    const snapshot = snapshotOf([documentOf('2.md', 'key-2', 'Title 2')]);
    await store.open(snapshot);
    await store.trim(0);
    expect(segmentFiles(folder)).toHaveLength(1);
    expect((await store.open(snapshot)).missing).toEqual([]);
    expect((await store.open(snapshotOfFirst(3))).missing).toEqual(['key-0', 'key-1']);
    expect(files).toHaveLength(3);
  });

  it('takes the repositories that nobody opened for long, too', async () => {
    const folder = freshFolder();
    await openStore(folder).store.writeSnapshot(REPOSITORY, snapshotOf([]));
    await openStore(folder).store.trim(0);
    expect(snapshotFiles(folder)).toEqual([]);
  });

  it('goes by use: opening renews the time of a segment, at most daily', async () => {
    const { folder, files } = await threeSegments();
    await openStore(folder).store.open(snapshotOfFirst(2));
    const hoursOld = files.map((file) => Math.round((Date.now() - statSync(file).mtimeMs) / HOUR));
    expect(hoursOld).toEqual([0, 0, 300]);
    age(files[0]!, 23);
    await openStore(folder).store.open(snapshotOfFirst(2));
    expect(Math.round((Date.now() - statSync(files[0]!).mtimeMs) / HOUR)).toBe(23);
  });
});

describe('the folder', () => {
  it('loses the temporary files that killed processes left, when they are older than an hour', async () => {
    const folder = freshFolder();
    await openStore(folder).store.addContents([contentNumber(0)]);
    await openStore(folder).store.writeSnapshot(REPOSITORY, snapshotOf([]));
    const left = (file: string, hours: number): string => {
      const temporary = `${file}.${'0'.repeat(15)}${hours}.tmp`;
      writeFileSync(temporary, 'half');
      age(temporary, hours);
      return temporary;
    };
    const old = [left(segmentFiles(folder)[0]!, 2), left(snapshotFiles(folder)[0]!, 2)];
    const young = left(segmentFiles(folder)[0]!, 0);
    await openStore(folder).store.addContents([contentNumber(1)]);
    expect([...old, young].map(existsSync)).toEqual([false, false, true]);
  });

  it.skipIf(process.platform === 'win32')('and its files are private to the user', async () => {
    const folder = path.join(freshFolder(), 'cache');
    const { store } = openStore(folder);
    await store.addContents([contentNumber(0)]);
    await store.writeSnapshot(REPOSITORY, snapshotOfFirst(1));
    const modes = [folder, path.join(folder, 'content'), path.join(folder, 'repositories'), ...segmentFiles(folder), ...snapshotFiles(folder)];
    expect(modes.map((file) => (statSync(file).mode & 0o777).toString(8))).toEqual(['700', '700', '700', '600', '600']);
  });

  it('is emptied by clear of what the product wrote, and of nothing else', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await store.addContents([contentNumber(0)]);
    await store.writeSnapshot(REPOSITORY, snapshotOfFirst(1));
    const foreign = ['notes.txt', 'content/notes.segment', 'repositories/mine.sqlite', 'content/deeper/x'];
    mkdirSync(path.join(folder, 'content/deeper'));
    for (const name of foreign) writeFileSync(path.join(folder, name), 'mine');
    writeFileSync(`${segmentFiles(folder).find((file) => /-[0-9a-f]{16}\.segment$/.test(file))!}.${'0'.repeat(16)}.tmp`, 'half');
    await store.clear();
    expect(segmentFiles(folder).map((file) => path.basename(file))).toEqual(['deeper', 'notes.segment']);
    expect(snapshotFiles(folder).map((file) => path.basename(file))).toEqual(['mine.sqlite']);
    expect(foreign.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(foreign.map(() => 'mine'));
    expect(await store.knownContents(['key-0'])).toEqual(new Set());
    expect((await store.readSnapshot(REPOSITORY)).kind).toBe('absent');
  });

  it('is gone from below after clear when all in it was ours, and may be filled again', async () => {
    const folder = freshFolder();
    const { store } = openStore(folder);
    await store.addContents([contentNumber(0)]);
    await store.clear();
    expect(existsSync(path.join(folder, 'content'))).toBe(false);
    await store.addContents([contentNumber(0)]);
    expect((await openStore(folder).store.open(snapshotOfFirst(1))).missing).toEqual([]);
  });
});

describe('a folder that cannot be written to', () => {
  /** A file stands where the folders would be made: that stops root as well. */
  function blockedFolder(): string {
    const file = path.join(freshFolder(), 'a-file');
    writeFileSync(file, '');
    return path.join(file, 'cache');
  }

  it('is said to be so in a sentence without its path', async () => {
    const folder = blockedFolder();
    const { store } = openStore(folder);
    for (const write of [store.addContents([contentNumber(0)]), store.writeSnapshot(REPOSITORY, snapshotOf([]))]) {
      const error: unknown = await write.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(StoreUnwritableError);
      expect((error as Error).message).toContain('WORKSPACE_CONTEXT_HOME');
      expect((error as Error).message).not.toContain(folder);
    }
    expect((await store.readSnapshot(REPOSITORY)).kind).toBe('absent');
  });

  it('still answers from what was added in this process', async () => {
    const { store } = openStore(blockedFolder());
    await expect(store.addContents([contentNumber(0)])).rejects.toBeInstanceOf(StoreUnwritableError);
    expect((await store.open(snapshotOfFirst(1))).missing).toEqual([]);
    expect(await store.knownContents(['key-0'])).toEqual(new Set(['key-0']));
  });

  it('gets what could not be written as soon as it can be', async () => {
    const parent = freshFolder();
    const folder = path.join(parent, 'cache');
    writeFileSync(folder, 'in the way');
    const { store } = openStore(folder);
    await expect(store.addContents([contentNumber(0)])).rejects.toBeInstanceOf(StoreUnwritableError);
    rmSync(folder);
    await store.addContents([contentNumber(1)]);
    expect((await openStore(folder).store.open(snapshotOfFirst(2))).missing).toEqual([]);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('is read on when it has become read-only (not tested as root)', async () => {
    const folder = freshFolder();
    await openStore(folder).store.addContents([contentNumber(0)]);
    await openStore(folder).store.writeSnapshot(REPOSITORY, snapshotOfFirst(1));
    for (const below of ['content', 'repositories']) chmodSync(path.join(folder, below), 0o500);
    const { store } = openStore(folder);
    await expect(store.addContents([contentNumber(1)])).rejects.toBeInstanceOf(StoreUnwritableError);
    expect((await store.readSnapshot(REPOSITORY)).kind).toBe('found');
    expect((await store.open(snapshotOfFirst(2))).missing).toEqual([]);
    for (const below of ['content', 'repositories']) chmodSync(path.join(folder, below), 0o700);
  });

  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'may not be written to'],
    ['EACCES', 'may not be written to'],
    ['EIO', 'could not be written to (EIO)'],
  ])('says what is wrong for %s', (code, words) => {
    const error = Object.assign(new Error(`${code}: failed, open '/home/someone/cache'`), { code });
    expect(unwritable(error).message).toContain(words);
    expect(unwritable(error).message).not.toContain('/home');
  });
});

describe('a rename that Windows refuses while the file is open elsewhere', () => {
  const refusal = (code: string): Error => Object.assign(new Error(code), { code });

  it('is tried again until it succeeds', async () => {
    let attempts = 0;
    await patiently(async () => {
      attempts += 1;
      if (attempts < 4) throw refusal('EPERM');
    }, true);
    expect(attempts).toBe(4);
  });

  it('is given up in the end, and at once for another fault or on another system', async () => {
    let attempts = 0;
    const failing = (code: string) => async (): Promise<void> => {
      attempts += 1;
      throw refusal(code);
    };
    await expect(patiently(failing('EBUSY'), true)).rejects.toThrow('EBUSY');
    expect(attempts).toBe(10);
    attempts = 0;
    await expect(patiently(failing('ENOSPC'), true)).rejects.toThrow('ENOSPC');
    await expect(patiently(failing('EPERM'), false)).rejects.toThrow('EPERM');
    expect(attempts).toBe(2);
  });
});
