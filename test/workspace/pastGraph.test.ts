import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExpandPack } from '../../src/contract/expandTool';
import type { Git } from '../../src/ports/git';
import type { Member } from '../../src/workspace/members';
import { createPastReader } from '../../src/workspace/pastGraph';
import type { AskOptions } from '../../src/workspace/service';
import { countingGit, iso, makeSandbox, mergeAt, type Sandbox } from '../adapters/git/sandbox';
import { nodeService, type TestService } from './nodeService';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox();
});
afterEach(() => sandbox.remove());

/** 2026-05-01T00:00:00Z. */
const MAY = Date.parse('2026-05-01') / 1000;
const DAY = 24 * 60 * 60;
/** Three weeks later: nothing that is asked about lies in the future, but where a test says so. */
const WAIT: AskOptions = { wait: true, now: (MAY + 21 * DAY) * 1000 };

const component = (name: string, dependsOn: readonly string[] = []): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: ${name} }\nspec:\n  type: service\n  owner: team-a\n  dependsOn: [${dependsOn.map((one) => `component:${one}`).join(', ')}]\n`;

/** A git that also remembers which blobs were read. */
function watchedGit(): { readonly git: Git; readonly commands: string[]; readonly blobs: string[] } {
  const { git, commands } = countingGit(sandbox.env);
  const blobs: string[] = [];
  return {
    commands,
    blobs,
    git: {
      ...git,
      readBlobs: (root, tree, ids, limit) => {
        blobs.push(...ids);
        return git.readBlobs(root, tree, ids, limit);
      },
    },
  };
}

function open(folders: readonly string[], git: Git = countingGit(sandbox.env).git, exclude: string[] = []): TestService {
  return nodeService(folders, { ports: () => ({ git }), exclude });
}

const edgesOf = (pack: ExpandPack): string[] => pack.edges.filter(({ type }) => type === 'dependsOn').map(({ to }) => to);
const dependencies = async (service: TestService, entityRef: string, asOf?: string): Promise<string[]> =>
  edgesOf(await service.expand({ entityRef, direction: 'out', ...(asOf === undefined ? {} : { asOf }) }, WAIT));

describe('the graph of then', () => {
  it('is the one that was committed, each edge with its file, line and commit of that time', async () => {
    const repository = sandbox.repository('shop');
    const then = sandbox.commit(repository, MAY, { 'catalog-info.yaml': `# The API\n\n${component('api', ['orders-db'])}` });
    const now = sandbox.commit(repository, MAY + 5 * DAY, { 'catalog-info.yaml': component('api', ['billing-db']) });
    const service = open([repository]);
    const past = await service.expand({ entityRef: 'api', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-05' }, WAIT);
    expect(past).toMatchObject({ asOf: '2026-05-05T23:59:59.999Z', degraded: [], notices: [] });
    expect(past.edges).toEqual([
      expect.objectContaining({ to: 'component:default/orders-db', sourceRef: 'shop/catalog-info.yaml', line: 9, sourceCommit: then, dangling: true }),
    ]);
    // The second commit was made at midnight: on that day it counts.
    const later = await service.expand({ entityRef: 'api', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-06' }, WAIT);
    expect(later.edges).toEqual([expect.objectContaining({ to: 'component:default/billing-db', line: 7, sourceCommit: now })]);
    expect((await service.expand({ entityRef: 'api' }, WAIT)).asOf).toBeNull();
  });

  it('knows entities that are gone, by the file that declared them, and not yet those that came later', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'old/catalog-info.yaml': component('worker', ['queue']), 'queue/catalog-info.yaml': component('queue') });
    sandbox.git(repository, 'mv', 'old/catalog-info.yaml', 'catalog-info.yaml');
    sandbox.commit(repository, MAY + DAY, {});
    sandbox.git(repository, 'rm', '-q', 'queue/catalog-info.yaml');
    sandbox.commit(repository, MAY + 2 * DAY, { 'catalog-info.yaml': component('worker', ['stream']) });
    const service = open([repository]);
    const edge = async (asOf?: string) =>
      (await service.expand({ entityRef: 'worker', direction: 'out', edgeTypes: ['dependsOn'], ...(asOf === undefined ? {} : { asOf }) }, WAIT)).edges[0];
    expect(await edge('2026-05-01')).toMatchObject({ sourceRef: 'shop/old/catalog-info.yaml', to: 'component:default/queue', dangling: false });
    expect(await edge('2026-05-02')).toMatchObject({ sourceRef: 'shop/catalog-info.yaml', to: 'component:default/queue', dangling: false });
    expect(await edge()).toMatchObject({ sourceRef: 'shop/catalog-info.yaml', to: 'component:default/stream' });
    expect((await service.expand({ entityRef: 'queue', asOf: '2026-05-02' }, WAIT)).entityRef).toBe('component:default/queue');
    const unknown = await service.expand({ entityRef: 'stream', asOf: '2026-05-02' }, WAIT);
    expect(unknown).toMatchObject({ edges: [], asOf: '2026-05-02T23:59:59.999Z' });
    expect(unknown.notices).toEqual([expect.stringMatching(/^No entity was called "stream" at 2026-05-02T23:59:59\.999Z/)]);
  });

  it('has what a branch declared from its merge on, not from its commits on', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['one']) });
    sandbox.git(repository, 'checkout', '-q', '-b', 'side');
    sandbox.commit(repository, MAY + 2 * DAY, { 'worker/catalog-info.yaml': component('worker', ['two']) });
    sandbox.git(repository, 'checkout', '-q', 'main');
    sandbox.commit(repository, MAY + DAY, { 'catalog-info.yaml': component('api', ['three']) });
    const merge = mergeAt(sandbox, repository, MAY + 4 * DAY, 'side');
    const service = open([repository]);
    // On 3 May the newest commit of all is the branch's; main already depended on three and had no worker.
    expect(await dependencies(service, 'api', '2026-05-03')).toEqual(['component:default/three']);
    expect(await dependencies(service, 'worker', '2026-05-03')).toEqual([]);
    const merged = await service.expand({ entityRef: 'worker', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-05' }, WAIT);
    expect(merged.edges).toEqual([expect.objectContaining({ to: 'component:default/two', sourceCommit: merge })]);
  });

  it('follows Locations and reads manifests as they were, across repositories', async () => {
    const location = (target: string): string =>
      `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: { name: all }\nspec: { targets: [${target}] }\n`;
    const api = sandbox.repository('api');
    sandbox.commit(api, MAY, { 'catalog-info.yaml': location('./parts/more.yaml'), 'parts/more.yaml': location('./one.yaml'), 'parts/one.yaml': component('api', ['web']) });
    sandbox.commit(api, MAY + 5 * DAY, { 'parts/one.yaml': component('api') });
    const web = sandbox.repository('web');
    sandbox.commit(web, MAY, { 'package.json': '{ "name": "@shop/web", "dependencies": { "@shop/kit": "1" } }' });
    sandbox.commit(web, MAY + 5 * DAY, { 'package.json': '{ "name": "@shop/web" }' });
    const kit = sandbox.repository('kit');
    sandbox.commit(kit, MAY, { 'package.json': '{ "name": "@shop/kit" }' });
    const service = open([api, web, kit]);
    const pack = await service.expand({ entityRef: 'component:default/api', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-02' }, WAIT);
    expect(pack.edges).toEqual([expect.objectContaining({ to: 'component:default/web', sourceRef: 'api/parts/one.yaml' })]);
    const kitRefs = (asOf?: string): Promise<ExpandPack> =>
      service.expand({ entityRef: 'component:kit', direction: 'in', edgeTypes: ['dependsOn'], ...(asOf === undefined ? {} : { asOf }) }, WAIT);
    expect((await kitRefs('2026-05-02')).edges).toEqual([
      expect.objectContaining({ derived: true, sourceRef: 'web/package.json', sourceCommit: sandbox.git(web, 'rev-parse', 'HEAD^') }),
    ]);
    expect((await kitRefs()).edges).toEqual([]);
  });

  it('has no uncommitted change in it, not even for today', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['committed']) });
    sandbox.write(repository, { 'catalog-info.yaml': component('api', ['edited']), 'new/catalog-info.yaml': component('fresh') });
    const service = open([repository]);
    expect(await dependencies(service, 'api')).toEqual(['component:default/edited']);
    expect(await dependencies(service, 'api', '2026-05-22')).toEqual(['component:default/committed']);
    expect((await service.expand({ entityRef: 'fresh', asOf: '2026-05-22' }, WAIT)).nodes).toEqual([]);
  });

  it('is read within the limits of today: no vendored, secret, excluded, oversized or binary file, no test data', async () => {
    const repository = sandbox.repository('shop');
    const location = 'apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata: { name: all }\nspec: { targets: [./secrets.yaml, ./plain.yaml] }\n';
    sandbox.commit(repository, MAY, {
      'catalog-info.yaml': location,
      'secrets.yaml': component('secret'),
      'plain.yaml': component('plain'),
      'node_modules/x/catalog-info.yaml': component('vendored'),
      'excluded/catalog-info.yaml': component('excluded'),
      'fixtures/catalog-info.yaml': component('fixture'),
      'large/catalog-info.yaml': `${component('large')}# ${'x'.repeat(1024 * 1024)}\n`,
      'binary/catalog-info.yaml': `${component('binary')}# \0\n`,
      'wide/catalog-info.yaml': `\uFEFF${component('wide')}`,
    });
    const service = open([repository], undefined, ['excluded']);
    const names = ['plain', 'wide', 'secret', 'vendored', 'excluded', 'fixture', 'large', 'binary'];
    const known = async (asOf: Record<string, string>): Promise<string[]> => {
      const found = await Promise.all(names.map(async (name) => ({ name, pack: await service.expand({ entityRef: `component:${name}`, ...asOf }, WAIT) })));
      return found.filter(({ pack }) => pack.nodes.length > 0).map(({ name }) => name);
    };
    expect(await known({ asOf: '2026-05-02' })).toEqual(['plain', 'wide']);
    expect(await known({})).toEqual(['plain', 'wide']);
  });

  it('is that of the opened folder, where it is one inside a repository', async () => {
    const repository = sandbox.repository('shop');
    const then = sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('outside'), 'api/catalog-info.yaml': component('inside', ['one']) });
    sandbox.commit(repository, MAY + 5 * DAY, { 'api/catalog-info.yaml': component('inside', ['two']) });
    const service = open([path.join(repository, 'api')]);
    const pack = await service.expand({ entityRef: 'inside', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-02' }, WAIT);
    expect(pack.edges).toEqual([expect.objectContaining({ to: 'component:default/one', sourceRef: 'api/catalog-info.yaml', sourceCommit: then })]);
    expect((await service.expand({ entityRef: 'outside', asOf: '2026-05-02' }, WAIT)).nodes).toEqual([]);
  });
});

