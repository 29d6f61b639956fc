import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContextPack } from '../../src/contract/tools';
import { sealDatabase, unsealDatabase } from '../../src/adapters/store/snapshotFile';
import { StoreUnwritableError } from '../../src/ports/store';
import type { AskOptions } from '../../src/workspace/service';
import { CAN_MOUNT } from '../support/mount';
import { countingPorts } from './countingPorts';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };
const MINUTE = 60_000;

const IS_ROOT = process.getuid?.() === 0;

const textsOf = (pack: ContextPack): string[] => pack.passages.map(({ text }) => text).sort();
const ask = (service: TestService, options: AskOptions): Promise<ContextPack> => service.ask({ question: 'frobnicate' }, options);

const FILES = { 'a.md': '# A\n\nfrobnicate a\n', 'docs/b.md': '# B\n\nfrobnicate b\n' };
const TEXTS = ['frobnicate a', 'frobnicate b'];

async function indexed(files: Record<string, string> = FILES): Promise<{ root: string; home: string }> {
  const root = temporaryTree(files);
  const service = nodeService([root]);
  await ask(service, WAIT);
  // Confirmed once, so that every kind of file there is lies in the folder.
  await service.index();
  return { root, home: service.home };
}

/** Files below a folder, by paths relative to it. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

const leftovers = (home: string): string[] => filesBelow(home).filter((name) => /\.(tmp|lock)$/.test(name));

/** A pack that is right, or holds nothing and says that it is not the whole answer. */
function expectRightOrLabelled(pack: ContextPack): void {
  if (pack.degraded.length === 0) expect(textsOf(pack)).toEqual(TEXTS);
  else expect(pack.passages).toEqual([]);
}

