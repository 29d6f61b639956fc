import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/git/git';
import type { SpawnProcess } from '../../../src/adapters/git/process';
import type { GitWorkTree } from '../../../src/ports/git';
import { countingGit, inspectRepository, iso, makeSandbox, mergeAt, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const T = 1_000_000_000;
const dates = (state: GitWorkTree): Record<string, string> => Object.fromEntries(state.changedAt);

describe('the date of a file', () => {
  it('is the committer date, in UTC, of the last commit that changed it', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1', 'b.md': '1', 'gone.md': '1' });
    sandbox.commit(repository, T + 10, { 'a.md': '2' });
    sandbox.git(repository, 'rm', '-q', 'gone.md');
    sandbox.commit(repository, T + 20, {});
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({ 'a.md': iso(T + 10), 'b.md': iso(T) });
  });

  it('does not move back when a change is taken back: the taking back is a change', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 10, { 'a.md': '2' });
    sandbox.commit(repository, T + 20, { 'a.md': '1' });
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({ 'a.md': iso(T + 20) });
  });

  it('is that of the renaming commit for a renamed file', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'old.md': 'same text' });
    sandbox.git(repository, 'mv', 'old.md', 'new.md');
    sandbox.commit(repository, T + 10, {});
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({ 'new.md': iso(T + 10) });
  });

  it('does not come from an ordinary merge, but from one that changed the file itself', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1\n', 'b.md': '1\n', 'c.md': '1\n' });
    sandbox.git(repository, 'checkout', '-q', '-b', 'side');
    sandbox.commit(repository, T + 10, { 'b.md': 'side\n', 'c.md': 'side\n' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    sandbox.commit(repository, T + 20, { 'a.md': 'main\n', 'c.md': 'main\n' });
    expect(() => mergeAt(sandbox, repository, T + 30, 'side')).toThrow();
    sandbox.commit(repository, T + 30, { 'c.md': 'both\n' });
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({
      'a.md': iso(T + 20),
      'b.md': iso(T + 10),
      'c.md': iso(T + 30),
    });
  });

  it('passes over a change that a merge threw away', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'checkout', '-q', '-b', 'side');
    sandbox.commit(repository, T + 10, { 'a.md': 'dropped' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    mergeAt(sandbox, repository, T + 20, '-s', 'ours', 'side');
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({ 'a.md': iso(T) });
  });

  it('is not changed by a clock that ran backwards', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T + 1000, { 'a.md': '1' });
    sandbox.commit(repository, T, { 'a.md': '2' });
    expect(dates(await inspectRepository(sandbox, repository))).toEqual({ 'a.md': iso(T) });
  });

  it('is read from the whole history below a folder too, where path limits would simplify it', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'docs/a.md': '1', 'b.md': '1' });
    sandbox.git(repository, 'checkout', '-q', '-b', 'side');
    sandbox.commit(repository, T + 10, { 'docs/a.md': '2' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    sandbox.commit(repository, T + 20, { 'b.md': '2' });
    mergeAt(sandbox, repository, T + 30, 'side');
    const below = await inspectRepository(sandbox, join(repository, 'docs'));
    expect(dates(below)).toEqual({ 'a.md': (await inspectRepository(sandbox, repository)).changedAt.get('docs/a.md') });
    expect(dates(below)).toEqual({ 'a.md': iso(T + 10) });
  });

  it('is what `git log -1` says of each file, in any history of branches and merges', async () => {
    const step = fc.record({ file: fc.nat(3), text: fc.nat(2), kind: fc.constantFrom('commit', 'branch', 'merge', 'commit', 'commit') });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const repository = sandbox.repository(`random${(run += 1)}`);
        sandbox.commit(repository, T, { 'f0.md': 'x', 'f1.md': 'x', 'f2.md': 'x', 'f3.md': 'x' });
        sandbox.git(repository, 'branch', 'side');
        let known: GitWorkTree | null = null;
        for (const [index, { file, text, kind }] of steps.entries()) {
          const time = T + 10 * (index + 1);
          if (kind === 'commit') sandbox.commit(repository, time, { [`f${file}.md`]: `${text}\n`.repeat(index + 1) });
          if (kind === 'branch') {
            const other = sandbox.git(repository, 'branch', '--show-current') === 'side' ? 'main' : 'side';
            sandbox.git(repository, 'checkout', '-q', other);
          }
          if (kind === 'merge') {
            const other = sandbox.git(repository, 'branch', '--show-current') === 'side' ? 'main' : 'side';
            mergeAt(sandbox, repository, time, '-X', text === 0 ? 'ours' : 'theirs', other);
          }
          if (index === Math.floor(steps.length / 2)) known = await inspectRepository(sandbox, repository);
        }
        const state = await inspectRepository(sandbox, repository);
        const expected = [...state.headBlobs.keys()].map((path) => [
          path,
          iso(Number(sandbox.git(repository, 'log', '-1', '--format=%ct', '--', path))),
        ]);
        expect(dates(state)).toEqual(Object.fromEntries(expected));
        // What is carried on from an earlier look, on this branch or another, comes to the same.
        expect(dates(await inspectRepository(sandbox, repository, known))).toEqual(dates(state));
      }),
      { numRuns: 8 },
    );
  }, 240_000);
});

