import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskOptions } from '../../src/workspace/service';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };
const MINUTE = 60_000;

/** A repository whose files are committed at the given time, as a remote's main branch has them. */
function repository(files: Record<string, string>, at = '2026-11-29T12:00:00Z'): string {
  const root = path.join(temporaryRoot(), 'shop');
  writeTree(root, files);
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  runGit(root, 'remote', 'add', 'origin', 'https://user:token@github.com/example/shop.git');
  commit(root, at);
  publish(root);
  return root;
}

function commit(root: string, at: string): void {
  runGit(root, 'add', '--all');
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const dated = { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at };
  Object.assign(process.env, dated);
  try {
    runGit(root, ...identity, 'commit', '--quiet', '--message', 'A change', '--allow-empty');
  } finally {
    for (const name of Object.keys(dated)) delete process.env[name];
  }
}

function publish(root: string): void {
  runGit(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
}

const head = (root: string): string => runGit(root, 'rev-parse', 'HEAD').trim();

async function onlyRow(service: TestService, question: string) {
  const { passages } = await service.ask({ question }, WAIT);
  expect(passages).toHaveLength(1);
  return passages[0];
}

describe('citations', () => {
  it('names commit, date and a permalink at a commit the remote has, without the credentials of its URL', async () => {
    const root = repository({ 'docs/guide.md': '# Guide\n\nHow to frobnicate.\n' });
    expect(await onlyRow(nodeService([root]), 'frobnicate')).toMatchObject({
      sourceRef: 'shop/docs/guide.md',
      lines: { start: 3, end: 3 },
      sourceCommit: head(root),
      changedAt: '2026-11-29T12:00:00.000Z',
      dirty: false,
      sourceUri: `https://github.com/example/shop/blob/${head(root)}/docs/guide.md?plain=1#L3`,
    });
  });

  it('cites an unpushed commit, with a permalink at the pushed one where the text is the same', async () => {
    const root = repository({ 'a.md': 'frobnicate\n', 'b.md': 'defrobnicate\n' });
    const pushed = head(root);
    writeTree(root, { 'b.md': 'defrobnicate twice\n' });
    commit(root, '2026-11-30T00:00:00Z');
    const service = nodeService([root]);
    expect(await onlyRow(service, 'frobnicate')).toMatchObject({
      sourceCommit: head(root),
      sourceUri: `https://github.com/example/shop/blob/${pushed}/a.md?plain=1#L1`,
    });
    expect(await onlyRow(service, 'defrobnicate')).toMatchObject({
      sourceCommit: head(root),
      dirty: false,
      sourceUri: 'workspace:/shop/b.md#L1-L1',
    });
  });

  it('says of an edited and of an untracked document that its text is not the committed one', async () => {
    const root = repository({ 'a.md': 'frobnicate\n' });
    writeTree(root, { 'a.md': 'frobnicate more\n', 'new.md': 'defrobnicate\n' });
    const service = nodeService([root]);
    expect(await onlyRow(service, 'frobnicate')).toMatchObject({
      dirty: true,
      changedAt: '2026-11-29T12:00:00.000Z',
      sourceUri: 'workspace:/shop/a.md#L1-L1',
    });
    expect(await onlyRow(service, 'defrobnicate')).toMatchObject({ dirty: true, changedAt: null });
  });

  it('takes CRLF line ends of a checkout for the committed LF ones', async () => {
    const root = repository({ 'a.md': 'frobnicate\nit\n' });
    writeTree(root, { 'a.md': 'frobnicate\r\nit\r\n' });
    expect(await onlyRow(nodeService([root]), 'frobnicate')).toMatchObject({ dirty: false, text: 'frobnicate\nit' });
  });

  it('reads a repository without commits', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    runGit(root, 'init', '--quiet');
    const row = await onlyRow(nodeService([root]), 'frobnicate');
    expect(row).toMatchObject({ sourceCommit: null, changedAt: null, dirty: true });
  });

  it('cites the commit of a detached HEAD', async () => {
    const root = repository({ 'a.md': 'frobnicate\n' });
    const first = head(root);
    commit(root, '2026-11-30T00:00:00Z');
    runGit(root, 'checkout', '--quiet', first);
    expect(await onlyRow(nodeService([root]), 'frobnicate')).toMatchObject({ sourceCommit: first, dirty: false });
  });

  it('reads only the opened folder of a repository, and links to where it lies in it', async () => {
    const root = repository({ 'docs/a.md': 'frobnicate\n', 'b.md': 'frobnicate\n' });
    expect(await onlyRow(nodeService([path.join(root, 'docs')]), 'frobnicate')).toMatchObject({
      sourceRef: 'docs/a.md',
      sourceUri: `https://github.com/example/shop/blob/${head(root)}/docs/a.md?plain=1#L1`,
    });
  });
});