describe('a file of the index', () => {
  const damages: Readonly<Record<string, (file: string) => void>> = {
    'cut off': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    empty: (file) => truncateSync(file, 0),
    zeroed: (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
    'something else': (file) => writeFileSync(file, 'not an index'),
    gone: (file) => rmSync(file),
    'a folder': (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  };
  const kinds = ['.sqlite', '.verified', '.postings', '.segment'];

  it.each(kinds.flatMap((kind) => Object.keys(damages).map((damage) => [kind, damage] as const)))(
    '(%s) that is %s makes no answer wrong, and the next run repairs it',
    async (kind, damage) => {
      const { root, home } = await indexed();
      const file = filesBelow(home).find((name) => name.endsWith(kind));
      damages[damage]!(path.join(home, file!));
      // The second one asks while the first one may already be repairing.
      const [first, second] = [nodeService([root], { home }), nodeService([root], { home })];
      expectRightOrLabelled(await ask(first, AT_ONCE));
      expect(textsOf(await ask(second, WAIT))).toEqual(TEXTS);
      await Promise.all([first.idle(), second.idle()]);
      const repaired = nodeService([root], { home });
      const [status] = (await repaired.index()).repositories;
      expect(status).toMatchObject({ problem: null, documents: 2 });
      const { counts, ports } = countingPorts();
      expect(textsOf(await ask(nodeService([root], { home, ports }), WAIT))).toEqual(TEXTS);
      expect(counts.read).toBe(0);
      expect(leftovers(home)).toEqual([]);
    },
  );

  it.each(['.sqlite', '.postings', '.verified'])(
    '(%s) whose place a folder took that holds something is named, to be removed, in every run; nothing is called rebuilt, and the folder is left alone',
    async (kind) => {
      const { root, home } = await indexed();
      const name = filesBelow(home).find((one) => one.endsWith(kind))!;
      const place = path.join(home, name);
      rmSync(place);
      writeTree(place, { 'mine.txt': 'mine' });
      for (let run = 0; run < 3; run += 1) {
        const service = nodeService([root], { home });
        const pack = await ask(service, WAIT);
        expect(textsOf(pack)).toEqual(TEXTS);
        const said = [...pack.notices, ...(await service.idle())].join();
        expect(said).not.toMatch(/rebuilt/);
        // The other two only make the next start slower.
        if (kind === '.sqlite') expect(said).toMatch(new RegExp(`remove "repositories/${path.basename(name)}" from the index folder`));
        expect(said).not.toContain(home);
      }
      expect(readFileSync(path.join(place, 'mine.txt'), 'utf8')).toBe('mine');
      rmSync(place, { recursive: true });
      const mended = nodeService([root], { home });
      expect([(await ask(mended, WAIT)).notices, await mended.idle()]).toEqual([[], []]);
      const { counts, ports } = countingPorts();
      expect(textsOf(await ask(nodeService([root], { home, ports }), WAIT))).toEqual(TEXTS);
      expect(counts.read).toBe(0);
    },
  );

  it('(.lock) whose place a folder took holds nobody up', async () => {
    const { root, home } = await indexed();
    const name = filesBelow(home).find((one) => one.endsWith('.sqlite'))!.replace('.sqlite', '.lock');
    mkdirSync(path.join(home, name));
    writeTree(root, { 'a.md': '# A\n\nfrobnicate anew\n' });
    const service = nodeService([root], { home });
    expect(textsOf(await ask(service, WAIT))).toEqual(['frobnicate anew', 'frobnicate b']);
    expect(await service.idle()).toEqual([]);
    expect(readdirSync(path.join(home, 'repositories')).filter((one) => /lock|tmp/.test(one))).toEqual([]);
  });

  it('that a newer product wrote is not used, and not taken for one of ours', async () => {
    const { root, home } = await indexed();
    for (const name of filesBelow(home).filter((one) => /\.(sqlite|segment|postings)$/.test(one))) {
      const bytes = readFileSync(path.join(home, name));
      if (name.endsWith('.sqlite')) bytes.writeUInt32BE(1000, 60);
      else bytes.writeUInt32LE(1000, 8);
      writeFileSync(path.join(home, name), bytes);
    }
    expectRightOrLabelled(await ask(nodeService([root], { home }), AT_ONCE));
    expect(textsOf(await ask(nodeService([root], { home }), WAIT))).toEqual(TEXTS);
  });

  it('that is whole and of a newer schema is not read as if it were of ours; the run that finds it makes it anew', async () => {
    const { root, home } = await indexed();
    const file = path.join(home, filesBelow(home).find((one) => one.endsWith('.sqlite'))!);
    const database = unsealDatabase(readFileSync(file));
    const newer = Buffer.from(database as Uint8Array);
    // The schema's version in a SQLite header; the file is sealed again, so nothing else tells.
    newer.writeUInt32BE(newer.readUInt32BE(60) + 1, 60);
    writeFileSync(file, sealDatabase(newer));
    const first = nodeService([root], { home });
    expect(await ask(first, AT_ONCE)).toMatchObject({ passages: [], degraded: ['index-cold'] });
    await first.idle();
    const { counts, ports } = countingPorts();
    const next = await ask(nodeService([root], { home, ports }), WAIT);
    expect([textsOf(next), next.notices, counts.read]).toEqual([TEXTS, [], 0]);
  });

  it('that is damaged while it is in use is noticed by the answer that needs it', async () => {
    const { root, home } = await indexed();
    const service = nodeService([root], { home });
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(TEXTS);
    for (const name of filesBelow(home).filter((one) => one.endsWith('.segment'))) rmSync(path.join(home, name));
    expectRightOrLabelled(await ask(service, AT_ONCE));
    await service.idle();
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(TEXTS);
    expect(textsOf(await ask(service, WAIT))).toEqual(TEXTS);
  });
});

describe('the index folder', () => {
  it('that is removed as often as it is made leaves an answer that says what it lacks', async () => {
    const home = temporaryTree({});
    const service = nodeService([temporaryTree(FILES)], {
      home,
      ports: ({ store }) => ({
        store: {
          ...store,
          addPacked: async (packs) => {
            await store.addPacked(packs);
            rmSync(path.join(home, 'content'), { recursive: true });
          },
        },
      }),
    });
    const pack = await ask(service, WAIT);
    expect(pack.degraded).toEqual(['scope-unreadable']);
    expect(pack.notices.join()).toMatch(/The index was removed while it was made, so documents are missing/);
  });

  it('may be removed while it is in use: answers go on, and the next refresh makes it anew', async () => {
    const { root, home } = await indexed();
    const service = nodeService([root], { home });
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(TEXTS);
    rmSync(home, { recursive: true });
    expectRightOrLabelled(await ask(service, AT_ONCE));
    await service.idle();
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(TEXTS);
    await service.idle();
    const { counts, ports } = countingPorts();
    expect(textsOf(await ask(nodeService([root], { home, ports }), WAIT))).toEqual(TEXTS);
    expect(counts.read).toBe(0);
  });

  it.skipIf(process.platform === 'win32' || typeof process.seteuid !== 'function')('may become read-only: the index is used, and what is new answers from memory', async () => {
    const { root, home } = await indexed();
    await withoutRights([home, root], async () => {
      // Giving the files away counts as a change of them.
      await nodeService([root], { home }).index();
      for (const folder of [home, ...['content', 'repositories'].map((name) => path.join(home, name))]) chmodSync(folder, 0o500);
      const service = nodeService([root], { home });
      const unchanged = await ask(service, WAIT);
      expect(textsOf(unchanged)).toEqual(TEXTS);
      // The index is there and true: nothing to complain of, nor when it turns out that it cannot be marked as verified.
      expect([unchanged.notices, await service.idle(), (await ask(service, AT_ONCE)).notices]).toEqual([[], [], []]);
      writeTree(root, { 'a.md': '# A\n\nfrobnicate anew\n' });
      const changed = await ask(service, WAIT);
      expect(textsOf(changed)).toEqual(['frobnicate anew', 'frobnicate b']);
      expect(changed.notices.join()).toMatch(/not kept for next time: The index folder may not be written to/);
      for (const folder of [home, ...['content', 'repositories'].map((name) => path.join(home, name))]) chmodSync(folder, 0o700);
      expect((await ask(service, WAIT)).notices).toEqual([]);
    });
    expect(textsOf(await ask(nodeService([root], { home }), AT_ONCE))).toEqual(['frobnicate anew', 'frobnicate b']);
  });

  it.skipIf(process.platform === 'win32' || typeof process.seteuid !== 'function')('may be closed to the user: answers come from memory, and nothing is said to be rebuilt', async () => {
    const { root, home } = await indexed();
    await withoutRights([home, root], async () => {
      const repositories = path.join(home, 'repositories');
      chmodSync(repositories, 0o000);
      const pack = await ask(nodeService([root], { home }), WAIT);
      chmodSync(repositories, 0o700);
      expect(textsOf(pack)).toEqual(TEXTS);
      expect(pack.notices.join()).toMatch(/not kept for next time: The index folder may not be written to/);
      expect(pack.notices.join()).not.toMatch(/rebuilt/);
    });
  });

  it('that takes no more when the answer was given already is told when all is done, once for each repository, until it does', async () => {
    const roots = ['one', 'two'].map((name) => path.join(temporaryRoot(), name));
    for (const root of roots) writeTree(root, FILES);
    let isFull = true;
    const service = nodeService(roots, {
      ports: ({ store }) => ({
        store: {
          ...store,
          writeSnapshot: async (...args) => {
            if (isFull) throw new StoreUnwritableError('The disk with the index folder is full.');
            return store.writeSnapshot(...args);
          },
        },
      }),
    });
    expect((await ask(service, WAIT)).notices).toEqual([]);
    const told = ['one', 'two'].map((id) => `${id}: The index is not kept for next time: The disk with the index folder is full.`);
    expect(await service.idle()).toEqual(told);
    // Whoever asks again is told with the answer.
    expect((await ask(service, AT_ONCE)).notices).toEqual(told);
    isFull = false;
    expect((await service.index()).repositories.map(({ problem }) => problem)).toEqual([null, null]);
    expect([await service.idle(), (await ask(service, AT_ONCE)).notices]).toEqual([[], []]);
  });

  it.skipIf(!CAN_MOUNT)('may lie on a disk that is full: answers come from memory and say so, until there is room (needs to mount: root on Linux)', async () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', home]);
    try {
      const word = (number: number): string => `word${number} `;
      const large = Object.fromEntries(
        Array.from({ length: 40 }, (_, file) => [`large/${file}.md`, Array.from({ length: 8000 }, (_, number) => word(file * 8000 + number)).join('')]),
      );
      const root = temporaryTree({ ...FILES, ...large });
      const service = nodeService([root], { home });
      const first = await ask(service, WAIT);
      expect(textsOf(first)).toEqual(TEXTS);
      await service.idle();
      const second = await ask(service, AT_ONCE);
      expect(textsOf(second)).toEqual(TEXTS);
      expect([...first.notices, ...second.notices].join()).toMatch(/not kept for next time: The disk with the index folder is full/);
      expect(leftovers(home)).toEqual([]);
      // Whatever lies there: another process is not misled by it.
      const other = nodeService([root], { home });
      expectRightOrLabelled(await ask(other, AT_ONCE));
      await other.idle();

      execFileSync('mount', ['-o', 'remount,size=256m', home]);
      const [status] = (await service.index()).repositories;
      expect(status?.problem).toBeNull();
      const { counts, ports } = countingPorts();
      expect(textsOf(await ask(nodeService([root], { home, ports }), WAIT))).toEqual(TEXTS);
      expect(counts.read).toBe(0);
      expect(leftovers(home)).toEqual([]);
    } finally {
      execFileSync('umount', ['-l', home]);
    }
  });
});

/** Runs as an ordinary user where the tests run as root, whom no permission stops; the folders are that user's then. */
async function withoutRights(folders: readonly string[], work: () => Promise<void>): Promise<void> {
  if (!IS_ROOT) return work();
  const nobody = 65_534;
  for (const folder of folders) {
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) chownSync(path.join(folder, name), nobody, nobody);
  }
  process.seteuid!(nobody);
  try {
    await work();
  } finally {
    process.seteuid!(0);
  }
}

