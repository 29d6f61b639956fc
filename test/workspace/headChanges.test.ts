import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createGit } from '../../src/adapters/git/git';
import { createWatcher } from '../../src/adapters/watcher';
import type { FileChange, Watching } from '../../src/ports/watcher';
import type { Timer } from '../../src/ports/timer';
import type { RefreshedRepository } from '../../src/workspace/service';
import { NOON, nodeService, type TestService } from './nodeService';
import { commitAll, committedTree, IDENTITY, runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const SILENT = { debug: () => undefined, warn: () => undefined };
/** Time stands still: what is reported waits until somebody asks for it to be looked at, however long the machine takes. */
const STILL: Timer = { after: () => () => undefined };
const open: Watching[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watching) => watching.close()));
});

const documents = (count: number, word: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`docs/${i % 50}/${i}.md`, `${word} ${i}\n`]));

/** The same without holding up this process: of what happens while nobody listens the system forgets a part. */
const checkOut = async (root: string, branch: string): Promise<unknown> => promisify(execFile)('git', ['checkout', '--quiet', branch], { cwd: root });

/** A service that is told of what happens by the machine's own watcher, and counts what it makes git do. */
async function followed(root: string) {
  const counts = { inspections: 0, processes: 0 };
  const service: TestService = nodeService([root], {
    ports: () => {
      const git = createGit(SILENT, { spawn: (...args) => ((counts.processes += 1), spawn(...args)) });
      return { git: { ...git, inspect: (...args) => ((counts.inspections += 1), git.inspect(...args)) }, timer: STILL };
    },
  });
  await service.ask({ question: 'warm up' }, { wait: true, now: NOON });
  await service.idle();
  const seen = new Set<string>();
  const refreshed: RefreshedRepository[] = [];
  let batches = 0;
  const told = new WeakSet<object>();
  let isReady = false;
  let heardAt = 0;
  const report = (change: FileChange): void => {
    heardAt = performance.now();
    if (change === 'everything') isReady = true;
    else change.paths.forEach((each) => seen.add(path.relative(root, each).split(path.sep).join('/')));
    void service.filesChanged(change).then((result) => {
      if (told.has(result)) return;
      told.add(result);
      // News that nothing came of, such as that of a lock, is no refresh.
      if (result.length > 0) batches += 1;
      refreshed.push(...result);
    });
  };
  open.push(createWatcher(SILENT)([root], report, () => undefined));
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(() => isReady);
  await service.idle();
  return {
    service,
    /** Does something, waits until the watcher has told of these paths, and says what following it took. */
    after: async (act: () => unknown, ...expected: readonly string[]) => {
      seen.clear();
      refreshed.length = 0;
      batches = 0;
      Object.assign(counts, { inspections: 0, processes: 0 });
      await act();
      heardAt = performance.now();
      // Of very many the system forgets a part, which is never told.
      await until(() => expected.every((each) => seen.has(each)) || (expected.length > 2_000 && performance.now() - heardAt > 5_000));
      // What belongs to the last of them is told with it.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await service.idle();
      const parsed = refreshed.reduce((sum, each) => sum + each.counts.parsed, 0);
      return { batches, ...counts, parsed, refreshed: refreshed.map(({ counts: { found, parsed, removed } }) => ({ found, parsed, removed })) };
    },
  };
}

/** Git processes that one look at a repository whose HEAD moved may take: they do not grow with the files. */
const MOST_PROCESSES = 12;