describe('several repositories', () => {
  it('keeps nested repositories apart from the one they lie in', async () => {
    const root = repository({ 'outer.md': 'frobnicate outside\n' });
    writeTree(root, { 'inner/in.md': 'frobnicate inside\n' });
    runGit(path.join(root, 'inner'), 'init', '--quiet');
    const { passages } = await nodeService([root]).ask({ question: 'frobnicate' }, WAIT);
    expect(passages.map((row) => row.sourceRef).sort()).toEqual(['inner/in.md', 'shop/outer.md']);
    expect(passages.map((row) => row.entityRefs[0]).sort()).toEqual(['repo:default/inner', 'repo:default/shop']);
  });

  it('takes a nested repository that has become a plain folder for a part of the outer one, once', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n', 'inner/b.md': 'frobnicate\n' });
    runGit(root, 'init', '--quiet');
    runGit(path.join(root, 'inner'), 'init', '--quiet');
    const first = nodeService([root]);
    const refs = async (service: TestService): Promise<string[]> =>
      (await service.ask({ question: 'frobnicate' }, WAIT)).passages.map((row) => row.sourceRef).sort();
    const id = path.basename(root);
    expect(await refs(first)).toEqual(['inner/b.md', `${id}/a.md`].sort());
    rmSync(path.join(root, 'inner', '.git'), { recursive: true });
    // Another process first: it starts from an index that still has the nested one.
    expect(await refs(nodeService([root], { home: first.home }))).toEqual([`${id}/a.md`, `${id}/inner/b.md`]);
    expect(await refs(first)).toEqual([`${id}/a.md`, `${id}/inner/b.md`]);
  });

  it('tells two folders of one name apart by their parents, whatever the order they are given in', async () => {
    const root = temporaryTree({ 'one/api/a.md': 'frobnicate\n', 'two/api/b.md': 'frobnicate\n' });
    const folders = [path.join(root, 'one/api'), path.join(root, 'two/api')];
    for (const order of [folders, [...folders].reverse()]) {
      const { passages } = await nodeService(order).ask({ question: 'frobnicate' }, WAIT);
      expect(passages.map((row) => row.sourceRef)).toEqual(['one-api/a.md', 'two-api/b.md']);
    }
  });

  it('gives the entities a passage cites and their edges across repositories', async () => {
    const root = temporaryTree({
      'api/catalog-info.yaml':
        'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: api, title: The API }\nspec: { type: service, owner: team-a, dependsOn: [component:worker] }\n',
      'api/README.md': 'frobnicate\n',
      'worker/catalog-info.yaml':
        'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: worker }\nspec: { type: service, owner: team-a }\n',
    });
    const pack = await nodeService([path.join(root, 'api'), path.join(root, 'worker')]).ask({ question: 'frobnicate' }, WAIT);
    expect(pack.passages[0]?.entityRefs).toEqual(['repo:default/api', 'component:default/api']);
    expect(pack.neighborhood.edges).toContainEqual({ from: 'component:default/api', type: 'dependsOn', to: 'component:default/worker' });
    expect(pack.neighborhood.nodes).toContainEqual({ ref: 'component:default/api', kind: 'component', title: 'The API' });
  });
});

