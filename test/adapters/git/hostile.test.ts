import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGit } from '../../../src/adapters/git/git';
import { inspectRepository, makeSandbox, type Sandbox } from './sandbox';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

const T = 1_000_000_000;

// The markers are made by shell scripts; on Windows git runs such scripts only where a shell is installed with it.
describe.skipIf(process.platform === 'win32')('a repository that wants to run its own programs', () => {
  let markers: string;
  const markerOf = (name: string): string => {
    const script = join(sandbox.folder, 'scripts', name);
    mkdirSync(join(sandbox.folder, 'scripts'), { recursive: true });
    writeFileSync(script, `#!/bin/sh\necho run >> '${join(markers, name)}'\nexit 1\n`);
    chmodSync(script, 0o755);
    return script;
  };
  beforeEach(() => {
    markers = join(sandbox.folder, 'markers');
    mkdirSync(markers);
  });

  function hostileRepository(): string {
    const repository = sandbox.repository('hostile');
    sandbox.commit(repository, T, { 'a.md': '1\n', 'b.md': '1\n', '.gitattributes': '*.md filter=evil diff=evil merge=evil\n' });
    sandbox.commit(repository, T + 10, { 'a.md': '2\n' });
    // A commit with a signature makes log.showSignature start gpg.program.
    const signed = sandbox
      .git(repository, 'cat-file', 'commit', 'HEAD')
      .replace(/\n\n/, '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n');
    writeFileSync(join(sandbox.folder, 'signed.txt'), `${signed}\n`);
    const head = sandbox.git(repository, 'hash-object', '-t', 'commit', '-w', join(sandbox.folder, 'signed.txt'));
    sandbox.git(repository, 'reset', '-q', '--hard', head);
    sandbox.git(repository, 'update-ref', 'refs/remotes/origin/main', `${head}^`);
    sandbox.commit(repository, T + 20, { 'c.md': '1\n' });
    for (const hook of ['post-index-change', 'post-checkout', 'pre-auto-gc', 'reference-transaction', 'fsmonitor-watchman', 'pre-commit']) {
      writeFileSync(join(repository, '.git', 'hooks', hook), readFileSync(markerOf(`hook-${hook}`)));
      chmodSync(join(repository, '.git', 'hooks', hook), 0o755);
    }
    const ours = join(sandbox.folder, 'hooks');
    mkdirSync(ours);
    writeFileSync(join(ours, 'post-index-change'), readFileSync(markerOf('hooks-path')));
    chmodSync(join(ours, 'post-index-change'), 0o755);
    const settings: Record<string, string> = {
      'core.fsmonitor': markerOf('fsmonitor'),
      'core.hooksPath': ours,
      'filter.evil.clean': markerOf('clean'),
      'filter.evil.smudge': markerOf('smudge'),
      'filter.evil.process': markerOf('process'),
      'filter.evil.required': 'true',
      'diff.external': markerOf('external-diff'),
      'diff.evil.textconv': markerOf('textconv'),
      'diff.evil.command': markerOf('diff-command'),
      'merge.evil.driver': markerOf('merge-driver'),
      'core.pager': markerOf('pager'),
      'pager.log': markerOf('pager-log'),
      'pager.config': markerOf('pager-config'),
      'core.sshCommand': markerOf('ssh'),
      'core.gitProxy': markerOf('proxy'),
      'core.askPass': markerOf('askpass'),
      'core.editor': markerOf('editor'),
      'core.alternateRefsCommand': markerOf('alternate-refs'),
      'credential.helper': markerOf('credential'),
      'gpg.program': markerOf('gpg'),
      'log.showSignature': 'true',
      'log.mailmap': 'true',
      'log.follow': 'true',
      'log.showRoot': 'false',
      'log.decorate': 'full',
      'diff.relative': 'true',
      'diff.renames': 'copies',
      'diff.orderFile': join(sandbox.folder, 'no-such-order'),
      'color.ui': 'always',
      'format.pretty': 'raw',
      'remote.origin.url': `ext::${markerOf('ext')}`,
      'remote.origin.uploadpack': markerOf('uploadpack'),
      'remote.origin.promisor': 'true',
      'extensions.partialClone': 'origin',
      ...Object.fromEntries(
        ['log', 'ls-tree', 'rev-parse', 'config', 'for-each-ref', 'rev-list', 'merge-base', 'cat-file'].map((name) => [`alias.${name}`, `!${markerOf(`alias-${name}`)}`]),
      ),
    };
    for (const [key, value] of Object.entries(settings)) {
      sandbox.git(sandbox.folder, 'config', '--file', join(repository, '.git', 'config'), key, value);
    }
    return repository;
  }

  it('runs none of them, reads the same dates, and leaves the index as it was', async () => {
    const repository = hostileRepository();
    const index = join(repository, '.git', 'index');
    // Stale times are what makes a git that looks at the work tree rewrite its index.
    writeFileSync(join(repository, 'a.md'), '2\n');
    const before = { bytes: readFileSync(index), modified: statSync(index, { bigint: true }).mtimeNs };
    const state = await inspectRepository(sandbox, repository);
    expect(readdirSync(markers)).toEqual([]);
    expect(readFileSync(index).equals(before.bytes)).toBe(true);
    expect(statSync(index, { bigint: true }).mtimeNs).toBe(before.modified);
    expect(Object.fromEntries(state.changedAt)).toEqual({
      '.gitattributes': '2001-09-09T01:46:40.000Z',
      'a.md': '2001-09-09T01:46:50.000Z',
      'b.md': '2001-09-09T01:46:40.000Z',
      'c.md': '2001-09-09T01:47:00.000Z',
    });
    expect(state.publishedCommit).toBe(sandbox.git(sandbox.folder, '--git-dir', join(repository, '.git'), 'rev-parse', 'HEAD~2'));
    expect(state.remoteUrl).toBeNull();
  });

  it('runs none of them to read its past either', async () => {
    const repository = hostileRepository();
    const git = createGit(undefined, { env: sandbox.env });
    const found = await git.treeAt(repository, (T + 10) * 1000);
    const tree = found.kind === 'tree' ? found.tree : '';
    const files = await git.filesOfTree(repository, tree);
    const blobs = 'blobs' in files ? files.blobs : new Map<string, string>();
    expect([...blobs.keys()]).toEqual(['.gitattributes', 'a.md', 'b.md']);
    const contents = await git.readBlobs(repository, tree, [...blobs.values()], 100);
    expect(Buffer.from(contents.get(blobs.get('a.md') ?? '') ?? '').toString()).toBe('2\n');
    expect(readdirSync(markers)).toEqual([]);
  });

  it('would have run some of them by the commands that are not used: the trap works', () => {
    const repository = hostileRepository();
    writeFileSync(join(repository, 'a.md'), 'changed\n');
    for (const args of [['status'], ['log'], ['hash-object', '--path=a.md', 'a.md']]) {
      attempt(repository, '-c', 'diff.orderFile=/dev/null', ...args);
    }
    expect(readdirSync(markers)).toEqual(expect.arrayContaining(['fsmonitor', 'gpg', 'process']));
  });

  it('reaches for a missing object by none of its ways to fetch, each of which would have run something', async () => {
    const urls = { ext: 'ext::MARKER', ssh: 'ssh://example.invalid/x', git: 'git://example.invalid/x', local: 'ORIGIN' };
    for (const [name, url] of Object.entries(urls)) {
      const repository = sandbox.repository(`lacking-${name}`);
      sandbox.commit(repository, T, { 'a.md': '1' });
      const tree = sandbox.git(repository, 'rev-parse', 'HEAD^{tree}');
      const marker = markerOf(name);
      const settings = {
        'core.repositoryFormatVersion': '1',
        'extensions.partialClone': 'origin',
        'remote.origin.url': url.replace('MARKER', marker).replace('ORIGIN', sandbox.repository(`origin-${name}`)),
        'remote.origin.promisor': 'true',
        'remote.origin.uploadpack': marker,
        'core.sshCommand': marker,
        'core.gitProxy': marker,
      };
      for (const [key, value] of Object.entries(settings)) sandbox.git(repository, 'config', key, value);
      rmSync(join(repository, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));

      const state = await createGit(undefined, { env: sandbox.env }).inspect(repository, null);
      expect([name, state.kind, readdirSync(markers)]).toEqual([name, 'unavailable', []]);
      const blob = sandbox.git(repository, 'hash-object', 'a.md');
      rmSync(join(repository, '.git', 'objects', blob.slice(0, 2), blob.slice(2)));
      const contents = await createGit(undefined, { env: sandbox.env }).readBlobs(repository, tree, [blob], 100);
      expect([name, [...contents], readdirSync(markers)]).toEqual([name, [[blob, 'missing']], []]);
      attempt(repository, '-c', 'protocol.allow=always', 'ls-tree', '-r', 'HEAD');
      expect(readdirSync(markers)).toEqual([name]);
      rmSync(join(markers, name));
    }
  });

  /** For commands whose programs make no sense to git: that they ran is what counts. */
  function attempt(repository: string, ...args: string[]): void {
    try {
      sandbox.git(repository, ...args);
    } catch {
      // A failure says nothing here.
    }
  }
});