describe('what git does to a work tree, told by the machine', () => {
  it('a branch switch of 5,000 files is one refresh that parses what is new; back again it parses nothing', async () => {
    const root = committedTree({ ...documents(5_000, 'main'), 'stays.md': 'frobnicate\n' });
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    writeTree(root, documents(5_000, 'branch'));
    commitAll(root);
    runGit(root, 'checkout', '--quiet', 'main');
    const { after } = await followed(root);
    const paths = Object.keys(documents(5_000, ''));
    // Reports of one burst that come late, on a busy machine, have the index confirmed; they do not have git asked again.
    const there = await after(() => checkOut(root, 'other'), '.git/HEAD', '.git/logs/HEAD', ...paths);
    expect(there).toMatchObject({ inspections: 1, parsed: 5_000 });
    expect(there.processes).toBeLessThanOrEqual(MOST_PROCESSES);
    const back = await after(() => checkOut(root, 'main'), '.git/HEAD', '.git/logs/HEAD', ...paths);
    expect(back).toMatchObject({ inspections: 1, parsed: 0 });
    expect(back.processes).toBeLessThanOrEqual(MOST_PROCESSES);
  }, 120_000);

  it('a burst so large that the system may have forgotten a part of it has everything looked at, other repositories as well', async () => {
    const [root, other] = [committedTree(documents(3_000, 'main')), committedTree({ 'b.md': 'frobnicate\n' })];
    const service = nodeService([root, other], { ports: () => ({ timer: STILL }) });
    await service.ask({ question: 'x' }, { wait: true, now: NOON });
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    writeTree(root, documents(3_000, 'branch'));
    commitAll(root);
    writeTree(other, { 'b.md': 'defrobnicate\n' });
    // Neither HEAD nor the other repository are among what was told.
    const told = Object.keys(documents(2_100, '')).map((file) => path.join(root, file));
    const refreshed = Promise.all(told.map((place) => service.filesChanged({ paths: [place] })));
    await service.idle();
    expect(new Set(await refreshed).size).toBe(1);
    expect((await service.ask({ question: 'defrobnicate' }, { wait: false, now: NOON })).passages).toHaveLength(1);
    const { passages } = await service.ask({ question: 'branch 2999' }, { wait: false, now: NOON });
    expect(passages[0]).toMatchObject({ text: 'branch 2999', dirty: false, sourceCommit: runGit(root, 'rev-parse', 'HEAD').trim() });
  }, 60_000);

  it('a rebase of several commits is one refresh of what it brought', async () => {
    const root = committedTree({ ...documents(200, 'main'), 'stays.md': 'frobnicate\n' });
    runGit(root, 'checkout', '--quiet', '-b', 'topic');
    for (let step = 0; step < 5; step += 1) {
      writeTree(root, { [`topic/${step}.md`]: `topic ${step}\n` });
      commitAll(root);
    }
    runGit(root, 'checkout', '--quiet', 'main');
    writeTree(root, { 'docs/0/0.md': 'rebased upon\n', 'new.md': 'new on main\n' });
    commitAll(root);
    runGit(root, 'checkout', '--quiet', 'topic');
    const { after } = await followed(root);
    const result = await after(() => runGit(root, ...IDENTITY, 'rebase', '--quiet', 'main'), 'new.md', 'docs/0/0.md', '.git/HEAD');
    // Main's new document and its changed one; the commits put on top of it bring nothing that was not there.
    expect(result).toMatchObject({ batches: 1, inspections: 1, refreshed: [{ found: 207, parsed: 2, removed: 0 }] });
    expect(result.processes).toBeLessThanOrEqual(MOST_PROCESSES);
  }, 60_000);

  it('a pull is one refresh of what it fetched', async () => {
    const origin = committedTree(documents(100, 'main'));
    const root = path.join(temporaryRoot(), 'shop');
    runGit(origin, 'clone', '--quiet', origin, root);
    writeTree(origin, { 'docs/0/0.md': 'pulled\n', 'docs/1/1.md': 'pulled as well\n', 'new.md': 'new\n' });
    rmSync(path.join(origin, 'docs', '2', '2.md'));
    commitAll(origin);
    const { after, service } = await followed(root);
    const result = await after(() => runGit(root, 'pull', '--quiet'), 'docs/0/0.md', 'docs/1/1.md', 'docs/2/2.md', 'new.md', '.git/logs/HEAD');
    expect(result).toMatchObject({ batches: 1, inspections: 1, refreshed: [{ found: 100, parsed: 3, removed: 1 }] });
    const { passages } = await service.ask({ question: 'pulled' }, { wait: false, now: NOON });
    const head = runGit(root, 'rev-parse', 'HEAD').trim();
    expect(passages.map(({ sourceCommit, dirty }) => [sourceCommit, dirty])).toEqual([[head, false], [head, false]]);
  }, 60_000);

  it('a commit and a reset are one refresh each that parses nothing', async () => {
    const root = committedTree(documents(100, 'main'));
    writeTree(root, { 'docs/0/0.md': 'edited\n' });
    const { after } = await followed(root);
    const committed = await after(() => commitAll(root), '.git/logs/HEAD', '.git/refs/heads/main');
    expect(committed).toMatchObject({ batches: 1, inspections: 1, refreshed: [{ found: 100, parsed: 0, removed: 0 }] });
    const reset = await after(() => runGit(root, 'reset', '--quiet', '--soft', 'HEAD^'), '.git/logs/HEAD', '.git/refs/heads/main');
    expect(reset).toMatchObject({ batches: 1, inspections: 1, refreshed: [{ found: 100, parsed: 0, removed: 0 }] });
  }, 60_000);

  it('a stash takes an edit away and brings it back: one refresh each, which parses nothing the second time', async () => {
    const root = committedTree(documents(100, 'main'));
    writeTree(root, { 'docs/0/0.md': 'edited\n' });
    const { after } = await followed(root);
    const away = await after(() => runGit(root, ...IDENTITY, 'stash', '--quiet'), 'docs/0/0.md', '.git/refs/stash');
    expect(away).toMatchObject({ batches: 1, refreshed: [{ found: 100, parsed: 1, removed: 0 }] });
    const back = await after(() => runGit(root, ...IDENTITY, 'stash', 'pop', '--quiet'), 'docs/0/0.md');
    expect(back).toMatchObject({ batches: 1, refreshed: [{ found: 100, parsed: 0, removed: 0 }] });
  }, 60_000);
});

describe('a repository that does not exist any more', () => {
  it('and one that begins to are followed as well', async () => {
    const place = temporaryTree({ 'a.md': 'frobnicate\n' });
    const { after, service } = await followed(place);
    await after(() => (runGit(place, 'init', '--quiet', '--initial-branch=main'), commitAll(place)), '.git/logs/HEAD');
    const [status] = (await service.status()).repositories;
    expect(status).toMatchObject({ git: 'repository', head: runGit(place, 'rev-parse', 'HEAD').trim() });
    await after(() => rmSync(path.join(place, '.git'), { recursive: true }), '.git');
    expect((await service.status()).repositories).toMatchObject([{ git: 'none', head: null, documents: 1 }]);
  }, 60_000);
});