describe('a cold, a stale and a fresh index', () => {
  it('answers at once with index-cold, indexes in the background, and answers from it the next time', async () => {
    const service = nodeService([temporaryTree({ 'a.md': 'frobnicate\n' })]);
    expect(await service.ask({ question: 'frobnicate' }, AT_ONCE)).toMatchObject({
      passages: [],
      indexedAt: null,
      degraded: ['index-cold'],
    });
    await service.idle();
    const pack = await service.ask({ question: 'frobnicate' }, AT_ONCE);
    expect(pack).toMatchObject({ degraded: [], passages: [{ text: 'frobnicate' }] });
    expect(pack.indexedAt).not.toBeNull();
  });

  it('leaves an index of four minutes alone, and refreshes one of six in the background', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await service.index();
    writeFileSync(path.join(root, 'a.md'), 'frobnicate anew\n');
    const text = async () => (await service.ask({ question: 'frobnicate' }, AT_ONCE)).passages[0]?.text;
    service.pass(4 * MINUTE);
    expect(await text()).toBe('frobnicate');
    await service.idle();
    expect(await text()).toBe('frobnicate');
    service.pass(2 * MINUTE);
    expect(await text()).toBe('frobnicate');
    await service.idle();
    expect(await text()).toBe('frobnicate anew');
  });

  it('answers another process from the index the first one made', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const first = nodeService([root]);
    await first.index();
    const second = nodeService([root], { home: first.home });
    const { degraded, passages } = await second.ask({ question: 'frobnicate' }, AT_ONCE);
    expect({ degraded, found: passages.length }).toEqual({ degraded: [], found: 1 });
  });

  it('parses a content once: not again under another name, in another repository, or after a restart', async () => {
    const one = temporaryTree({ 'a.md': '# A\n\nfrobnicate\n', 'copy.md': '# A\n\nfrobnicate\n' });
    const two = temporaryTree({ 'elsewhere/b.md': '# A\n\nfrobnicate\n' });
    const first = nodeService([one]);
    expect((await first.index()).repositories[0]?.lastRefresh).toMatchObject({ found: 2, parsed: 1 });
    const second = nodeService([one, two], { home: first.home });
    expect((await second.index()).repositories.map(({ lastRefresh }) => lastRefresh?.parsed)).toEqual([0, 0]);
  });

  it('splits again what the content store has lost', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const first = nodeService([root]);
    await first.index();
    rmSync(path.join(first.home, 'content'), { recursive: true });
    const second = nodeService([root], { home: first.home });
    expect((await second.ask({ question: 'frobnicate' }, WAIT)).passages).toHaveLength(1);
  });

  it('finds the same passages in the same order whatever order documents came in', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.md`, `# ${name}\n\nfrobnicate ${name}\n`]));
    const atOnce = temporaryTree(files);
    const oneByOne = temporaryRoot();
    const service = nodeService([oneByOne]);
    for (const [name, text] of Object.entries(files).reverse()) {
      writeTree(oneByOne, { [name]: text });
      await service.index();
    }
    const paths = async (from: TestService) =>
      (await from.ask({ question: 'frobnicate' }, WAIT)).passages.map((row) => row.sourceRef.split('/')[1]);
    expect(await paths(service)).toEqual(await paths(nodeService([atOnce])));
  });
});

describe('what cannot be read', () => {
  it('answers from the other repositories when one vanishes, and names it', async () => {
    const kept = temporaryTree({ 'a.md': 'frobnicate\n' });
    const gone = temporaryTree({ 'b.md': 'frobnicate\n' });
    const service = nodeService([kept, gone]);
    await service.index();
    rmSync(gone, { recursive: true });
    const pack = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(pack.degraded).toContain('scope-unreadable');
    expect(pack.notices.join('\n')).toContain(`${path.basename(gone)}: The folder cannot be read`);
    expect(pack.passages.map((row) => row.sourceRef)).toContain(`${path.basename(kept)}/a.md`);
  });

  it('leaves out a file that vanishes between walk and reading', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n', 'b.md': 'frobnicate\n' });
    const service = nodeService([root], {
      ports: ({ files }) => ({
        files: { ...files, read: async (at, file, limit) => (file === 'b.md' ? { fault: 'absent' } : files.read(at, file, limit)) },
      }),
    });
    const { passages, degraded } = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(passages.map((row) => row.sourceRef.split('/')[1])).toEqual(['a.md']);
    expect(degraded).toEqual([]);
  });

  it('reports a file that may not be read', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n', 'b.md': 'frobnicate\n' });
    const service = nodeService([root], {
      ports: ({ files }) => ({
        files: { ...files, read: async (at, file, limit) => (file === 'b.md' ? { fault: 'forbidden' } : files.read(at, file, limit)) },
      }),
    });
    const [status] = (await service.index()).repositories;
    expect(status).toMatchObject({ documents: 1, skipped: [{ path: 'b.md', reason: 'unreadable' }] });
    expect((await service.status()).repositories[0]).toMatchObject({ stale: 0 });
  });

  it('reports binary files, secrets by name and files over 1 MiB', async () => {
    const root = temporaryTree({ 'a.txt': 'x\0y', '.env': 'A=1', 'big.md': 'x'.repeat(1024 * 1024 + 1), 'fine.md': 'frobnicate' });
    const [status] = (await nodeService([root]).index()).repositories;
    expect(status).toMatchObject({
      documents: 1,
      skipped: [
        { path: '.env', reason: 'secret-by-name' },
        { path: 'a.txt', reason: 'binary' },
        { path: 'big.md', reason: 'too-large' },
      ],
    });
  });

  it('still reports a catalog file that is no text when it is not read again', async () => {
    const root = temporaryTree({ 'a.md': '# Alpha\n', 'catalog-info.yaml': '\0\0\u0001' });
    const service = nodeService([root]);
    const skipped = async () => (await service.index()).repositories[0]?.skipped;
    expect(await skipped()).toEqual([{ path: 'catalog-info.yaml', reason: 'binary' }]);
    writeFileSync(path.join(root, 'a.md'), '# Alpha and more\n');
    expect(await skipped()).toEqual([{ path: 'catalog-info.yaml', reason: 'binary' }]);
  });

  it('answers from memory, and says so, when the cache folder cannot be written to', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const blocked = path.join(temporaryTree({ file: 'not a folder' }), 'file');
    const service = nodeService([root], { home: blocked });
    const pack = await service.ask({ question: 'frobnicate' }, WAIT);
    expect(pack.passages).toHaveLength(1);
    expect(pack.notices.join()).toMatch(/The index is not kept for next time/);
    expect(pack.notices.join()).not.toContain(path.dirname(blocked));
  });
});