describe('what is known is not read again', () => {
  const history = (state: GitWorkTree) => ({ head: state.head ?? '', changedAt: state.changedAt });

  it('reads no history when HEAD is where it was', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    const known = await inspectRepository(sandbox, repository);
    const { git, commands } = countingGit(sandbox.env);
    expect(await git.inspect(repository, history(known))).toEqual(known);
    expect(commands.sort()).toEqual(['config', 'for-each-ref', 'ls-tree', 'rev-parse']);
  });

  it('takes five processes for a pushed repository nothing is known of, six when commits were added', async () => {
    const { repository } = published();
    const { git, commands } = countingGit(sandbox.env);
    const state = await git.inspect(repository, null);
    expect(commands.sort()).toEqual(['config', 'for-each-ref', 'log', 'ls-tree', 'rev-parse']);
    if (state.kind !== 'repository') throw new Error(state.kind);
    sandbox.commit(repository, T + 10, { 'b.md': '1' });
    sandbox.git(repository, 'push', '-q');
    commands.length = 0;
    await git.inspect(repository, history(state));
    expect(commands.sort()).toEqual(['config', 'for-each-ref', 'log', 'ls-tree', 'merge-base', 'rev-parse']);
  });

  function published(): { repository: string } {
    const origin = sandbox.repository('origin.git', '--bare');
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'remote', 'add', 'origin', origin);
    sandbox.git(repository, 'push', '-q', '-u', 'origin', 'main');
    return { repository };
  }

  it('dates only what new commits changed, and forgets what they removed', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1', 'b.md': '1', 'c.md': '1' });
    const known = await inspectRepository(sandbox, repository);
    sandbox.git(repository, 'rm', '-q', 'c.md');
    sandbox.commit(repository, T + 10, { 'b.md': '2', 'd.md': '1' });
    // A date only the caller can know shows that the old history was not read.
    const marked = { head: known.head ?? '', changedAt: new Map([...known.changedAt, ['a.md', iso(T + 5)]]) };
    const state = await createGit(undefined, { env: sandbox.env }).inspect(repository, marked);
    expect(state.kind === 'repository' && dates(state)).toEqual({ 'a.md': iso(T + 5), 'b.md': iso(T + 10), 'd.md': iso(T + 10) });
  });

  it('reads all of it when what is known is no ancestor, names no commit, is incomplete or no object id', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    const second = sandbox.commit(repository, T + 10, { 'b.md': '1' });
    sandbox.git(repository, 'reset', '-q', '--hard', first);
    const third = sandbox.commit(repository, T + 20, { 'c.md': '1' });
    const wrong = new Map([['a.md', iso(T + 5)]]);
    for (const [head, changedAt] of [
      [second, new Map([...wrong, ['b.md', iso(T)]])],
      ['0123456789012345678901234567890123456789', wrong],
      ['--all', wrong],
      [third, wrong],
    ] as const) {
      const state = await createGit(undefined, { env: sandbox.env }).inspect(repository, { head, changedAt });
      expect(state.kind === 'repository' && dates(state), head).toEqual({ 'a.md': iso(T), 'c.md': iso(T + 20) });
    }
  });

  it('agrees with the whole history when an older branch is merged that made the same change', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'branch', 'side');
    sandbox.commit(repository, T + 20, { 'a.md': '2' });
    const known = await inspectRepository(sandbox, repository);
    sandbox.git(repository, 'checkout', '-q', 'side');
    sandbox.commit(repository, T + 10, { 'a.md': '2', 'b.md': '1' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    mergeAt(sandbox, repository, T + 30, 'side');
    const whole = await inspectRepository(sandbox, repository);
    expect(dates(whole)).toEqual({ 'a.md': iso(T + 20), 'b.md': iso(T + 10) });
    expect(dates(await inspectRepository(sandbox, repository, known))).toEqual(dates(whole));
  });

  it('ends git once every file is dated, however long the history before', async () => {
    const repository = sandbox.repository('shop');
    // So much to list that git, whose output is not read any further, cannot have come to its end.
    const long = (index: number): string => `${'x'.repeat(150)}${index}.md`;
    const past = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [long(index), '1']));
    sandbox.commit(repository, T, past);
    sandbox.git(repository, 'rm', '-q', '-r', '.');
    sandbox.commit(repository, T + 10, { 'keep.md': '1' });
    const logs: ChildProcess[] = [];
    const watching: SpawnProcess = (executable, args, options) => {
      const child = spawn(executable, args, options);
      if (args.includes('log')) logs.push(child);
      return child;
    };
    const state = await createGit(undefined, { env: sandbox.env, spawn: watching }).inspect(repository, null);
    expect(state.kind === 'repository' && dates(state)).toEqual({ 'keep.md': iso(T + 10) });
    const [log] = logs;
    if (log === undefined) throw new Error('git log was not started');
    if (log.exitCode === null && log.signalCode === null) await once(log, 'exit');
    expect(log.signalCode).toBe('SIGKILL');
  });
});