describe('workspace_context as of a time', () => {
  const files = (dependency: string): Record<string, string> => ({
    'catalog-info.yaml': component('billing-worker', [dependency]),
    'README.md': '# Shop\n\nHow to frobnicate the billing-worker.\n',
  });

  it('takes the neighborhood of then; the passages, their scores and the entity bonus stay those of now', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { ...files('orders-db'), 'README.md': '# Shop\n\nAn older text.\n' });
    sandbox.commit(repository, MAY + 5 * DAY, files('billing-db'));
    const service = open([repository]);
    const question = 'how to frobnicate billing-worker';
    const now = await service.ask({ question }, WAIT);
    const past = await service.ask({ question, asOf: '2026-05-02T12:00:00+02:00' }, WAIT);
    expect(now.passages.length).toBeGreaterThan(0);
    expect(past.passages).toEqual(now.passages);
    expect(past).toMatchObject({ asOf: '2026-05-02T10:00:00.000Z', degraded: ['as-of-chunks-approximate'], notices: [] });
    expect(now).toMatchObject({ asOf: null, degraded: [] });
    const dependsOn = (pack: typeof now): string[] => pack.neighborhood.edges.filter(({ type }) => type === 'dependsOn').map(({ to }) => to);
    expect([dependsOn(now), dependsOn(past)]).toEqual([['component:default/billing-db'], ['component:default/orders-db']]);
  });

  it('keeps a cited entity that was not there yet as a node without edges', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'a.txt': 'nothing yet\n' });
    sandbox.commit(repository, MAY + 5 * DAY, files('billing-db'));
    const { neighborhood } = await open([repository]).ask({ question: 'frobnicate', asOf: '2026-05-02' }, WAIT);
    expect(neighborhood.nodes.map(({ ref }) => ref)).toEqual(['repo:default/shop', 'component:default/billing-worker']);
    expect(neighborhood.edges).toEqual([]);
  });

  it('is not flagged approximate where no passage comes along', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, files('orders-db'));
    const pack = await open([repository]).ask({ question: 'xyzzy', asOf: '2026-05-02' }, WAIT);
    expect(pack).toMatchObject({ passages: [], asOf: '2026-05-02T23:59:59.999Z', degraded: [] });
  });

  it('names the flags of the index and of the past once each', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, files('orders-db'));
    const gone = sandbox.repository('gone');
    sandbox.commit(gone, MAY, { 'b.md': 'frobnicate\n' });
    const service = open([repository, gone]);
    await service.index();
    rmSync(gone, { recursive: true });
    const pack = await service.ask({ question: 'frobnicate', asOf: '2026-05-02' }, WAIT);
    expect([...pack.degraded].sort()).toEqual(['as-of-chunks-approximate', 'scope-unreadable']);
    expect(pack.notices).toContain('gone: Git could not read its past, so nothing of it is in the graph of then: The folder cannot be opened.');
  });
});