describe('catalogs', () => {
  const component = (name: string): string =>
    `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: ${name} }\nspec: { type: service, owner: team-a }\n`;

  it('gives a document to another entity as soon as a catalog file says so', async () => {
    const root = temporaryTree({ 'docs/a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    expect((await onlyRow(service, 'frobnicate'))?.attachedBy).toBe('repository');
    writeTree(root, { 'docs/catalog-info.yaml': component('guide') });
    expect(await onlyRow(service, 'frobnicate')).toMatchObject({
      attachedBy: 'folder',
      entityRefs: ['component:default/guide'],
    });
    writeTree(root, { 'docs/catalog-info.yaml': component('manual') });
    expect((await onlyRow(service, 'frobnicate'))?.entityRefs).toEqual(['component:default/manual']);
  });

  it('reads a file that only a Location names, and notices when it changes', async () => {
    const location = 'apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: { name: all }\nspec: { targets: [./catalog/parts.yaml] }\n';
    const root = temporaryTree({ 'catalog-info.yaml': location, 'catalog/parts.yaml': component('one'), 'catalog/a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    expect((await onlyRow(service, 'frobnicate'))?.entityRefs).toEqual(['component:default/one']);
    expect((await service.index()).repositories[0]?.lastRefresh).toMatchObject({ parsed: 0 });
    writeTree(root, { 'catalog/parts.yaml': component('two') });
    expect((await onlyRow(service, 'frobnicate'))?.entityRefs).toEqual(['component:default/two']);
  });

  it('lists in the status what is related to something that nothing declares, and where', async () => {
    const root = temporaryTree({ 'catalog-info.yaml': component('one') });
    const { dangling } = await nodeService([root]).index();
    expect(dangling).toEqual([
      {
        from: 'component:default/one',
        type: 'ownedBy',
        to: 'group:default/team-a',
        sourceRef: `${path.basename(root)}/catalog-info.yaml`,
        line: 4,
      },
    ]);
  });

  it('names both files of an entity that is declared twice, and keeps the first by path', async () => {
    const root = temporaryTree({ 'a/catalog-info.yaml': component('one'), 'b/catalog-info.yaml': component('one'), 'a/a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    const [status] = (await service.index()).repositories;
    expect(status?.notices).toEqual([
      expect.objectContaining({ path: 'b/catalog-info.yaml', message: expect.stringContaining('a/catalog-info.yaml') as string }),
    ]);
    expect((await onlyRow(service, 'frobnicate'))?.entityRefs).toEqual(['component:default/one']);
  });

  it('tells file and line of a bad YAML document, and reads the others', async () => {
    const root = temporaryTree({ 'catalog-info.yaml': `${component('one')}---\nkind: [\n---\n${component('two')}` });
    const [status] = (await nodeService([root]).index()).repositories;
    expect(status?.entities).toBe(3);
    expect(status?.notices).toEqual([expect.objectContaining({ path: 'catalog-info.yaml', line: expect.any(Number) as number })]);
  });
});
