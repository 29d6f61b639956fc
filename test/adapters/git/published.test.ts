import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countingGit, inspectRepository, makeSandbox, mergeAt, type Sandbox } from './sandbox';

let sandbox: Sandbox;
let repository: string;
beforeEach(() => {
  sandbox = makeSandbox();
  repository = sandbox.repository('shop');
});
afterEach(() => sandbox.remove());

const T = 1_000_000_000;

/** A remote whose branch was last seen at a commit; nothing is ever asked of the URL. */
function addRemote(name: string, url: string, branch: string, commit: string): void {
  if (!sandbox.git(repository, 'remote').split('\n').includes(name)) sandbox.git(repository, 'remote', 'add', name, url);
  sandbox.git(repository, 'update-ref', `refs/remotes/${name}/${branch}`, commit);
}

describe('the published commit', () => {
  it('is null without remote branches, although a remote is configured', async () => {
    sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'remote', 'add', 'origin', 'https://github.com/acme/shop.git');
    const state = await inspectRepository(sandbox, repository);
    expect(state).toMatchObject({ publishedCommit: null, remoteUrl: null });
    expect(state.publishedBlobs.size).toBe(0);
  });

  it('is HEAD where a remote branch ends there or runs through it, with the very map of HEAD', async () => {
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    const second = sandbox.commit(repository, T + 10, { 'a.md': '2' });
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', second);
    for (const head of [second, first]) {
      sandbox.git(repository, 'checkout', '-q', '--detach', head);
      const state = await inspectRepository(sandbox, repository);
      expect(state).toMatchObject({ publishedCommit: head, remoteUrl: 'https://github.com/acme/shop.git' });
      expect(state.publishedBlobs).toBe(state.headBlobs);
    }
  });

  it('is the pushed ancestor of commits that were not pushed, with the files as they are there', async () => {
    sandbox.commit(repository, T, { 'a.md': '1' });
    const pushed = sandbox.commit(repository, T + 10, { 'a.md': '2', 'docs/b.md': '1' });
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', pushed);
    sandbox.commit(repository, T + 20, { 'a.md': '3' });
    sandbox.commit(repository, T + 30, { 'docs/c.md': '1' });
    const { git, commands } = countingGit(sandbox.env);
    const state = await git.inspect(repository, null);
    expect(state).toMatchObject({ kind: 'repository', publishedCommit: pushed, remoteUrl: 'https://github.com/acme/shop.git' });
    if (state.kind !== 'repository') throw new Error(state.kind);
    expect(state.publishedBlobs.get('a.md')).toBe(sandbox.git(repository, 'rev-parse', `${pushed}:a.md`));
    expect([...state.publishedBlobs.keys()]).toEqual(['a.md', 'docs/b.md']);
    expect(commands).toHaveLength(7);
    // Below a folder, published paths are relative to it as well.
    expect([...(await inspectRepository(sandbox, join(repository, 'docs'))).publishedBlobs.keys()]).toEqual(['b.md']);
  });

  it('is the merged-in tip of the remote, not the older commit the local branch left from', async () => {
    const base = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'checkout', '-q', '-b', 'feature');
    sandbox.commit(repository, T + 10, { 'mine.md': '1' });
    sandbox.git(repository, 'checkout', '-q', 'main');
    const tip = sandbox.commit(repository, T + 5, { 'theirs.md': '1' });
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', tip);
    addRemote('origin', '', 'old', base);
    sandbox.git(repository, 'checkout', '-q', 'feature');
    mergeAt(sandbox, repository, T + 20, 'main');
    expect((await inspectRepository(sandbox, repository)).publishedCommit).toBe(tip);
  });

  it('is null where remote branches share no history with HEAD', async () => {
    const other = sandbox.commit(repository, T, { 'a.md': '1' });
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', other);
    sandbox.git(repository, 'checkout', '-q', '--orphan', 'fresh');
    sandbox.commit(repository, T + 10, { 'a.md': '2' });
    expect(await inspectRepository(sandbox, repository)).toMatchObject({ publishedCommit: null, remoteUrl: null });
  });

  it('counts no branch of a remote that is not configured any more', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'update-ref', 'refs/remotes/removed/main', head);
    expect((await inspectRepository(sandbox, repository)).publishedCommit).toBeNull();
  });
});

describe('the remote', () => {
  it('is the one the branch follows, then origin, then the first by name', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    const remote = async (): Promise<string | null> => (await inspectRepository(sandbox, repository)).remoteUrl;
    addRemote('zeta', 'https://github.com/zeta/shop.git', 'main', head);
    addRemote('alpha', 'https://github.com/alpha/shop.git', 'main', head);
    expect(await remote()).toBe('https://github.com/alpha/shop.git');
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', head);
    expect(await remote()).toBe('https://github.com/acme/shop.git');
    sandbox.git(repository, 'config', 'branch.main.remote', 'zeta');
    expect(await remote()).toBe('https://github.com/zeta/shop.git');
  });

  it('is another one where the preferred does not have the commit', async () => {
    const first = sandbox.commit(repository, T, { 'a.md': '1' });
    const second = sandbox.commit(repository, T + 10, { 'a.md': '2' });
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', first);
    addRemote('fork', 'https://github.com/me/shop.git', 'feature', second);
    expect(await inspectRepository(sandbox, repository)).toMatchObject({
      publishedCommit: second,
      remoteUrl: 'https://github.com/me/shop.git',
    });
  });

  it('is told by its longest name where names hold slashes', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'remote', 'add', 'team', 'https://github.com/team/shop.git');
    addRemote('team/fork', 'https://github.com/fork/shop.git', 'main', head);
    expect((await inspectRepository(sandbox, repository)).remoteUrl).toBe('https://github.com/fork/shop.git');
  });

  it('shows no credentials, wherever they stand in the state', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    addRemote('origin', 'https://alice:s3cret@github.com/acme/shop.git', 'main', head);
    const state = await inspectRepository(sandbox, repository);
    expect(state.remoteUrl).toBe('https://github.com/acme/shop.git');
    expect(JSON.stringify(state)).not.toMatch(/s3cret|alice/);
  });

  it('is no folder of this machine', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    addRemote('origin', join(sandbox.folder, 'origin.git'), 'main', head);
    expect(await inspectRepository(sandbox, repository)).toMatchObject({ publishedCommit: head, remoteUrl: null });
  });

  it('is the URL as written although insteadOf sends git elsewhere, but a made-up scheme is spelt out', async () => {
    const head = sandbox.commit(repository, T, { 'a.md': '1' });
    sandbox.git(repository, 'config', 'url.https://mirror.example.com/github/.insteadOf', 'https://github.com/');
    sandbox.git(repository, 'config', 'url.git@github.com:.insteadOf', 'gh:');
    addRemote('origin', 'https://github.com/acme/shop.git', 'main', head);
    expect((await inspectRepository(sandbox, repository)).remoteUrl).toBe('https://github.com/acme/shop.git');
    sandbox.git(repository, 'config', 'remote.origin.url', 'gh:acme/shop.git');
    expect((await inspectRepository(sandbox, repository)).remoteUrl).toBe('git@github.com:acme/shop.git');
  });
});