describe('what asOf may be', () => {
  it.each(['ask', 'expand'] as const)('%s refuses what is no time, even for a workspace that is not open', async (tool) => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'a.md': 'text\n' });
    const service = open([repository]);
    const about = tool === 'ask' ? { question: 'q' } : { entityRef: 'x' };
    for (const workspace of [{}, { workspace: 'other' }]) {
      await expect(service[tool]({ ...about, ...workspace, asOf: '2026-02-30' }, WAIT)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('"asOf" must be an ISO 8601 date or time') as string,
      });
    }
    await expect(service[tool]({ ...about, asOf: '' }, WAIT)).rejects.toMatchObject({ message: '"asOf" must not be empty.' });
    expect(await service[tool]({ ...about, workspace: 'other', asOf: '2026-05-01T10:00Z' }, WAIT)).toMatchObject({ asOf: '2026-05-01T10:00:00.000Z' });
  });
});

describe('times and repositories without a past', () => {
  const FUTURE = 'The asked time lies in the future; the graph is that of the last commits there are.';

  it('a time in the future: the graph of HEAD, and a notice; a day that has begun is not the future', async () => {
    const repository = sandbox.repository('shop');
    const head = sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['one']) });
    const service = open([repository]);
    const notices = async (asOf: string): Promise<ExpandPack> =>
      service.expand({ entityRef: 'api', direction: 'out', edgeTypes: ['dependsOn'], asOf }, { wait: true, now: Date.parse('2026-05-10T12:00:00Z') });
    const future = await notices('2099-01-01T00:00:00Z');
    expect(future).toMatchObject({ asOf: '2099-01-01T00:00:00.000Z', notices: [FUTURE], degraded: [] });
    expect(future.edges).toEqual([expect.objectContaining({ to: 'component:default/one', sourceCommit: head })]);
    expect((await notices('2026-05-11')).notices).toEqual([FUTURE]);
    expect((await notices('2026-05-10T12:00:01Z')).notices).toEqual([FUTURE]);
    expect((await notices('2026-05-10')).notices).toEqual([]);
    expect((await notices('2026-05-10T12:00:00Z')).notices).toEqual([]);
  });

  it('before the first commit of one of two: the other answers, and the notice says when the one began', async () => {
    const old = sandbox.repository('old');
    sandbox.commit(old, MAY, { 'catalog-info.yaml': component('api', ['web']) });
    const young = sandbox.repository('young');
    sandbox.commit(young, MAY + 5 * DAY, { 'catalog-info.yaml': component('web') });
    const service = open([old, young]);
    const pack = await service.expand({ entityRef: 'api', direction: 'out', edgeTypes: ['dependsOn'], asOf: '2026-05-02' }, WAIT);
    expect(pack.edges).toEqual([expect.objectContaining({ to: 'component:default/web', dangling: true })]);
    expect(pack.notices).toEqual([`young: Its first commit was made at ${iso(MAY + 5 * DAY)}, so nothing of it is in the graph of then.`]);
    expect(pack.degraded).toEqual([]);
    // Not even the repository itself was there.
    expect((await service.expand({ entityRef: 'repo:young', asOf: '2026-05-02' }, WAIT)).nodes).toEqual([]);
  });

  it('before anything: an empty graph, and the closest refs are none', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api') });
    const pack = await open([repository]).expand({ entityRef: 'api', asOf: '1999-12-31' }, WAIT);
    expect(pack).toMatchObject({ nodes: [], edges: [], asOf: '1999-12-31T23:59:59.999Z' });
    expect(pack.notices).toEqual(['No entity was called "api" at 1999-12-31T23:59:59.999Z.', expect.stringMatching(/^shop: Its first commit/)]);
  });

  it('without git, without commits, shallow: nothing of then, and each is told in its own words', async () => {
    const plain = path.join(sandbox.folder, 'plain');
    sandbox.write(plain, { 'catalog-info.yaml': component('plain') });
    const empty = sandbox.repository('empty');
    sandbox.write(empty, { 'catalog-info.yaml': component('empty') });
    const origin = sandbox.repository('origin');
    sandbox.commit(origin, MAY, { 'catalog-info.yaml': component('shallow') });
    sandbox.commit(origin, MAY + 5 * DAY, { 'a.md': '1' });
    const shallow = path.join(sandbox.folder, 'shallow');
    sandbox.git(sandbox.folder, 'clone', '-q', '--depth=1', pathToFileURL(origin).href, shallow);
    const service = open([plain, empty, shallow]);
    const pack = await service.expand({ entityRef: 'component:plain', asOf: '2026-05-02' }, WAIT);
    expect(pack.nodes).toEqual([]);
    expect(pack.degraded).toEqual([]);
    expect(pack.notices.slice(1).filter((notice) => notice.includes('graph of then'))).toEqual([
      'empty: It has no commit yet, so nothing of it is in the graph of then.',
      'plain: It is not in git and its past is unknown, so nothing of it is in the graph of then.',
      `shallow: The clone is shallow and its history begins at ${iso(MAY + 5 * DAY)}, so nothing of it is in the graph of then. To have its whole history, run \`git fetch --unshallow\` in it.`,
    ]);
    expect((await service.expand({ entityRef: 'component:plain' }, WAIT)).nodes.length).toBeGreaterThan(0);
  });

  it('a catalog file that git does not have here: said, flagged, and read as soon as it is there', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['one']), 'b/catalog-info.yaml': component('worker') });
    sandbox.commit(repository, MAY + 5 * DAY, { 'catalog-info.yaml': component('api') });
    const id = sandbox.git(repository, 'rev-parse', 'HEAD^:catalog-info.yaml');
    const object = path.join(repository, '.git', 'objects', id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(object);
    rmSync(object, { force: true });
    const service = open([repository]);
    const lacking = await service.expand({ entityRef: 'worker', asOf: '2026-05-02' }, WAIT);
    expect(lacking.nodes.length).toBeGreaterThan(0);
    expect(lacking.degraded).toEqual(['scope-unreadable']);
    expect(lacking.notices).toEqual(['shop: Git does not have 1 catalog file of then here, as in a partial clone, so the graph of then lacks what is declared there.']);
    writeFileSync(object, bytes);
    expect(await dependencies(service, 'api', '2026-05-02')).toEqual(['component:default/one']);
  });
});

