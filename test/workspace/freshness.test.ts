import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Git } from '../../src/ports/git';
import type { Timer } from '../../src/ports/timer';
import type { AskOptions, WorkspaceService } from '../../src/workspace/service';
import { NOON, nodeService, type TestService } from './nodeService';
import { commitAll, committedTree, runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const AT_ONCE: AskOptions = { wait: false, now: NOON };
const WAIT: AskOptions = { wait: true, now: NOON };
const HOUR = 3_600_000;

/** Counts how often git is asked for more than its mark, and how often the state of the whole work tree is. */
function countingGit(git: Git, counts: { inspections: number; trees: number }): Git {
  return {
    ...git,
    // The files of git were written a moment ago; as to the clock of these tests, that was long before.
    mark: async (root) => readFileSync(path.join(root, '.git', 'logs', 'HEAD'), 'utf8'),
    inspect: (...args) => ((counts.inspections += 1), git.inspect(...args)),
    filesOfTree: (...args) => ((counts.trees += 1), git.filesOfTree(...args)),
  };
}

const sourcesOf = async (service: WorkspaceService, question: string): Promise<string[]> =>
  (await service.ask({ question }, AT_ONCE)).passages.map(({ sourceRef }) => sourceRef);

const onlyRepository = async (service: WorkspaceService) => {
  const [status] = (await service.status()).repositories;
  if (status === undefined) throw new Error('there is no repository');
  return status;
};

/** Time stands still: only a question, or the end, has what waits looked at, and a question waits as long as it takes. */
const STILL: Timer = { after: () => () => undefined };

async function indexed(root: string, timer?: Timer): Promise<{ service: TestService; git: { inspections: number; trees: number } }> {
  const git = { inspections: 0, trees: 0 };
  const service = nodeService([root], { ports: (ports) => ({ git: countingGit(ports.git, git), timer: timer ?? ports.timer }) });
  await service.ask({ question: 'warm up' }, WAIT);
  git.inspections = 0;
  return { service, git };
}

const place = (root: string, file: string): string => path.join(root, ...file.split('/'));

describe('a save', () => {
  it('is in the next answer, asked at once, by reading that document alone', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n', 'b.md': 'other\n', 'c.md': 'third\n' });
    const { service, git } = await indexed(root, STILL);
    service.pass(HOUR);
    writeTree(root, { 'b.md': 'defrobnicate\n' });
    void service.filesChanged({ paths: [place(root, 'b.md')] });
    const pack = await service.ask({ question: 'defrobnicate' }, AT_ONCE);
    expect(pack.passages).toMatchObject([{ sourceRef: 'shop/b.md', dirty: true }]);
    // No walk and no inspection; one look at the tree of HEAD, to tell whether the text is the committed one.
    expect(git).toEqual({ inspections: 0, trees: 1 });
    expect((await onlyRepository(service)).lastRefresh).toEqual({ found: 3, read: 1, parsed: 1, reused: 2, removed: 0 });
  });

  it('back to the committed text makes the document clean again, and parses nothing', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const { service } = await indexed(root);
    writeTree(root, { 'a.md': 'frobnicate more\n' });
    await service.filesChanged({ paths: [place(root, 'a.md')] });
    writeTree(root, { 'a.md': 'frobnicate\n' });
    const refreshed = await service.filesChanged({ paths: [place(root, 'a.md')] });
    expect(refreshed).toMatchObject([{ repositoryId: 'shop', counts: { parsed: 0 } }]);
    expect((await service.ask({ question: 'frobnicate' }, AT_ONCE)).passages).toMatchObject([{ text: 'frobnicate', dirty: false }]);
  });

  it('reaches the file on disk: another process answers with it', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const { service } = await indexed(root);
    writeTree(root, { 'a.md': 'defrobnicate\n' });
    await service.filesChanged({ paths: [place(root, 'a.md')] });
    await service.idle();
    expect(await sourcesOf(nodeService([root], { home: service.home }), 'defrobnicate')).toEqual(['shop/a.md']);
  });

  it('moves verifiedAt of its repository; the oldest of all stays the indexedAt of the answer', async () => {
    const [one, other] = [committedTree({ 'a.md': 'frobnicate\n' }), temporaryTree({ 'b.md': 'frobnicate\n' })];
    const service = nodeService([one, other]);
    const first = await service.ask({ question: 'frobnicate' }, WAIT);
    service.pass(60_000);
    writeTree(one, { 'a.md': 'frobnicate now\n' });
    await service.filesChanged({ paths: [place(one, 'a.md')] });
    const [oldest, newest] = (await service.status()).repositories.map(({ verifiedAt }) => Date.parse(verifiedAt ?? '')).sort((a, b) => a - b);
    expect((newest ?? 0) - (oldest ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect((await service.ask({ question: 'frobnicate' }, AT_ONCE)).indexedAt).toBe(first.indexedAt);
  });

  it('of a file named through a link to the opened folder counts', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const link = path.join(temporaryRoot(), 'linked');
    symlinkSync(root, link, 'junction');
    const service = nodeService([link], { ports: () => ({ timer: STILL }) });
    await service.ask({ question: 'x' }, WAIT);
    writeTree(root, { 'a.md': 'defrobnicate\n' });
    void service.filesChanged({ paths: [place(link, 'a.md')] });
    expect(await sourcesOf(service, 'defrobnicate')).toEqual(['shop/a.md']);
  });

  it('of a plain folder counts as well, where nothing is committed', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root], { ports: () => ({ timer: STILL }) });
    await service.ask({ question: 'x' }, WAIT);
    writeTree(root, { 'a.md': 'defrobnicate\n' });
    void service.filesChanged({ paths: [place(root, 'a.md')] });
    expect((await service.ask({ question: 'defrobnicate' }, AT_ONCE)).passages).toMatchObject([{ dirty: false, changedAt: null }]);
  });
});