describe('the clock', () => {
  it('may be set back: an index from the future is refreshed, and answers until then', async () => {
    const { root, home } = await indexed();
    writeTree(root, { 'a.md': '# A\n\nfrobnicate anew\n' });
    const service = nodeService([root], { home });
    for (const back of [2 * MINUTE, 600 * MINUTE]) {
      service.pass(-back);
      expect(textsOf(await ask(service, AT_ONCE))).toHaveLength(2);
      await service.idle();
      expect(textsOf(await ask(service, AT_ONCE))).toEqual(['frobnicate anew', 'frobnicate b']);
    }
    const [status] = (await service.status()).repositories;
    // What was verified is said by the clock of now, not by that of before.
    expect(Date.parse(status!.verifiedAt!)).toBeLessThan(Date.now());
  });
});

describe('a file of the future', () => {
  it('is not taken for unchanged by its time, which says nothing: it is read again', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate one\n' });
    const file = path.join(root, 'a.md');
    const future = new Date('2099-01-01T00:00:00Z');
    utimesSync(file, future, future);
    const service = nodeService([root]);
    expect(textsOf(await ask(service, WAIT))).toEqual(['frobnicate one']);
    await service.idle();
    // The same size, the same time, the same inode.
    writeFileSync(file, 'frobnicate two\n');
    utimesSync(file, future, future);
    expect(textsOf(await ask(nodeService([root], { home: service.home }), WAIT))).toEqual(['frobnicate two']);
    expect(textsOf(await ask(service, WAIT))).toEqual(['frobnicate two']);
    writeFileSync(file, 'frobnicate six\n');
    utimesSync(file, future, future);
    await service.filesChanged({ paths: [path.join(root, 'other.md')] });
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(['frobnicate six']);
  });
});

