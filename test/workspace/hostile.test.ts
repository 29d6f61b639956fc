import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from '../../src/adapters/git/git';
import type { AskOptions } from '../../src/workspace/service';
import { runCli, temporaryFolder } from '../support/cli';
import { NOON, nodeService } from './nodeService';
import { runGit, temporaryRoot, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const LATER: AskOptions = { wait: true, now: Date.now() + 3_600_000 };

/** Every file below a folder, with its size, its time to the nanosecond and its bytes where it is git's index. */
function stateOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const stats = statSync(path.join(root, name), { bigint: true });
      const bytes = name === path.join('.git', 'index') ? readFileSync(path.join(root, name)).toString('base64') : '';
      return `${name} ${stats.isDirectory() ? 'folder' : stats.size} ${stats.mtimeNs} ${bytes}`;
    })
    .sort();
}

/** A repository that would run a program at every turn, and where each leaves a mark when it ran. */
function hostileRepository(): { root: string; markers: string } {
  const place = temporaryRoot();
  const markers = path.join(place, 'markers');
  const scripts = path.join(place, 'scripts');
  for (const folder of [markers, scripts]) mkdirSync(folder);
  const trap = (name: string): string => {
    const script = path.join(scripts, name);
    writeFileSync(script, `#!/bin/sh\necho run >> '${path.join(markers, name)}'\nexit 1\n`);
    chmodSync(script, 0o755);
    return script;
  };
  const root = path.join(place, 'shop');
  writeTree(root, {
    'a.md': '# A\n\nfrobnicate\n',
    'b.md': '# B\n\nfrobnicate b\n',
    'catalog-info.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: shop\nspec: { type: service, owner: team, lifecycle: production }\n',
    '.gitattributes': '*.md filter=evil diff=evil merge=evil working-tree-encoding=UTF-8\n',
  });
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  runGit(root, 'add', '--all');
  runGit(root, ...identity, 'commit', '--quiet', '--message', 'One');
  const inner = path.join(place, 'module-origin');
  writeTree(inner, { 'c.md': 'frobnicate module\n' });
  runGit(inner, 'init', '--quiet', '--initial-branch=main');
  runGit(inner, 'add', '--all');
  runGit(inner, ...identity, 'commit', '--quiet', '--message', 'One');
  runGit(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module');
  runGit(root, ...identity, 'commit', '--quiet', '--message', 'Two');
  const git = path.join(root, '.git');
  const hooks = ['post-index-change', 'post-checkout', 'pre-auto-gc', 'reference-transaction', 'fsmonitor-watchman', 'pre-commit', 'post-rewrite', 'sendemail-validate'];
  for (const hook of hooks) {
    writeFileSync(path.join(git, 'hooks', hook), readFileSync(trap(`hook-${hook}`)));
    chmodSync(path.join(git, 'hooks', hook), 0o755);
  }
  const settings = (name: string): Record<string, string> => ({
    'core.fsmonitor': trap(`${name}-fsmonitor`),
    'core.untrackedCache': 'true',
    'filter.evil.clean': trap(`${name}-clean`),
    'filter.evil.smudge': trap(`${name}-smudge`),
    'filter.evil.process': trap(`${name}-process`),
    'filter.evil.required': 'true',
    'diff.external': trap(`${name}-external-diff`),
    'diff.evil.textconv': trap(`${name}-textconv`),
    'diff.evil.command': trap(`${name}-diff-command`),
    'merge.evil.driver': trap(`${name}-merge-driver`),
    'core.pager': trap(`${name}-pager`),
    'pager.log': trap(`${name}-pager-log`),
    'core.sshCommand': trap(`${name}-ssh`),
    'core.gitProxy': trap(`${name}-proxy`),
    'core.askPass': trap(`${name}-askpass`),
    'core.editor': trap(`${name}-editor`),
    'core.alternateRefsCommand': trap(`${name}-alternate-refs`),
    'credential.helper': `!${trap(`${name}-credential`)}`,
    'gpg.program': trap(`${name}-gpg`),
    'log.showSignature': 'true',
    'submodule.recurse': 'true',
    'submodule.module.update': `!${trap(`${name}-submodule`)}`,
    'trailer.evil.command': trap(`${name}-trailer`),
    'remote.origin.url': `ext::${trap(`${name}-ext`)}`,
    'remote.origin.uploadpack': trap(`${name}-uploadpack`),
    'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'blob:none',
    'safe.directory': '*',
    ...Object.fromEntries(['log', 'ls-tree', 'rev-parse', 'config', 'for-each-ref', 'rev-list', 'merge-base', 'cat-file', 'status'].map((word) => [`alias.${word}`, `!${trap(`${name}-alias-${word}`)}`])),
  });
  const set = (file: string, all: Record<string, string>): void => {
    for (const [key, value] of Object.entries(all)) execFileSync('git', ['config', '--file', file, key, value], { cwd: place });
  };
  // Said in the configuration itself, and in files that it includes, always or on a condition that holds.
  set(path.join(git, 'config'), settings('own'));
  set(path.join(place, 'included'), settings('include'));
  set(path.join(place, 'included-by-folder'), settings('include-gitdir'));
  set(path.join(place, 'included-by-branch'), settings('include-branch'));
  set(path.join(git, 'config'), {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'include.path': path.join(place, 'included'),
    'includeIf.gitdir:**/shop/.git.path': path.join(place, 'included-by-folder'),
    'includeIf.onbranch:main.path': path.join(place, 'included-by-branch'),
  });
  set(path.join(git, 'modules', 'module', 'config'), settings('module'));
  return { root, markers };
}

// The marks are made by shell scripts; on Windows git runs such scripts only where a shell is installed with it.
describe.skipIf(process.platform === 'win32')('a hostile repository', () => {
  it('is asked, indexed, followed and walked in the past, and runs nothing, fetches nothing and is not written to', async () => {
    const { root, markers } = hostileRepository();
    // Times that differ from the index make a git that looks at the work tree run filters and rewrite its index.
    const stale = new Date(Date.now() - 7_200_000);
    utimesSync(path.join(root, 'a.md'), stale, stale);
    writeTree(root, { 'b.md': '# B\n\nfrobnicate changed\n' });
    const before = stateOf(root);
    const service = nodeService([root]);
    const pack = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(pack.passages.map(({ sourceRef, dirty }) => [sourceRef, dirty]).sort()).toEqual([['module/c.md', false], ['shop/a.md', false], ['shop/b.md', true]]);
    const asOf = new Date(Date.now() + 60_000).toISOString();
    const past = await service.expand({ entityRef: 'component:default/shop', asOf }, LATER);
    expect(past.nodes[0]).toMatchObject({ declared: true });
    await service.index();
    await service.status();
    await service.filesChanged({ paths: ['a.md', '.git/HEAD', '.git/index', '.git/refs/heads/main'].map((file) => path.join(root, file)) });
    await service.filesChanged('everything');
    await service.idle();
    expect(stateOf(root)).toEqual(before);
    const home = temporaryFolder('home');
    for (const command of [['index'], ['ask', 'frobnicate'], ['status'], ['expand', 'shop', '--as-of', new Date().toISOString()]]) {
      const { code } = await runCli([...command, '--no-embeddings', '--workspace', root], { home });
      expect(code).toBe(0);
    }
    expect(readdirSync(markers)).toEqual([]);
    expect(stateOf(root)).toEqual(before);
  });

  it('has every git that is started told to run nothing of it, and to fetch nothing, whatever it is started for', async () => {
    const { root } = hostileRepository();
    const started: { args: readonly string[]; env: NodeJS.ProcessEnv }[] = [];
    const service = nodeService([root], {
      ports: () => ({
        git: createGit(undefined, { spawn: (program, args, options) => (started.push({ args, env: options.env }), spawn(program, args, options)) }),
      }),
    });
    await service.ask({ question: 'frobnicate' }, WAIT);
    await service.expand({ entityRef: 'component:default/shop', asOf: new Date(Date.now() + 60_000).toISOString() }, LATER);
    await service.idle();
    expect(started.length).toBeGreaterThan(4);
    for (const { args, env } of started) {
      expect(args).toEqual(expect.arrayContaining(['--no-optional-locks', '--no-pager', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']));
      expect(env).toMatchObject({ GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' });
    }
  });

  it('that lacks objects, as a partial clone does, is answered from its files, and nothing is fetched', async () => {
    const { root, markers } = hostileRepository();
    const tree = runGit(root, '-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD^{tree}').trim();
    rmSync(path.join(root, '.git', 'objects', tree.slice(0, 2), tree.slice(2)));
    rmSync(markers, { recursive: true });
    mkdirSync(markers);
    const before = stateOf(root);
    const service = nodeService([root]);
    const pack = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(pack.passages.map(({ sourceRef }) => sourceRef).sort()).toEqual(['module/c.md', 'shop/a.md', 'shop/b.md']);
    await service.expand({ entityRef: 'component:default/shop', asOf: new Date(Date.now() + 60_000).toISOString() }, LATER);
    expect(readdirSync(markers)).toEqual([]);
    expect(stateOf(root)).toEqual(before);
  });

  it('would have run programs of all its configurations for commands that are not used: the traps work', () => {
    const { root, markers } = hostileRepository();
    for (const args of [['status'], ['log', '-p'], ['diff'], ['fetch', 'origin']]) {
      writeTree(root, { 'a.md': `changed for ${args[0]}\n` });
      try {
        runGit(root, ...args);
      } catch {
        // That they ran is what counts.
      }
    }
    // Git obeys what it included last; a filter that fails keeps it from going on.
    const ran = readdirSync(markers).join(' ');
    for (const kind of ['fsmonitor', 'process']) expect(ran).toContain(`include-branch-${kind}`);
  });

  // Only root can give a folder away.
  it.skipIf(process.getuid?.() !== 0)('that belongs to somebody else does not make itself trusted by its own safe.directory: its files answer without git, and it is said how to trust it', async () => {
    const { root, markers } = hostileRepository();
    for (const name of ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })]) chownSync(path.join(root, name), 12_345, 12_345);
    const pack = await nodeService([root]).ask({ question: 'frobnicate' }, WAIT);
    const own = pack.passages.filter(({ sourceRef }) => sourceRef.startsWith('shop/'));
    expect(own).toMatchObject([{ sourceCommit: null }, { sourceCommit: null }]);
    expect(pack.notices.join('\n')).toMatch(/^shop: .*safe\.directory/m);
    expect(JSON.stringify(pack)).not.toContain(path.dirname(root));
    expect(readdirSync(markers)).toEqual([]);
  });
});
