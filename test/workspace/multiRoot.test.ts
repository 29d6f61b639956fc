import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/adapters/workspaceFolders';
import type { ContextPack } from '../../src/contract/tools';
import type { AskOptions } from '../../src/workspace/service';
import { countingPorts } from './countingPorts';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };
const ON_WINDOWS = process.platform === 'win32';

function commit(root: string): string {
  runGit(root, 'add', '--all');
  runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'A change');
  return runGit(root, 'rev-parse', 'HEAD').trim();
}

/** A repository whose only commit is what a forge's main branch has. */
function repository(root: string, files: Record<string, string>, name = path.basename(root)): string {
  mkdirSync(root, { recursive: true });
  writeTree(root, files);
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  runGit(root, 'remote', 'add', 'origin', `https://github.com/example/${encodeURIComponent(name)}.git`);
  commit(root);
  runGit(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  return root;
}

const headOf = (root: string): string => runGit(root, 'rev-parse', 'HEAD').trim();
const ask = (service: TestService, options: AskOptions, question = 'frobnicate'): Promise<ContextPack> => service.ask({ question, limit: 25 }, options);
const refsOf = (pack: ContextPack): string[] => pack.passages.map(({ sourceRef }) => sourceRef).sort();
const idsOf = async (service: TestService): Promise<string[]> => (await service.index()).repositories.map(({ id }) => id);
const parsedIn = async (service: TestService): Promise<number> =>
  (await service.index()).repositories.reduce((sum, { lastRefresh }) => sum + (lastRefresh?.parsed ?? 0), 0);

/** All the ways an order can be. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => ordersOf(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]));
}

describe('folders added and removed while a window is open', () => {
  const place = temporaryRoot();
  const one = repository(path.join(place, 'one'), { 'a.md': 'frobnicate one\n', 'catalog-info.yaml': component('one-service') });
  const two = repository(path.join(place, 'two'), { 'b.md': 'frobnicate two\n', 'catalog-info.yaml': component('two-service') });

  it('an added one is answered from as soon as it is indexed, and the first answer says that it is not; the others answer at once', async () => {
    const alone = nodeService([one]);
    await ask(alone, WAIT);
    await alone.idle();
    const both = nodeService([one, two], { home: alone.home });
    const first = await ask(both, AT_ONCE);
    expect([refsOf(first), first.degraded]).toEqual([['one/a.md'], ['index-cold']]);
    await both.idle();
    const next = await ask(both, AT_ONCE);
    expect([refsOf(next), next.degraded]).toEqual([['one/a.md', 'two/b.md'], []]);
  });

  it('nothing of a removed one is in any answer; added again it answers at once, and nothing of it is read or parsed', async () => {
    const both = nodeService([one, two]);
    await ask(both, WAIT);
    await both.idle();
    const alone = nodeService([one], { home: both.home });
    const answers = [
      await ask(alone, AT_ONCE),
      await ask(alone, WAIT),
      await alone.expand({ entityRef: 'two-service' }, AT_ONCE),
      await alone.status(),
      await alone.index(),
    ];
    for (const answer of answers) expect(JSON.stringify({ ...answer, entityRef: '', notices: [] })).not.toMatch(/two/);
    // The caller's own words come back, and no more.
    expect((answers[2] as { notices: string[] }).notices.join()).not.toMatch(/component:default\/two/);
    expect(await alone.locate('two/b.md')).toBeNull();
    const { counts, ports } = countingPorts();
    const again = nodeService([two, one], { home: both.home, ports });
    const pack = await ask(again, AT_ONCE);
    expect([refsOf(pack), pack.degraded]).toEqual([['one/a.md', 'two/b.md'], []]);
    expect(await parsedIn(again)).toBe(0);
    expect(counts.read).toBe(0);
  });

  it('one of the same name gives both longer ids, whatever came first; alone it has its short one again', async () => {
    const namesake = repository(path.join(place, 'other', 'one'), { 'c.md': 'frobnicate other\n' });
    const service = nodeService([one]);
    expect(await idsOf(service)).toEqual(['one']);
    for (const order of ordersOf([one, namesake, two])) {
      const all = nodeService(order, { home: service.home });
      const parent = path.basename(place);
      expect((await idsOf(all)).sort()).toEqual([`${parent}-one`, 'other-one', 'two'].sort());
      expect(refsOf(await ask(all, AT_ONCE))).toEqual([`${parent}-one/a.md`, 'other-one/c.md', 'two/b.md'].sort());
    }
    expect(refsOf(await ask(nodeService([one], { home: service.home }), AT_ONCE))).toEqual(['one/a.md']);
  });
});

function component(name: string): string {
  return `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec: { type: service, owner: team, lifecycle: production }\n`;
}

describe('one repository by several paths', () => {
  const place = temporaryRoot();
  const shop = repository(path.join(place, 'shop'), { 'a.md': 'frobnicate\n', 'docs/b.md': 'frobnicate docs\n' });
  symlinkSync(shop, path.join(place, 'alias'), 'junction');
  const spellings = [shop, path.join(place, 'alias'), shop + path.sep, `${shop}${path.sep}..${path.sep}shop`, path.relative(process.cwd(), shop)];

  it('is one repository, each passage once', async () => {
    const service = nodeService(spellings);
    expect(refsOf(await ask(service, WAIT))).toEqual(['shop/a.md', 'shop/docs/b.md']);
    expect(await idsOf(service)).toEqual(['shop']);
  });

  it('has one index for an editor with its default excludes, in a browser, too, and for the command line', async () => {
    const root = temporaryTree({ 'a.md': '# A\n\nAlpha.\n' });
    const service = nodeService([root]);
    await service.index();
    const exclude = ['**/.git', '**/.svn', '**/.hg', '**/CVS', '**/.DS_Store', '**/Thumbs.db', '**/*.crswap'];
    const { repositories } = await nodeService([root], { home: service.home, exclude }).status();
    // Without indexing: it is the same index.
    expect(repositories.map(({ documents }) => documents)).toEqual([1]);
  });

  it('has one index: by another path nothing is parsed', async () => {
    const first = nodeService([shop]);
    await ask(first, WAIT);
    await first.idle();
    for (const spelling of spellings) {
      const pack = await ask(nodeService([spelling], { home: first.home }), AT_ONCE);
      expect([refsOf(pack), pack.degraded]).toEqual([['shop/a.md', 'shop/docs/b.md'], []]);
    }
  });

  it('a workspace of the command line names it once as well', async () => {
    const scope = await scopeOf(spellings.filter((_, index) => index !== 1), process.cwd());
    expect([scope.name, scope.folders.length]).toEqual(['shop', 1]);
  });

  it('and a folder of its own by a link: it belongs to the repository, once', async () => {
    symlinkSync(path.join(shop, 'docs'), path.join(place, 'docs-alias'), 'junction');
    const service = nodeService([path.join(place, 'docs-alias'), shop]);
    expect(refsOf(await ask(service, WAIT))).toEqual(['shop/a.md', 'shop/docs/b.md']);
    const alone = nodeService([path.join(place, 'docs-alias')]);
    expect(refsOf(await ask(alone, WAIT))).toEqual(['docs/b.md']);
  });
});

describe('two clones of one repository', () => {
  it('answer both, each with its own commit, and every text is parsed once', async () => {
    const place = temporaryRoot();
    const origin = repository(path.join(place, 'shop'), { 'a.md': 'frobnicate\n', 'b.md': 'frobnicate b\n' });
    const clones = ['left', 'right'].map((name) => path.join(place, name, 'shop'));
    for (const clone of clones) runGit(place, 'clone', '--quiet', origin, clone);
    writeTree(clones[1]!, { 'c.md': 'frobnicate c\n' });
    const newer = commit(clones[1]!);
    const service = nodeService(clones);
    expect(await parsedIn(service)).toBe(3);
    const pack = await ask(service, AT_ONCE);
    expect(refsOf(pack)).toEqual(['left-shop/a.md', 'left-shop/b.md', 'right-shop/a.md', 'right-shop/b.md', 'right-shop/c.md']);
    const commits = Object.fromEntries(pack.passages.map(({ sourceRef, sourceCommit }) => [sourceRef.split('/')[0], sourceCommit]));
    expect(commits).toEqual({ 'left-shop': headOf(origin), 'right-shop': newer });
  });
});

describe('repositories within repositories', () => {
  const outerWith = (place: string): string =>
    repository(path.join(place, 'outer'), { 'a.md': 'frobnicate outer\n', 'libs/b.md': 'frobnicate libs\n', 'catalog-info.yaml': component('outer-service') });

  it('a nested one is one of its own, whether it is opened beside, alone or not at all', async () => {
    const place = temporaryRoot();
    const outer = outerWith(place);
    const inner = repository(path.join(outer, 'libs', 'inner'), { 'c.md': 'frobnicate inner\n' });
    const all = ['inner/c.md', 'outer/a.md', 'outer/libs/b.md'];
    const first = nodeService([outer]);
    expect(refsOf(await ask(first, WAIT))).toEqual(all);
    for (const folders of [[outer, inner], [inner, outer], [path.join(outer, 'libs'), outer, inner]]) {
      const service = nodeService(folders, { home: first.home });
      const pack = await ask(service, WAIT);
      expect(refsOf(pack)).toEqual(all);
      const inside = pack.passages.find(({ sourceRef }) => sourceRef === 'inner/c.md');
      expect(inside).toMatchObject({
        sourceCommit: headOf(inner),
        entityRefs: ['repo:default/inner'],
        sourceUri: `https://github.com/example/inner/blob/${headOf(inner)}/c.md?plain=1#L1`,
      });
    }
    expect(refsOf(await ask(nodeService([inner], { home: first.home }), AT_ONCE))).toEqual(['inner/c.md']);
  });

  it('a submodule is one of its own, at the commit that is checked out, and gone when it is not', async () => {
    const place = temporaryRoot();
    const library = repository(path.join(place, 'library'), { 'c.md': 'frobnicate library\n' });
    const outer = outerWith(place);
    runGit(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendored/module');
    commit(outer);
    const service = nodeService([outer]);
    const pack = await ask(service, WAIT);
    expect(refsOf(pack)).toEqual(['module/c.md', 'outer/a.md', 'outer/libs/b.md']);
    expect(pack.passages.find(({ sourceRef }) => sourceRef === 'module/c.md')).toMatchObject({ sourceCommit: headOf(library), dirty: false });
    const inside = path.join(outer, 'vendored', 'module');
    writeTree(inside, { 'c.md': 'frobnicate anew\n' });
    await service.filesChanged({ paths: [path.join(inside, 'c.md')] });
    expect((await ask(service, AT_ONCE, 'anew')).passages).toMatchObject([{ sourceRef: 'module/c.md', dirty: true }]);
    runGit(outer, 'submodule', '--quiet', 'deinit', '--force', 'vendored/module');
    await service.filesChanged('everything');
    expect(refsOf(await ask(service, WAIT))).toEqual(['outer/a.md', 'outer/libs/b.md']);
  });

  it('a linked work tree answers with its own branch, beside the main one and within it, and detached', async () => {
    const place = temporaryRoot();
    const outer = outerWith(place);
    const beside = path.join(place, 'beside');
    const within = path.join(outer, 'trees', 'within');
    runGit(outer, 'worktree', 'add', '--quiet', beside, '-b', 'side');
    runGit(outer, 'worktree', 'add', '--quiet', '--detach', within);
    writeTree(beside, { 'side.md': 'frobnicate side\n' });
    const side = commit(beside);
    const service = nodeService([outer, beside]);
    const pack = await ask(service, WAIT);
    const commits = Object.fromEntries(pack.passages.map(({ sourceRef, sourceCommit }) => [sourceRef, sourceCommit]));
    const main = headOf(outer);
    expect(commits).toEqual({
      'outer/a.md': main,
      'outer/libs/b.md': main,
      'beside/a.md': side,
      'beside/libs/b.md': side,
      'beside/side.md': side,
      'within/a.md': main,
      'within/libs/b.md': main,
    });
    // The same texts three times are parsed once.
    expect(await parsedIn(nodeService([outer, beside], { home: service.home }))).toBe(0);
    expect(pack.passages.every(({ dirty }) => !dirty)).toBe(true);
  });

  it('a work tree whose place in the main repository was removed is read without git, and says why', async () => {
    const place = temporaryRoot();
    const outer = outerWith(place);
    const linked = path.join(place, 'linked');
    runGit(outer, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    const service = nodeService([outer, linked]);
    await ask(service, WAIT);
    rmSync(path.join(outer, '.git', 'worktrees'), { recursive: true });
    await service.filesChanged('everything');
    const pack = await ask(service, WAIT);
    expect(pack.passages.filter(({ sourceRef }) => sourceRef.startsWith('linked/'))).toMatchObject([
      { sourceCommit: null, sourceUri: expect.stringMatching(/^workspace:\/linked\//) },
      { sourceCommit: null },
    ]);
    expect(pack.passages.filter(({ sourceRef }) => sourceRef.startsWith('outer/'))).toMatchObject([{ sourceCommit: headOf(outer) }, {}]);
    expect(pack.notices).toEqual([expect.stringMatching(/^linked: .*leads to no repository/)]);
    expect(JSON.stringify(pack)).not.toContain(place);
  });

  it('a work tree that was deleted by hand is named, and the main repository answers', async () => {
    const place = temporaryRoot();
    const outer = outerWith(place);
    const linked = path.join(place, 'linked');
    runGit(outer, 'worktree', 'add', '--quiet', linked, '-b', 'side');
    const service = nodeService([outer, linked]);
    await ask(service, WAIT);
    rmSync(linked, { recursive: true });
    for (const options of [AT_ONCE, WAIT]) {
      const pack = await ask(service, options);
      expect([refsOf(pack), pack.degraded]).toEqual([['outer/a.md', 'outer/libs/b.md'], ['scope-unreadable']]);
      expect(pack.notices).toEqual([expect.stringMatching(/^linked: The folder cannot be read/)]);
    }
  });
});

describe('a folder inside a repository', () => {
  const place = temporaryRoot();
  const shop = repository(path.join(place, 'shop'), {
    'README.md': '# Shop\n\nfrobnicate above\n',
    'catalog-info.yaml': component('above-service'),
    'docs/a.md': 'frobnicate here\n',
    'docs/catalog-info.yaml': component('here-service'),
    'other/b.md': 'frobnicate beside\n',
    '.gitignore': 'drafts/\n',
  });
  writeTree(shop, { 'docs/drafts/c.md': 'frobnicate draft\n' });
  const docs = path.join(shop, 'docs');

  it('has its paths from itself, the commit and the permalink of the repository, and nothing that was not opened', async () => {
    const service = nodeService([docs]);
    const pack = await ask(service, WAIT);
    expect(pack.passages).toMatchObject([
      {
        sourceRef: 'docs/a.md',
        sourceCommit: headOf(shop),
        dirty: false,
        entityRefs: ['component:default/here-service'],
        sourceUri: `https://github.com/example/shop/blob/${headOf(shop)}/docs/a.md?plain=1#L1`,
      },
    ]);
    expect(JSON.stringify([pack, await service.status()])).not.toMatch(/above|beside|draft/);
    const graph = await service.expand({ entityRef: 'repo:default/docs', direction: 'both', depth: 3 }, WAIT);
    expect(JSON.stringify(graph)).not.toMatch(/above/);
  });

  it('nor is the catalog above it read from the past', async () => {
    const service = nodeService([docs]);
    const asOf = new Date(Date.now() + 60_000).toISOString();
    const now = { wait: true, now: Date.now() + 120_000 };
    const found = await service.expand({ entityRef: 'here-service', asOf }, now);
    expect(found.nodes).toMatchObject([{ ref: 'component:default/here-service', declared: true }, {}]);
    const above = await service.expand({ entityRef: 'component:default/above-service', asOf }, now);
    expect([above.nodes, above.edges]).toEqual([[], []]);
    expect(above.notices.join()).toMatch(/No entity was called "component:default\/above-service"/);
  });

  it('together with the repository it is part of that: no passage twice, in any order', async () => {
    for (const folders of ordersOf([docs, shop])) {
      expect(refsOf(await ask(nodeService(folders), WAIT))).toEqual(['shop/README.md', 'shop/docs/a.md', 'shop/other/b.md']);
    }
  });

  it('two of them are two repositories of one commit', async () => {
    const pack = await ask(nodeService([path.join(shop, 'other'), docs]), WAIT);
    expect(refsOf(pack)).toEqual(['docs/a.md', 'other/b.md']);
    expect(new Set(pack.passages.map(({ sourceCommit }) => sourceCommit))).toEqual(new Set([headOf(shop)]));
  });
});

describe.skipIf(ON_WINDOWS)('links', () => {
  it('a linked folder has the name and the index of the folder it leads to', async () => {
    const place = temporaryRoot();
    const shop = repository(path.join(place, 'shop'), { 'a.md': 'frobnicate\n' });
    symlinkSync(shop, path.join(place, 'link'));
    const pack = await ask(nodeService([path.join(place, 'link')]), WAIT);
    expect(pack.passages).toMatchObject([
      { sourceRef: 'shop/a.md', sourceUri: `https://github.com/example/shop/blob/${headOf(shop)}/a.md?plain=1#L1`, dirty: false },
    ]);
  });

  it('one inside that leads out is not followed, and said to be left out', async () => {
    const place = temporaryRoot();
    const shop = repository(path.join(place, 'shop'), { 'a.md': 'frobnicate\n' });
    writeTree(place, { 'private/secret.md': 'frobnicate in private\n', 'catalog-info.yaml': component('outside') });
    symlinkSync('../private', path.join(shop, 'folder'));
    symlinkSync(path.join(place, 'private', 'secret.md'), path.join(shop, 'file.md'));
    symlinkSync('../catalog-info.yaml', path.join(shop, 'catalog-info.yaml'));
    const service = nodeService([shop]);
    const pack = await ask(service, WAIT);
    expect(refsOf(pack)).toEqual(['shop/a.md']);
    const [status] = (await service.status()).repositories;
    expect(status?.skipped).toEqual(['catalog-info.yaml', 'file.md', 'folder'].map((file) => ({ path: file, reason: 'link-leaves-repository' })));
    expect(JSON.stringify([pack, status])).not.toMatch(/private|outside/);
    expect(await service.locate('shop/file.md')).toBeNull();
  });
});

describe('names', () => {
  const composed = 'caf\u00e9';
  const decomposed = 'cafe\u0301';
  const folders = ['with space', composed, 'Привет мир', '日本語', "it's", '100% #1 & co', '[brackets] (x)', '.hidden', 'é'.repeat(60)];
  const onPosix = ['quo"te', 'line\nbreak', 'back\\slash', 'tab\there', decomposed];

  it.each(ON_WINDOWS ? folders : [...folders, ...onPosix])('a repository called %j is found, cited and located', async (name) => {
    const place = temporaryRoot();
    const root = repository(path.join(place, name), { 'a.md': 'frobnicate\n', [`${name}/${name}.md`]: 'frobnicate below\n' });
    const service = nodeService([root]);
    const pack = await ask(service, WAIT);
    expect(pack.passages).toHaveLength(2);
    const [id] = await idsOf(service);
    // Separators, control characters and decomposed letters have no place in an id.
    expect(id).toBe(name.normalize('NFC').replace(/[\n\t\\]/g, '-'));
    expect(refsOf(pack)).toEqual([`${id}/a.md`, `${id}/${name}/${name}.md`].sort());
    const below = pack.passages.find(({ sourceRef }) => sourceRef !== `${id}/a.md`);
    expect(below).toMatchObject({ dirty: false, sourceCommit: headOf(root) });
    expect(decodeURIComponent(new URL(below!.sourceUri).pathname)).toMatch(new RegExp(`/${escaped(name)}/${escaped(name)}\\.md$`));
    expect(below!.sourceUri).not.toMatch(/[\s"<>\\^`{|}]/);
    const located = await service.locate(below!.sourceRef);
    expect(readFileSync(located!, 'utf8')).toBe('frobnicate below\n');
  });

  it.skipIf(process.platform !== 'linux')('two that differ in how a letter is composed, or in case alone, have two ids; so do their files', async () => {
    const place = temporaryRoot();
    const roots = [composed, decomposed, 'CAF\u00c9'].map((name, index) =>
      repository(path.join(place, name), { [`${composed}.md`]: `frobnicate ${index}\n`, [`${decomposed}.md`]: `frobnicate again ${index}\n` }),
    );
    const seen = new Set<string>();
    for (const order of ordersOf(roots)) {
      const service = nodeService(order);
      const pack = await ask(service, WAIT);
      expect(new Set(refsOf(pack)).size).toBe(6);
      expect(pack.passages.every(({ dirty }) => !dirty)).toBe(true);
      seen.add(JSON.stringify(pack.passages.map(({ sourceRef, text }) => [sourceRef, text])));
    }
    // Which id stands for which folder does not depend on the order they were opened in.
    expect(seen.size).toBe(1);
  });

  it.skipIf(ON_WINDOWS)('a path of three hundred characters and more is read, and a name the system refuses is no folder', async () => {
    const place = temporaryRoot();
    const deep = Array.from({ length: 4 }, (_, depth) => `${depth}`.repeat(100)).join('/');
    const root = repository(path.join(place, ...deep.split('/'), 'shop'), { [`${deep}/a.md`]: 'frobnicate\n' });
    const pack = await ask(nodeService([root]), WAIT);
    expect(pack.passages).toMatchObject([
      { sourceRef: `shop/${deep}/a.md`, sourceUri: `https://github.com/example/shop/blob/${headOf(root)}/${deep}/a.md?plain=1#L1`, dirty: false },
    ]);
    const tooLong = path.join(place, 'x'.repeat(256));
    await expect(ask(nodeService([tooLong]), WAIT)).rejects.toMatchObject({ name: 'WorkspaceContextError' });
    const beside = await ask(nodeService([tooLong, root]), WAIT);
    expect([beside.passages.length, beside.degraded]).toEqual([1, ['scope-unreadable']]);
  });
});

describe('repositories without a work tree or a commit', () => {
  it('a bare one holds no documents and is no error', async () => {
    const place = temporaryRoot();
    const shop = repository(path.join(place, 'shop'), { 'a.md': 'frobnicate\n' });
    const bare = path.join(place, 'bare.git');
    runGit(place, 'clone', '--quiet', '--bare', shop, bare);
    const service = nodeService([bare, shop]);
    const pack = await ask(service, WAIT);
    expect([refsOf(pack), pack.degraded, pack.notices]).toEqual([['shop/a.md'], [], []]);
    expect((await service.status()).repositories).toMatchObject([{ id: 'bare.git', documents: 0, problem: null }, { id: 'shop' }]);
  });

  it('an empty one answers from what is not committed, and follows its first commit', async () => {
    const root = path.join(temporaryRoot(), 'new');
    mkdirSync(root);
    runGit(root, 'init', '--quiet', '--initial-branch=main');
    const service = nodeService([root]);
    expect(await ask(service, WAIT)).toMatchObject({ passages: [], degraded: [], notices: [] });
    writeTree(root, { 'a.md': 'frobnicate\n' });
    expect((await ask(service, WAIT)).passages).toMatchObject([{ sourceRef: 'new/a.md', sourceCommit: null, dirty: true }]);
    const head = commit(root);
    expect((await ask(service, WAIT)).passages).toMatchObject([{ sourceCommit: head, dirty: false }]);
  });
});

describe('a workspace file', () => {
  it('with relative, absolute and missing folders, names and comments answers from what is there and names the rest', async () => {
    const place = temporaryRoot();
    const api = repository(path.join(place, 'api'), { 'a.md': 'frobnicate api\n' });
    const web = repository(path.join(place, 'code', 'web'), { 'b.md': 'frobnicate web\n' });
    writeFileSync(
      path.join(place, 'shop.code-workspace'),
      `{
        // The editor shows a name of its own; ids come from the folders.
        "folders": [
          { "path": "api", "name": "The API" },
          { "path": ${JSON.stringify(web)} },
          { "path": "./code/../api/" }, /* once more */
          { "path": "gone" },
        ],
      }`,
    );
    const scope = await scopeOf([path.join(place, 'shop.code-workspace')], process.cwd());
    expect(scope.name).toBe('shop');
    const service = nodeService(scope.folders);
    const pack = await ask(service, WAIT);
    expect([refsOf(pack), pack.degraded]).toEqual([['api/a.md', 'web/b.md'], ['scope-unreadable']]);
    expect(pack.notices).toEqual([expect.stringMatching(/^gone: The folder cannot be read; see that it is there/)]);
    expect(JSON.stringify([pack, await service.status()])).not.toContain(place);
    repository(path.join(place, 'gone'), { 'c.md': 'frobnicate back\n' });
    const later = await ask(service, WAIT);
    expect([refsOf(later), later.degraded]).toEqual([['api/a.md', 'gone/c.md', 'web/b.md'], []]);
    expect(api).toBeTruthy();
  });
});

describe('the only folder of a workspace', () => {
  it.each([
    ['deleted', (root: string): void => renameSync(root, `${root}-away`)],
    ['no folder any more', (root: string): void => (renameSync(root, `${root}-away`), writeFileSync(root, 'a file'))],
  ])('that is %s while it is open is named in every answer, and answers again when it comes back', async (_, go) => {
    const root = repository(path.join(temporaryRoot(), 'shop'), { 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await ask(service, WAIT);
    await service.idle();
    go(root);
    for (const options of [AT_ONCE, WAIT, AT_ONCE]) {
      const pack = await ask(service, options);
      expect([pack.passages, pack.degraded]).toEqual([[], ['scope-unreadable']]);
      expect(pack.notices).toEqual([expect.stringMatching(/^shop: The folder cannot be read/)]);
    }
    expect(await service.filesChanged('everything')).toEqual([]);
    expect((await service.index()).repositories).toMatchObject([{ id: 'shop', problem: expect.stringMatching(/cannot be read/) }]);
    rmSync(root, { recursive: true, force: true });
    renameSync(`${root}-away`, root);
    expect(refsOf(await ask(service, AT_ONCE))).toEqual(['shop/a.md']);
    expect(refsOf(await ask(service, WAIT))).toEqual(['shop/a.md']);
  });
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