describe.skipIf(process.platform === 'win32' || typeof process.seteuid !== 'function')('a folder inside a repository that may not be read any more', () => {
  it.each([
    ['into', 0o000],
    // Its names can be listed and nothing in it can be opened.
    ['inside', 0o400],
  ])('(nobody may look %s) is reported and not answered from; the rest answers, and it is there again, unread, when it may be', async (_, mode) => {
    const root = path.join(temporaryRoot(), 'shop');
    writeTree(root, { ...FILES, 'docs/deep/c.md': '# C\n\nfrobnicate c\n' });
    const home = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-home-'));
    await withoutRights([path.dirname(root), home], async () => {
      const { counts, ports } = countingPorts();
      const service = nodeService([root], { home, ports });
      expect(textsOf(await ask(service, WAIT))).toEqual(['frobnicate a', 'frobnicate b', 'frobnicate c']);
      await service.idle();
      chmodSync(path.join(root, 'docs'), mode);
      await service.filesChanged({ paths: [path.join(root, 'docs')] });
      const pack = await ask(service, AT_ONCE);
      // The repository is readable, and so is its index: nothing is degraded.
      expect([textsOf(pack), pack.degraded]).toEqual([['frobnicate a'], []]);
      const [status] = (await service.status()).repositories;
      const skipped = status?.skipped.map(({ path: at, reason }) => `${at} ${reason}`);
      expect(skipped).toEqual(mode === 0o000 ? ['docs unreadable'] : ['docs/b.md unreadable', 'docs/deep unreadable']);
      const other = await ask(nodeService([root], { home }), WAIT);
      expect(textsOf(other)).toEqual(['frobnicate a']);
      chmodSync(path.join(root, 'docs'), 0o700);
      await service.filesChanged('everything');
      expect(textsOf(await ask(service, AT_ONCE))).toEqual(['frobnicate a', 'frobnicate b', 'frobnicate c']);
      expect((await service.status()).repositories[0]).toMatchObject({ skipped: [], lastRefresh: { parsed: 0 } });
      expect(counts.read).toBeGreaterThan(0);
    });
  });
});

