import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/git/git';
import { countingGit, makeSandbox, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const mark = (folder: string, env: NodeJS.ProcessEnv = sandbox.env): Promise<string | null> => createGit(undefined, { env }).mark(folder);

function published(): string {
  const remote = sandbox.repository('remote', '--bare');
  const repository = sandbox.repository('shop');
  sandbox.commit(repository, 1_700_000_000, { 'a.md': 'one\n', 'docs/b.md': 'one\n' });
  sandbox.git(repository, 'remote', 'add', 'origin', remote);
  sandbox.git(repository, 'push', '-q', 'origin', 'main');
  return repository;
}

describe('the mark of a repository', () => {
  it('stays while only files of the work tree and git\'s index change, and is found without a git process', async () => {
    const repository = published();
    const { git, commands } = countingGit(sandbox.env);
    const before = await git.mark(repository);
    expect(before).not.toBeNull();
    sandbox.write(repository, { 'a.md': 'two\n', 'new.md': 'new\n' });
    sandbox.git(repository, 'add', '-A');
    expect(await git.mark(repository)).toBe(before);
    expect(commands).toEqual([]);
  });

  // Each of these makes an inspection tell something else.
  it.each<[string, (repository: string) => void]>([
    ['a commit', (repository) => sandbox.commit(repository, 1_700_001_000, { 'a.md': 'two\n' })],
    ['an amended commit', (repository) => sandbox.git(repository, 'commit', '-q', '--amend', '--allow-empty', '-m', 'other')],
    ['another branch', (repository) => sandbox.git(repository, 'checkout', '-q', '-b', 'other')],
    ['a detached HEAD', (repository) => sandbox.git(repository, 'checkout', '-q', '--detach')],
    ['a push', (repository) => {
      sandbox.commit(repository, 1_700_001_000, { 'a.md': 'two\n' });
      sandbox.git(repository, 'push', '-q', 'origin', 'main');
    }],
    ['a remote branch that went away', (repository) => sandbox.git(repository, 'update-ref', '-d', 'refs/remotes/origin/main')],
    ['references packed together', (repository) => sandbox.git(repository, 'pack-refs', '--all')],
    ['another remote', (repository) => sandbox.git(repository, 'remote', 'set-url', 'origin', 'https://example.com/shop.git')],
    ['a line in info/exclude', (repository) => writeFileSync(join(repository, '.git', 'info', 'exclude'), 'drafts/\n')],
    ['a replaced commit', (repository) => {
      const head = sandbox.git(repository, 'rev-parse', 'HEAD');
      const other = sandbox.commit(repository, 1_700_001_000, {});
      sandbox.git(repository, 'reset', '-q', '--hard', head);
      sandbox.git(repository, 'replace', head, other);
    }],
    ['the end of its being a repository', (repository) => rmSync(join(repository, '.git'), { recursive: true })],
  ])('is another one after %s', async (_, change) => {
    const repository = published();
    const before = await mark(repository);
    change(repository);
    expect(await mark(repository)).not.toBe(before);
  });

  it('is another one after a change of the user\'s configuration, or of a file that it includes', async () => {
    const repository = published();
    const configuration = join(sandbox.folder, 'gitconfig');
    const marks = [await mark(repository)];
    writeFileSync(configuration, '[include]\n\tpath = more.inc\n[includeIf "gitdir:/nowhere/"]\n\tpath = "~/other.inc"\n');
    marks.push(await mark(repository));
    for (const name of ['more.inc', 'other.inc']) {
      writeFileSync(join(sandbox.folder, name), '[url "https://example.com/"]\n\tinsteadOf = gh:\n');
      marks.push(await mark(repository));
    }
    writeFileSync(join(sandbox.folder, 'more.inc'), '[url "https://example.org/"]\n\tinsteadOf = gh:\n');
    marks.push(await mark(repository));
    expect(marks).not.toContain(null);
    expect(new Set(marks).size).toBe(5);
  });

  it('is another one for another folder of it, and in an environment that git would heed', async () => {
    const repository = published();
    const marks = await Promise.all([
      mark(repository),
      mark(join(repository, 'docs')),
      mark(repository, { ...sandbox.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }),
    ]);
    expect(marks).not.toContain(null);
    expect(new Set(marks).size).toBe(3);
  });

  it('follows a linked work tree to where its branches are', async () => {
    const repository = published();
    const tree = join(sandbox.folder, 'tree');
    sandbox.git(repository, 'worktree', 'add', '-q', tree, '-b', 'side');
    const before = await mark(tree);
    expect(before).not.toBeNull();
    expect(before).not.toBe(await mark(repository));
    sandbox.commit(tree, 1_700_002_000, { 'c.md': 'side\n' });
    const after = await mark(tree);
    expect(after).not.toBe(before);
    sandbox.git(repository, 'update-ref', 'refs/remotes/origin/main', sandbox.git(tree, 'rev-parse', 'HEAD'));
    expect(await mark(tree)).not.toBe(after);
  });

  it('tells a plain folder from one that has become a repository', async () => {
    const folder = join(sandbox.folder, 'plain');
    mkdirSync(folder);
    const before = await mark(folder);
    expect(before).not.toBeNull();
    sandbox.repository('plain');
    expect(await mark(folder)).not.toBe(before);
  });

  // Git is asked then: a mark that misses something would be worse than none.
  it.each<[string, (repository: string) => void]>([
    ['a .git file that leads nowhere', (repository) => {
      rmSync(join(repository, '.git'), { recursive: true });
      writeFileSync(join(repository, '.git'), 'nothing of git\'s');
    }],
    ['a HEAD that is missing', (repository) => unlinkSync(join(repository, '.git', 'HEAD'))],
    ['a HEAD that leads out of the repository', (repository) => writeFileSync(join(repository, '.git', 'HEAD'), 'ref: refs/../../../x\n')],
    ['a branch that names another one', (repository) => sandbox.git(repository, 'symbolic-ref', 'refs/heads/main', 'refs/heads/other')],
    ['a configuration that is a folder', (repository) => {
      rmSync(join(repository, '.git', 'config'));
      mkdirSync(join(repository, '.git', 'config'));
    }],
    ['an include that only git understands', (repository) => sandbox.git(repository, 'config', 'include.path', '%(prefix)/etc/more')],
    ['configurations that include each other', (repository) => sandbox.git(repository, 'config', 'include.path', 'config')],
    ['links among its references that go in a circle', (repository) => symlinkSync('loop', join(repository, '.git', 'refs', 'remotes', 'loop'))],
  ])('is none with %s', async (_, change) => {
    const repository = published();
    change(repository);
    expect(await mark(repository)).toBeNull();
  });
});
