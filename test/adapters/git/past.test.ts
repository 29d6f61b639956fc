import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/git/git';
import type { TreeAt } from '../../../src/ports/git';
import { countingGit, iso, makeSandbox, mergeAt, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const T = 1_000_000_000;
const at = (folder: string, milliseconds: number): Promise<TreeAt> => createGit(undefined, { env: sandbox.env }).treeAt(folder, milliseconds);
const commitAt = async (folder: string, seconds: number): Promise<string> => {
  const found = await at(folder, seconds * 1000);
  return found.kind === 'tree' ? found.commit : found.kind;
};

describe('the tree at a time', () => {
  it('is that of the last commit made by then, the very second included', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    const second = sandbox.commit(repository, T + 10, { 'a.md': '2' });
    expect(await at(repository, (T + 9) * 1000 + 999)).toEqual({
      kind: 'tree',
      commit: first,
      tree: sandbox.git(repository, 'rev-parse', `${first}^{tree}`),
      committedAt: iso(T),
    });
    expect(await commitAt(repository, T + 10)).toBe(second);
    expect(await commitAt(repository, T)).toBe(first);
    // A time that is not even a whole second after its commit, and one far ahead.
    expect(await at(repository, (T + 10) * 1000 + 1)).toMatchObject({ commit: second });
    expect(await commitAt(repository, T * 8)).toBe(second);
  });

  it('goes by when a commit was made, not by when its text was written', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 100, { 'a.md': '2' });
    sandbox.git(repository, 'commit', '-q', '--amend', '--no-edit', `--date=@${T + 10}`);
    // The amended commit was made just now, whatever author date it has.
    expect(await commitAt(repository, T + 200)).toBe(first);
  });

  it('takes what a merge brought in from the merge on: the branch was no part of main before', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'checkout', '-q', '-b', 'side');
    sandbox.commit(repository, T + 20, { 'side.md': '1' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    const main = sandbox.commit(repository, T + 10, { 'main.md': '1' });
    const merge = mergeAt(sandbox, repository, T + 30, 'side');
    expect(await commitAt(repository, T + 29)).toBe(main);
    expect(await commitAt(repository, T + 30)).toBe(merge);
  });

  it('looks into what was merged where the own line begins later, as where two repositories were joined', async () => {
    const repository = sandbox.repository('shop');
    const old = sandbox.commit(repository, T, { 'old.md': '1' });
    sandbox.git(repository, 'branch', 'old');
    sandbox.git(repository, 'checkout', '-q', '--orphan', 'new');
    const young = sandbox.commit(repository, T + 100, { 'new.md': '1' });
    mergeAt(sandbox, repository, T + 200, '--allow-unrelated-histories', 'old');
    expect(await commitAt(repository, T + 150)).toBe(young);
    expect(await commitAt(repository, T + 50)).toBe(old);
    expect(await at(repository, (T - 1) * 1000)).toEqual({ kind: 'before-first-commit', firstCommittedAt: iso(T) });
  });

  it('is the commit nearest to HEAD that is not too late, where clocks contradict the order', async () => {
    const repository = sandbox.repository('shop');
    // The third commit has a clock far ahead, the fifth one that was reset.
    const dates = [T, T + 10, T + 900, T + 20, T - 500, T + 40, T + 50];
    const commits = dates.map((seconds, index) => sandbox.commit(repository, seconds, { 'a.md': `${index}` }));
    for (const seconds of dates.flatMap((date) => [date - 1, date, date + 1])) {
      const expected = dates.findLastIndex((date) => date <= seconds);
      expect([seconds - T, await commitAt(repository, seconds)]).toEqual([
        seconds - T,
        commits[expected] ?? 'before-first-commit',
      ]);
    }
  });

  it('follows the branch that is checked out, detached or not', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    const second = sandbox.commit(repository, T + 10, { 'a.md': '2' });
    sandbox.git(repository, 'checkout', '-q', '--detach', first);
    expect(await commitAt(repository, T + 20)).toBe(first);
    sandbox.git(repository, 'checkout', '-q', 'main');
    expect(await commitAt(repository, T + 20)).toBe(second);
  });

  it('is one tree for two commits that hold the same files', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 10, {});
    const [first, second] = [await at(repository, T * 1000), await at(repository, (T + 10) * 1000)];
    expect(first).toMatchObject({ kind: 'tree', tree: second.kind === 'tree' ? second.tree : '' });
    expect(first).not.toEqual(second);
  });

  it.each([
    ['sha256 ids', ['--object-format=sha256'], 64],
    ['sha1 ids', [], 40],
  ])('gives %s in full', async (_, options, length) => {
    const repository = sandbox.repository('shop', ...options);
    sandbox.commit(repository, T, { 'a.md': '1' });
    const found = await at(repository, T * 1000);
    expect(found.kind === 'tree' ? [found.commit.length, found.tree.length] : found).toEqual([length, length]);
  });
});

