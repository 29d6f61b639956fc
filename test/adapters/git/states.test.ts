import { execFileSync, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/git/git';
import type { SpawnProcess } from '../../../src/adapters/git/process';
import { countingGit, inspectRepository, makeSandbox, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const inspect = (folder: string, env = sandbox.env) => createGit(undefined, { env }).inspect(folder, null);

describe('folders without a usable repository', () => {
  it('is none where no folder above has a .git', async () => {
    expect(await inspect(sandbox.folder)).toEqual({ kind: 'none' });
  });

  it('is none with a notice where git is missing from the PATH and there is a .git above', async () => {
    const repository = sandbox.repository('shop');
    mkdirSync(join(repository, 'docs'));
    const state = await inspect(join(repository, 'docs'), { ...sandbox.env, PATH: sandbox.folder });
    expect(state).toEqual({ kind: 'none', notices: [expect.stringContaining('Git is not installed')] });
  });

  it('is none without a notice where git is missing and nobody misses it', async () => {
    expect(await inspect(sandbox.folder, { ...sandbox.env, PATH: '' })).toEqual({ kind: 'none' });
  });

  it('starts no process for a plain folder', async () => {
    const { git, commands } = countingGit(sandbox.env);
    await git.inspect(sandbox.folder, null);
    expect(commands).toEqual([]);
  });

  it('is none inside a bare repository and inside a .git folder: neither is a work tree', async () => {
    expect(await inspect(sandbox.repository('bare.git', '--bare'))).toEqual({ kind: 'none' });
    expect(await inspect(join(sandbox.repository('shop'), '.git'))).toEqual({ kind: 'none' });
  });

  it('is unavailable where the folder itself is gone, and never throws', async () => {
    expect(await inspect(join(sandbox.folder, 'gone'))).toEqual({ kind: 'unavailable', reason: 'The folder cannot be opened.' });
    expect(await inspect('has\0nul')).toEqual({ kind: 'unavailable', reason: 'Git could not be started.' });
  });

  it('is unavailable where the system has no more files to give: such a process has no pipes', async () => {
    const exhausted: SpawnProcess = () => {
      const child = new EventEmitter() as ChildProcess;
      setImmediate(() => child.emit('error', new Error('spawn git EMFILE')));
      return child;
    };
    const state = await createGit(undefined, { env: sandbox.env, spawn: exhausted }).inspect(sandbox.repository('shop'), null);
    expect(state).toEqual({ kind: 'unavailable', reason: 'Git could not be started.' });
  });
});

describe('damaged repositories are unavailable, for a reason without a path', () => {
  const expectReason = async (folder: string, reason: RegExp): Promise<void> => {
    const state = await inspect(folder);
    expect(state).toEqual({ kind: 'unavailable', reason: expect.stringMatching(reason) });
    expect(JSON.stringify(state)).not.toContain(sandbox.folder);
  };

  it('an empty .git folder', async () => {
    mkdirSync(join(sandbox.folder, 'shop', '.git'), { recursive: true });
    await expectReason(join(sandbox.folder, 'shop'), /\.git folder is damaged/);
  });

  it('HEAD that names nothing', async () => {
    const repository = sandbox.repository('shop');
    writeFileSync(join(repository, '.git', 'HEAD'), 'garbage\n');
    await expectReason(repository, /\.git folder is damaged/);
  });

  it('a .git file that leads nowhere, and one that is no such file', async () => {
    for (const text of [`gitdir: ${join(sandbox.folder, 'nowhere')}\n`, 'hello']) {
      mkdirSync(join(sandbox.folder, 'away'), { recursive: true });
      writeFileSync(join(sandbox.folder, 'away', '.git'), text);
      await expectReason(join(sandbox.folder, 'away'), /leads to no repository/);
    }
  });

  it('a branch file that is empty, as a power cut leaves it, is not a repository without commits', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    writeFileSync(join(repository, '.git', 'refs', 'heads', 'main'), '');
    await expectReason(repository, /branch is damaged/);
  });

  it('a configuration that cannot be parsed', async () => {
    const repository = sandbox.repository('shop');
    writeFileSync(join(repository, '.git', 'config'), '[core\nnonsense');
    await expectReason(repository, /configuration/);
  });

  it('a repository format git does not know', async () => {
    const repository = sandbox.repository('shop');
    sandbox.git(repository, 'config', 'core.repositoryFormatVersion', '99');
    await expectReason(repository, /format/);
  });

  it('a commit whose tree is missing', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    const tree = sandbox.git(repository, 'rev-parse', 'HEAD^{tree}');
    unlinkSync(join(repository, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    await expectReason(repository, /missing or damaged/);
  });

  it.skipIf(process.platform === 'win32')('a git that does not answer is ended', async () => {
    const programs = join(sandbox.folder, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'git'), '#!/bin/sh\nexec sleep 600\n');
    chmodSync(join(programs, 'git'), 0o755);
    const env = { ...sandbox.env, PATH: `${programs}:${sandbox.env['PATH'] ?? ''}` };
    const state = await createGit(undefined, { env, silenceLimit: 100 }).inspect(sandbox.repository('shop'), null);
    expect(state).toEqual({ kind: 'unavailable', reason: 'Git was started and did not answer.' });
  });
});

const runsAsRoot = process.getuid?.() === 0;

describe('dubious ownership', () => {
  // Only root can give a folder away; a stranger's folder cannot be made otherwise.
  it.skipIf(!runsAsRoot)('is untrusted where somebody else owns the folder, until safe.directory names it', async () => {
    const repository = sandbox.repository('theirs');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    execFileSync('chown', ['-R', '12345', repository]);
    chownSync(repository, 12345, 12345);
    expect(await inspect(repository)).toEqual({ kind: 'untrusted' });

    const trusted = { ...sandbox.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: repository };
    // Where the installed git takes safe.directory from files only (before 2.38), the file says it.
    sandbox.git(sandbox.folder, 'config', '--global', '--add', 'safe.directory', repository);
    expect((await inspect(repository, trusted)).kind).toBe('repository');
  });
});

describe('work trees', () => {
  it('has no head, files or dates before the first commit', async () => {
    const repository = sandbox.repository('new');
    sandbox.write(repository, { 'a.md': 'a' });
    const state = await inspectRepository(sandbox, repository);
    expect(state).toMatchObject({ head: null, prefix: '', objectFormat: 'sha1', publishedCommit: null, remoteUrl: null, notices: [] });
    expect([state.headBlobs.size, state.changedAt.size]).toEqual([0, 0]);
  });

  it('reads a detached HEAD', async () => {
    const repository = sandbox.repository('shop');
    const first = sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    sandbox.commit(repository, 1_000_000_100, { 'a.md': 'b' });
    sandbox.git(repository, 'checkout', '-q', '--detach', first);
    const state = await inspectRepository(sandbox, repository);
    expect(state.head).toBe(first);
    expect(state.changedAt.get('a.md')).toBe('2001-09-09T01:46:40.000Z');
  });

  it('gives paths relative to a folder below the top, with the folder as prefix', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a', 'docs/guides/b.md': 'b', 'docs/guides/deep/c.md': 'c' });
    const head = sandbox.commit(repository, 1_000_000_100, { 'docs/guides/deep/c.md': 'c2' });
    const state = await inspectRepository(sandbox, join(repository, 'docs', 'guides'));
    expect(state).toMatchObject({ head, prefix: 'docs/guides/' });
    expect([...state.headBlobs.keys()]).toEqual(['b.md', 'deep/c.md']);
    expect(Object.fromEntries(state.changedAt)).toEqual({ 'b.md': '2001-09-09T01:46:40.000Z', 'deep/c.md': '2001-09-09T01:48:20.000Z' });
  });

  it('has no files in a folder nobody committed', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    mkdirSync(join(repository, 'scratch'));
    const state = await inspectRepository(sandbox, join(repository, 'scratch'));
    expect([state.prefix, state.headBlobs.size, state.changedAt.size]).toEqual(['scratch/', 0, 0]);
  });

  // Windows refuses quotes, line breaks and backslashes in names.
  const names =
    process.platform === 'win32'
      ? ['with space.md', 'grüße/日本語.md', ":(top)odd.md".replace(':', '')]
      : ['with space.md', 'grüße/日本語.md', 'line\nbreak.md', '\nfirst.md', 'quo"te\'.md', 'back\\slash.md', ':100644 x', '-dash', ':(top)odd.md', 'tab\there.md'];

  it('reads names with spaces, quotes, line breaks and other scripts, at the top and below such a folder', async () => {
    const repository = sandbox.repository('shop');
    const folder = process.platform === 'win32' ? 'odd folder' : 'odd\nfolder *';
    sandbox.commit(repository, 1_000_000_000, Object.fromEntries(names.flatMap((name) => [[name, name], [`${folder}/${name}`, 'x']])));
    sandbox.commit(repository, 1_000_000_100, { 'else.md': 'y', 'odd/else.md': 'z' });
    const top = await inspectRepository(sandbox, repository);
    expect(new Set(top.headBlobs.keys())).toEqual(new Set([...names, ...names.map((name) => `${folder}/${name}`), 'else.md', 'odd/else.md']));
    expect(names.map((name) => top.changedAt.get(name))).toEqual(names.map(() => '2001-09-09T01:46:40.000Z'));
    const below = await inspectRepository(sandbox, join(repository, folder));
    expect(below.prefix).toBe(`${folder}/`);
    expect(new Set(below.headBlobs.keys())).toEqual(new Set(names));
    expect(new Set(below.changedAt.keys())).toEqual(new Set(names));
  });

  it.skipIf(process.platform === 'win32')('leaves out symbolic links and submodules: neither is a file of this repository', async () => {
    const repository = sandbox.repository('shop');
    const other = sandbox.repository('other');
    sandbox.commit(other, 1_000_000_000, { 'x.md': 'x' });
    sandbox.write(repository, { 'a.md': 'a' });
    symlinkSync('a.md', join(repository, 'link.md'));
    sandbox.git(repository, 'submodule', '--quiet', 'add', other, 'module');
    sandbox.commit(repository, 1_000_000_100, {});
    const state = await inspectRepository(sandbox, repository);
    expect([...state.headBlobs.keys()]).toEqual(['.gitmodules', 'a.md']);
    expect([...state.changedAt.keys()].sort()).toEqual(['.gitmodules', 'a.md']);
    // The submodule's own folder is a work tree of its own, behind a `.git` file.
    expect([...(await inspectRepository(sandbox, join(repository, 'module'))).headBlobs.keys()]).toEqual(['x.md']);
  });

  it('gives the ids git itself has for committed files', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'text\n' });
    const state = await inspectRepository(sandbox, repository);
    expect(state.headBlobs.get('a.md')).toBe(sandbox.git(repository, 'rev-parse', 'HEAD:a.md'));
  });

  it('reads a repository with sha256 object ids', async () => {
    const repository = sandbox.repository('new', '--object-format=sha256');
    const head = sandbox.commit(repository, 1_000_000_000, { 'a.md': 'text\n' });
    const state = await inspectRepository(sandbox, repository);
    expect(state).toMatchObject({ head, objectFormat: 'sha256' });
    expect(state.head).toHaveLength(64);
    expect(state.headBlobs.get('a.md')).toHaveLength(64);
    expect(state.changedAt.get('a.md')).toBe('2001-09-09T01:46:40.000Z');
    sandbox.commit(repository, 1_000_000_100, { 'b.md': 'text\n' });
    expect((await inspectRepository(sandbox, repository, state)).changedAt.get('b.md')).toBe('2001-09-09T01:48:20.000Z');
  });

  it('reads a linked work tree at its own HEAD, with the exclude patterns of the repository', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    sandbox.git(repository, 'worktree', 'add', '-q', '-b', 'feature', join(sandbox.folder, 'linked'));
    const head = sandbox.commit(join(sandbox.folder, 'linked'), 1_000_000_100, { 'b.md': 'b' });
    writeFileSync(join(repository, '.git', 'info', 'exclude'), 'notes/\n');
    const state = await inspectRepository(sandbox, join(sandbox.folder, 'linked'));
    expect(state).toMatchObject({ head, excludePatterns: 'notes/\n' });
    expect([...state.headBlobs.keys()]).toEqual(['a.md', 'b.md']);
  });

  it('reads info/exclude from below, and nothing where it is missing or no regular file', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'docs/a.md': 'a' });
    const exclude = join(repository, '.git', 'info', 'exclude');
    writeFileSync(exclude, '*.tmp\n');
    expect((await inspectRepository(sandbox, join(repository, 'docs'))).excludePatterns).toBe('*.tmp\n');
    rmSync(exclude);
    expect((await inspectRepository(sandbox, repository)).excludePatterns).toBe('');
    mkdirSync(exclude);
    expect((await inspectRepository(sandbox, repository)).excludePatterns).toBe('');
  });

  it('asks about the folder it was given, whatever GIT_ variables a hook or an alias passed on', async () => {
    const repository = sandbox.repository('shop');
    const other = sandbox.repository('other');
    const head = sandbox.commit(repository, 1_000_000_000, { 'a.md': 'a' });
    sandbox.commit(other, 1_000_000_000, { 'b.md': 'b' });
    const env = {
      ...sandbox.env,
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git', 'index'),
      GIT_OBJECT_DIRECTORY: join(other, '.git', 'objects'),
      GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
      GIT_TRACE: join(sandbox.folder, 'trace.txt'),
    };
    expect(await inspect(repository, env)).toMatchObject({ kind: 'repository', head });
    expect(() => readFileSync(join(sandbox.folder, 'trace.txt'))).toThrow();
  });

  it('works in a folder that a symbolic link leads to', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, 1_000_000_000, { 'docs/a.md': 'a' });
    const link = join(mkdtempSync(join(tmpdir(), 'workspace-context-link-')), 'docs');
    symlinkSync(join(repository, 'docs'), link, 'junction');
    expect([...(await inspectRepository(sandbox, link)).headBlobs.keys()]).toEqual(['a.md']);
    rmSync(join(link, '..'), { recursive: true, force: true });
  });
});