describe('what a graph of then costs', () => {
  const refresh = { wait: false, now: WAIT.now };

  it('two processes for a repository to find its commit; two more, once, to read a tree', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['one']), 'b/catalog-info.yaml': component('worker'), 'a.md': 'text' });
    sandbox.commit(repository, MAY + DAY, {});
    sandbox.commit(repository, MAY + 5 * DAY, { 'catalog-info.yaml': component('api') });
    const { git, commands, blobs } = watchedGit();
    const service = open([repository], git);
    await service.index();
    commands.splice(0);
    const at = (asOf: string) => service.expand({ entityRef: 'api', asOf }, refresh);
    const first = await at('2026-05-01');
    expect(commands.splice(0)).toEqual(['rev-parse', 'rev-list', 'ls-tree', 'cat-file']);
    // Two catalog files, and no document.
    expect(blobs.splice(0)).toHaveLength(2);
    // Another commit with the same tree, asked by the other tool: the reading is shared, the citation is not.
    const second = await at('2026-05-03');
    await service.ask({ question: 'text', asOf: '2026-05-03' }, refresh);
    expect(commands.splice(0)).toEqual(['rev-parse', 'rev-list', 'rev-parse', 'rev-list']);
    expect(blobs).toEqual([]);
    expect(second.edges.map(({ sourceCommit }) => sourceCommit)).not.toEqual(first.edges.map(({ sourceCommit }) => sourceCommit));
    await at('2026-05-07');
    expect(commands.splice(0)).toEqual(['rev-parse', 'rev-list', 'ls-tree', 'cat-file']);
    await at('2026-05-01');
    expect(commands).toEqual(['rev-parse', 'rev-list']);
  });

  it('one reading for questions that come together', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api', ['one']) });
    const { git, commands } = watchedGit();
    const service = open([repository], git);
    await service.index();
    commands.splice(0);
    await Promise.all([1, 2, 3].map(() => service.expand({ entityRef: 'api', asOf: '2026-05-02' }, refresh)));
    expect(commands.filter((command) => command === 'cat-file')).toHaveLength(1);
  });

  it('keeps 64 trees, the one not used for longest going first', async () => {
    const read: string[] = [];
    const readPast = createPastReader(
      {
        secretScanner: { scan: async () => [] },
        git: {
          treeAt: async (_root, timeMs) => ({ kind: 'tree', commit: 'c', tree: String(timeMs), committedAt: '' }),
          filesOfTree: async (_root, tree) => {
            read.push(tree);
            return { blobs: new Map() };
          },
          readBlobs: async () => new Map(),
        },
      },
      [],
    );
    const member: Member = { id: 'shop', root: 'shop', key: 'key', snapshot: null, searchable: null, problem: null, unreadable: false };
    const at = async (timeMs: number): Promise<string[]> => {
      read.length = 0;
      await readPast([member], { timeMs, beginsMs: timeMs, iso: '' }, Number.MAX_SAFE_INTEGER);
      return [...read];
    };
    for (let tree = 0; tree < 64; tree += 1) expect(await at(tree)).toEqual([String(tree)]);
    // Tree 0 is used again, so that tree 1 makes room for a 65th.
    expect(await at(0)).toEqual([]);
    expect(await at(64)).toEqual(['64']);
    expect([await at(0), await at(2), await at(1)]).toEqual([[], [], ['1']]);
  });

  it('starts no process without asOf', async () => {
    const repository = sandbox.repository('shop');
    sandbox.commit(repository, MAY, { 'catalog-info.yaml': component('api') });
    const { git, commands } = watchedGit();
    const service = open([repository], git);
    await service.index();
    commands.splice(0);
    await service.expand({ entityRef: 'api' }, refresh);
    expect(commands).toEqual([]);
  });
});