describe('a change of what there is', () => {
  it('a new, a renamed and a deleted document are known; the renamed one is not parsed again', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n', 'b.md': 'defrobnicate\n' });
    const { service } = await indexed(root);
    renameSync(place(root, 'a.md'), place(root, 'moved.md'));
    const renamed = await service.filesChanged({ paths: [place(root, 'a.md'), place(root, 'moved.md')] });
    expect(renamed).toMatchObject([{ counts: { parsed: 0, removed: 1, found: 2 } }]);
    expect(await sourcesOf(service, 'frobnicate')).toEqual(['shop/moved.md']);
    rmSync(place(root, 'b.md'));
    await service.filesChanged({ paths: [place(root, 'b.md')] });
    expect(await sourcesOf(service, 'defrobnicate')).toEqual([]);
    writeTree(root, { 'deep/new.md': 'defrobnicate\n' });
    await service.filesChanged({ paths: [place(root, 'deep')] });
    expect(await sourcesOf(service, 'defrobnicate')).toEqual(['shop/deep/new.md']);
  });

  it('an edited catalog file gives the documents other owners', async () => {
    const component = (name: string): string => `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec: { type: service, owner: team, lifecycle: production }\n`;
    const root = committedTree({ 'catalog-info.yaml': component('billing'), 'README.md': 'frobnicate\n' });
    const { service } = await indexed(root);
    writeTree(root, { 'catalog-info.yaml': component('invoicing') });
    void service.filesChanged({ paths: [place(root, 'catalog-info.yaml')] });
    await service.idle();
    const { passages } = await service.ask({ question: 'frobnicate' }, AT_ONCE);
    expect(passages[0]?.entityRefs).toContain('component:default/invoicing');
  });

  it('an edited .gitignore takes an untracked document out and brings it back', async () => {
    const root = committedTree({ '.gitignore': 'nothing\n' });
    writeTree(root, { 'note.md': 'frobnicate\n' });
    const { service } = await indexed(root);
    writeTree(root, { '.gitignore': '*.md\n' });
    await service.filesChanged({ paths: [place(root, '.gitignore')] });
    expect(await sourcesOf(service, 'frobnicate')).toEqual([]);
    writeTree(root, { '.gitignore': 'nothing\n' });
    await service.filesChanged({ paths: [place(root, '.gitignore')] });
    expect(await sourcesOf(service, 'frobnicate')).toEqual(['shop/note.md']);
  });

  it('a repository that is nested in another one counts as soon as it is there', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await service.ask({ question: 'x' }, WAIT);
    writeTree(root, { 'inner/b.md': 'defrobnicate\n' });
    runGit(place(root, 'inner'), 'init', '--quiet');
    await service.filesChanged({ paths: [place(root, 'inner')] });
    expect((await service.status()).repositories.map(({ id }) => id)).toEqual(['inner', 'shop']);
    expect(await sourcesOf(service, 'defrobnicate')).toEqual(['inner/b.md']);
  });
});