describe('a time that has no tree', () => {
  it('before the first commit: says when that was made', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 10, { 'a.md': '2' });
    const expected = { kind: 'before-first-commit', firstCommittedAt: iso(T) };
    expect(await at(repository, T * 1000 - 1)).toEqual(expected);
    // Git takes a negative age for no limit at all: such a time must not reach it.
    expect(await at(repository, -1)).toEqual(expected);
    expect(await at(repository, Date.parse('0001-01-01T00:00:00Z'))).toEqual(expected);
  });

  it('before a commit whose date is beyond all calendars', async () => {
    const repository = sandbox.repository('shop');
    const tree = sandbox.git(repository, 'rev-parse', sandbox.commit(repository, T, { 'a.md': '1' }) + '^{tree}');
    const text = `tree ${tree}\nauthor A <a@b.c> 99999999999999 +0000\ncommitter A <a@b.c> 99999999999999 +0000\n\nLate\n`;
    writeFileSync(join(sandbox.folder, 'commit.txt'), text);
    const late = sandbox.git(repository, 'hash-object', '-t', 'commit', '-w', '--literally', join(sandbox.folder, 'commit.txt'));
    sandbox.git(repository, 'reset', '-q', '--hard', late);
    expect(await at(repository, T * 1000)).toEqual({ kind: 'before-first-commit', firstCommittedAt: '+275760-09-13T00:00:00.000Z' });
  });

  it('no commits, no repository, a repository that is damaged', async () => {
    expect(await at(sandbox.repository('new'), T * 1000)).toEqual({ kind: 'no-commits' });
    expect(await at(sandbox.folder, T * 1000)).toEqual({ kind: 'none' });
    mkdirSync(join(sandbox.folder, 'damaged', '.git'), { recursive: true });
    expect(await at(join(sandbox.folder, 'damaged'), T * 1000)).toEqual({ kind: 'unavailable', reason: 'The .git folder is damaged.' });
  });

  it('a history with a commit missing: unavailable, for a reason without a path', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 10, { 'a.md': '2' });
    rmSync(join(repository, '.git', 'objects', first.slice(0, 2), first.slice(2)));
    const found = await at(repository, T * 1000);
    expect(found).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/missing or damaged/) as string });
    expect(JSON.stringify(found)).not.toContain(sandbox.folder);
  });

  it('no git on the PATH: unavailable, since the folder has a past', async () => {
    const found = await createGit(undefined, { env: { ...sandbox.env, PATH: '' } }).treeAt(sandbox.repository('shop'), T * 1000);
    expect(found).toEqual({ kind: 'unavailable', reason: 'Git is not installed or not on the PATH.' });
  });

  it('behind the end of a shallow clone: says where what is here begins, and has what is not behind it', async () => {
    const origin = sandbox.repository('origin');
    sandbox.commit(origin, T, { 'a.md': '1' });
    const second = sandbox.commit(origin, T + 10, { 'a.md': '2' });
    const third = sandbox.commit(origin, T + 20, { 'a.md': '3' });
    const clone = join(sandbox.folder, 'clone');
    sandbox.git(sandbox.folder, 'clone', '-q', '--depth=2', pathToFileURL(origin).href, clone);
    expect(await commitAt(clone, T + 20)).toBe(third);
    expect(await commitAt(clone, T + 19)).toBe(second);
    expect(await at(clone, (T + 9) * 1000)).toEqual({ kind: 'shallow', oldestCommittedAt: iso(T + 10) });
  });
});

describe('the work it takes', () => {
  it('two processes, three before the first commit, none for a plain folder', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    const { git, commands } = countingGit(sandbox.env);
    await git.treeAt(repository, T * 1000);
    expect(commands.splice(0)).toEqual(['rev-parse', 'rev-list']);
    await git.treeAt(repository, T * 1000 - 1);
    expect(commands.splice(0)).toEqual(['rev-parse', 'rev-list', 'rev-list']);
    await git.treeAt(sandbox.folder, T * 1000);
    expect(commands).toEqual([]);
  });
});

describe('the files of a tree', () => {
  it('are those below the folder, by paths relative to it, of a time when others were there', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': 'a', 'docs/old.md': 'text\n', 'docs/deep/b.md': 'b' });
    sandbox.git(repository, 'mv', 'docs/old.md', 'docs/new.md');
    sandbox.commit(repository, T + 10, {});
    const { git, commands } = countingGit(sandbox.env);
    const found = await git.treeAt(join(repository, 'docs'), T * 1000);
    const tree = found.kind === 'tree' ? found.tree : '';
    commands.splice(0);
    const files = await git.filesOfTree(join(repository, 'docs'), tree);
    expect('blobs' in files ? [...files.blobs] : files).toEqual([
      ['deep/b.md', sandbox.git(repository, 'rev-parse', `${tree}:docs/deep/b.md`)],
      ['old.md', sandbox.git(repository, 'rev-parse', `${tree}:docs/old.md`)],
    ]);
    expect(commands).toEqual(['ls-tree']);
  });

  it('are none in a folder that was not there yet', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': 'a' });
    sandbox.commit(repository, T + 10, { 'docs/b.md': 'b' });
    const git = createGit(undefined, { env: sandbox.env });
    const tree = sandbox.git(repository, 'rev-parse', 'HEAD^^{tree}');
    expect(await git.filesOfTree(join(repository, 'docs'), tree)).toEqual({ blobs: new Map() });
  });

  it('are unavailable where git cannot read the tree', async () => {
    const repository = sandbox.repository('shop');
    const git = createGit(undefined, { env: sandbox.env });
    const files = await git.filesOfTree(repository, '0123456789012345678901234567890123456789');
    expect(files).toEqual({ kind: 'unavailable', reason: expect.stringMatching(/missing or damaged/) as string });
  });
});