describe('histories that are cut short', () => {
  it('has no date for what only the boundary of a shallow clone gives, and says so', async () => {
    const origin = sandbox.repository('origin');
    sandbox.commit(origin, T, { 'a.md': '1', 'b.md': '1' });
    sandbox.commit(origin, T + 10, { 'b.md': '2' });
    sandbox.commit(origin, T + 20, { 'c.md': '1' });
    sandbox.git(sandbox.folder, 'clone', '-q', '--depth', '2', `file://${origin}`, 'shallow');
    const clone = join(sandbox.folder, 'shallow');
    const state = await inspectRepository(sandbox, clone);
    expect(dates(state)).toEqual({ 'c.md': iso(T + 20) });
    expect(state.notices).toEqual([expect.stringMatching(/shallow.*2 files are unknown/)]);
    expect([...state.headBlobs.keys()]).toEqual(['a.md', 'b.md', 'c.md']);

    sandbox.git(clone, 'fetch', '-q', '--unshallow');
    const whole = await inspectRepository(sandbox, clone, state);
    expect(dates(whole)).toEqual({ 'a.md': iso(T), 'b.md': iso(T + 10), 'c.md': iso(T + 20) });
    expect(whole.notices).toEqual([]);
  });

  it('runs no `git log` in a clone of depth 1, which has no date at all', async () => {
    const origin = sandbox.repository('origin');
    sandbox.commit(origin, T, { 'a.md': '1' });
    sandbox.commit(origin, T + 10, { 'b.md': '2' });
    sandbox.git(sandbox.folder, 'clone', '-q', '--depth', '1', `file://${origin}`, 'shallow');
    const { git, commands } = countingGit(sandbox.env);
    const state = await git.inspect(join(sandbox.folder, 'shallow'), null);
    expect(state.kind === 'repository' && dates(state)).toEqual({});
    expect(commands).not.toContain('log');
  });

  it('dates all files of a clone without blobs whose origin is gone, and fetches nothing', async () => {
    const origin = sandbox.repository('origin');
    sandbox.git(origin, 'config', 'uploadpack.allowFilter', 'true');
    sandbox.commit(origin, T, { 'a.md': '1', 'docs/b.md': '1' });
    sandbox.commit(origin, T + 10, { 'docs/b.md': '2' });
    sandbox.git(sandbox.folder, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, 'partial');
    rmSync(origin, { recursive: true });
    const state = await inspectRepository(sandbox, join(sandbox.folder, 'partial'));
    expect(dates(state)).toEqual({ 'a.md': iso(T), 'docs/b.md': iso(T + 10) });
    expect([...state.publishedBlobs.keys()]).toEqual(['a.md', 'docs/b.md']);
  });

  it('does not fetch the trees a clone lacks although its origin is there: the dates it can tell, and a notice', async () => {
    const origin = sandbox.repository('origin');
    sandbox.git(origin, 'config', 'uploadpack.allowFilter', 'true');
    sandbox.commit(origin, T, { 'a.md': '1', 'b.md': '1' });
    sandbox.commit(origin, T + 10, { 'b.md': '2' });
    sandbox.git(sandbox.folder, 'clone', '-q', '--filter=tree:0', `file://${origin}`, 'treeless');
    const clone = join(sandbox.folder, 'treeless');
    const objects = (): string => sandbox.git(clone, 'count-objects', '-v');
    const before = objects();
    const state = await inspectRepository(sandbox, clone);
    expect(state.head).not.toBeNull();
    expect(state.changedAt.has('a.md')).toBe(false);
    expect(state.notices).toEqual([expect.stringContaining('whole history')]);
    expect(objects()).toBe(before);
  });

  it('dates what it can where an object of the past is damaged', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.commit(repository, T + 10, { 'b.md': '1' });
    sandbox.commit(repository, T + 20, { 'c.md': '1' });
    const object = join(repository, '.git', 'objects', first.slice(0, 2), first.slice(2));
    unlinkSync(object);
    writeFileSync(object, 'not an object');
    const state = await inspectRepository(sandbox, repository);
    expect(state.changedAt.get('c.md')).toBe(iso(T + 20));
    expect(state.changedAt.has('a.md')).toBe(false);
    expect(state.notices).toEqual([expect.stringContaining('whole history')]);
  });
});