describe('HEAD', () => {
  it('a commit makes the document clean and dates it, and parses nothing', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    writeTree(root, { 'a.md': 'frobnicate more\n' });
    const { service } = await indexed(root);
    commitAll(root);
    const refreshed = await service.filesChanged({ paths: [place(root, '.git/logs/HEAD'), place(root, '.git/refs/heads/main')] });
    expect(refreshed).toMatchObject([{ counts: { parsed: 0 } }]);
    const { passages } = await service.ask({ question: 'frobnicate' }, AT_ONCE);
    expect(passages).toMatchObject([{ dirty: false, sourceCommit: runGit(root, 'rev-parse', 'HEAD').trim() }]);
  });

  it("git's objects, its index and its locks are no news", async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const { service, git } = await indexed(root);
    const noise = ['.git/index', '.git/index.lock', '.git/HEAD.lock', '.git/objects/ab/cdef', '.git/COMMIT_EDITMSG'];
    expect(await service.filesChanged({ paths: noise.map((file) => place(root, file)) })).toEqual([]);
    expect(git.inspections).toBe(0);
  });

  it('a branch switch with a burst of 5,000 changed files is one refresh, and switching back parses nothing', async () => {
    const documents = (word: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`docs/${i % 50}/${i}.md`, `${word} ${i}\n`]));
    const root = committedTree({ ...documents('main'), 'stays.md': 'frobnicate\n' });
    const { service, git } = await indexed(root);
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    writeTree(root, documents('branch'));
    commitAll(root);
    const changed = [...Object.keys(documents('')), '.git/HEAD', '.git/logs/HEAD'].map((file) => place(root, file));
    /** One by one, as a watcher tells them. */
    const burst = (): Promise<unknown> => Promise.all(changed.map((file) => service.filesChanged({ paths: [file] })));
    await burst();
    expect(git.inspections).toBe(1);
    // What did not change is not parsed: one of the 5,001 documents.
    expect((await onlyRepository(service)).lastRefresh).toMatchObject({ found: 5_001, parsed: 5_000, reused: 1 });
    runGit(root, 'checkout', '--quiet', 'main');
    git.inspections = 0;
    await burst();
    expect(git.inspections).toBe(1);
    expect((await onlyRepository(service)).lastRefresh).toMatchObject({ found: 5_001, parsed: 0, reused: 5_001 });
  }, 120_000);
});

describe('what needs no refresh', () => {
  it('a changed file that is no document only confirms the index', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n', 'main.ts': 'one\n' });
    const { service, git } = await indexed(root);
    service.pass(HOUR);
    writeTree(root, { 'main.ts': 'two\n' });
    expect(await service.filesChanged({ paths: [place(root, 'main.ts')] })).toMatchObject([{ counts: { read: 0, parsed: 0, reused: 1 } }]);
    expect(git).toEqual({ inspections: 0, trees: 0 });
  });

  it('nothing is indexed for a change alone: the first question starts the index', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    expect(await service.filesChanged('everything')).toEqual([]);
    expect((await onlyRepository(service)).verifiedAt).toBeNull();
  });
});

describe('status', () => {
  it('says that a repository is being indexed, and nothing of it afterwards', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n', 'b.md': 'two\n' });
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let begun = (): void => undefined;
    const inspecting = new Promise<void>((resolve) => (begun = resolve));
    const service = nodeService([root], {
      ports: ({ git }) => ({ git: { ...git, inspect: async (...args) => (begun(), await held, git.inspect(...args)) } }),
    });
    await service.ask({ question: 'x' }, AT_ONCE);
    await inspecting;
    // No document is found yet.
    expect((await onlyRepository(service)).running).toEqual({ done: 0, total: 0 });
    goOn();
    await service.idle();
    expect((await onlyRepository(service)).running).toBeNull();
  });

  it('keeps the last error after it was mended', async () => {
    const root = committedTree({ 'a.md': 'frobnicate\n' });
    let fails = false;
    const service = nodeService([root], {
      ports: ({ git }) => ({ git: { ...git, mark: async () => null, inspect: (...args) => (fails ? Promise.reject(new Error('broken')) : git.inspect(...args)) } }),
    });
    await service.ask({ question: 'x' }, WAIT);
    expect((await onlyRepository(service)).lastError).toBeNull();
    fails = true;
    await service.index();
    fails = false;
    await service.index();
    mkdirSync(path.join(root, 'later'));
    expect(await onlyRepository(service)).toMatchObject({ problem: null, lastError: { message: expect.stringContaining('went wrong') } });
  });
});