describe('a repository that goes away while it is open', () => {
  async function open(): Promise<{ root: string; other: string; service: TestService; counts: { read: number } }> {
    const root = path.join(temporaryRoot(), 'shop');
    writeTree(root, FILES);
    runGit(root, 'init', '--quiet');
    const other = temporaryTree({ 'o.md': 'frobnicate the other\n' });
    const { counts, ports } = countingPorts();
    const service = nodeService([root, other], { ports });
    await ask(service, WAIT);
    await service.idle();
    return { root, other, service, counts };
  }

  const ways: Readonly<Record<string, { go: (root: string) => void; says: RegExp }>> = {
    deleted: { go: (root) => renameSync(root, `${root}-away`), says: /^shop: The folder cannot be read/ },
    unmounted: {
      go: (root) => {
        renameSync(root, `${root}-away`);
        mkdirSync(root);
      },
      says: /^shop: The folder is empty although it was not/,
    },
  };
  const comeBack = (root: string): void => {
    rmSync(root, { recursive: true, force: true });
    renameSync(`${root}-away`, root);
  };

  it.each(Object.keys(ways))('(%s) is not answered from, is named, and is there again when it comes back, unread', async (way) => {
    const { root, other, service, counts } = await open();
    const { go, says } = ways[way]!;
    go(root);
    const questions: AskOptions[] = [AT_ONCE, WAIT, AT_ONCE];
    for (const options of questions) {
      const pack = await ask(service, options);
      expect(textsOf(pack)).toEqual(['frobnicate the other']);
      expect(pack.degraded).toEqual(['scope-unreadable']);
      expect(pack.notices).toEqual([expect.stringMatching(says)]);
      expect(JSON.stringify(pack)).not.toContain(path.dirname(root));
    }
    await service.idle();
    // The same for a process that starts now and finds the index on the disk.
    const started = nodeService([root, other], { home: service.home });
    const pack = await ask(started, AT_ONCE);
    expect({ texts: textsOf(pack), degraded: pack.degraded }).toEqual({ texts: ['frobnicate the other'], degraded: ['scope-unreadable'] });
    await started.idle();
    comeBack(root);
    const before = counts.read;
    expect(textsOf(await ask(service, AT_ONCE))).toEqual(['frobnicate a', 'frobnicate b', 'frobnicate the other']);
    expect(textsOf(await ask(service, WAIT))).toEqual(['frobnicate a', 'frobnicate b', 'frobnicate the other']);
    expect(counts.read).toBe(before);
  });

  it.skipIf(process.platform === 'win32' || typeof process.seteuid !== 'function')('because it may not be read any more is treated alike', async () => {
    const root = path.join(temporaryRoot(), 'shop');
    writeTree(root, FILES);
    const home = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-home-'));
    await withoutRights([path.dirname(root), home], async () => {
      const service = nodeService([root], { home });
      expect(textsOf(await ask(service, WAIT))).toEqual(TEXTS);
      await service.idle();
      chmodSync(root, 0o000);
      for (const options of [AT_ONCE, AT_ONCE]) {
        expect(await ask(service, options)).toMatchObject({ passages: [], degraded: ['scope-unreadable'] });
      }
      chmodSync(root, 0o700);
      expect(textsOf(await ask(service, AT_ONCE))).toEqual(TEXTS);
    });
  });
});
