import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { PAGE_BYTES, PAGE_ROWS, pageOf } from '../../src/workspace/outline';
import { outlineRows, wholeOutline } from '../../src/workspace/outlineRows';
import { countingPorts } from './countingPorts';
import { NOON, nodeService } from './nodeService';
import { runGit, temporaryTree, writeTree } from './temporaryTree';

const CATALOG = [
  'apiVersion: backstage.io/v1alpha1\nkind: System\nmetadata:\n  name: billing\nspec:\n  owner: group:pay',
  'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: Worker\n  title: Billing worker\nspec:\n  type: service\n  owner: group:pay\n  system: billing',
].join('\n---\n');

function shop(): string {
  const root = temporaryTree({
    'README.md': '# Shop\n\nWelcome.\n',
    'services/worker/catalog-info.yaml': `${CATALOG}\n`,
    'services/worker/docs/run.md': '# Run\n\nStart it.\n\n## Stop\n\nStop it.\n',
    'docs/big.md': 'x'.repeat(1024 * 1024 + 1),
    'docs/odd.md': Buffer.from([0x61, 0, 0x62]).toString('latin1'),
  });
  runGit(root, 'init', '--quiet', '--initial-branch=trunk');
  return root;
}

const nameOf = (root: string): string => root.split('/').at(-1) ?? '';

describe('a page of the outline', () => {
  const rows = fc.array(fc.record({ text: fc.string({ unit: 'binary', maxLength: 3_000 }) }), { maxLength: 600 });

  it('has rows in order, each once, and the last page says that it is the last', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const seen: unknown[] = [];
        for (let from: number | null = 0; from !== null; ) {
          const page: ReturnType<typeof pageOf> = pageOf(all, from);
          expect(page.total).toBe(all.length);
          // Otherwise nobody would ever come to an end.
          expect(page.rows.length).toBeGreaterThan(all.length === 0 ? -1 : 0);
          seen.push(...page.rows);
          from = page.next;
        }
        expect(seen).toEqual(all);
      }),
    );
  });

  it('is small enough for one message between threads, whatever is in it', () => {
    fc.assert(
      fc.property(rows, fc.nat(600), (all, from) => {
        const page = pageOf(all, from);
        expect(page.rows.length).toBeLessThanOrEqual(PAGE_ROWS);
        if (page.rows.length > 1) expect(jsonBytes(page.rows)).toBeLessThanOrEqual(PAGE_BYTES + 2);
        // The rule of the house is 64 KiB; the engine takes two bytes for a letter where one of a text needs them.
        expect(serialize(page).byteLength).toBeLessThan(64 * 1024);
      }),
    );
  });
});

describe('the outline', () => {
  it('tells of repositories, entities and documents, of the entities by kind', async () => {
    const root = shop();
    const service = nodeService([root]);
    await service.index();
    const id = nameOf(root);
    const [repository] = await outlineRows(service, { of: 'repositories' });
    expect(repository).toMatchObject({
      id,
      git: 'repository',
      branch: 'trunk',
      documents: 2,
      // The README, and the two parts of run.md.
      passages: 3,
      // The repository itself, the system and the component; nothing declares the group.
      entities: 3,
      skipped: [
        { reason: 'binary', count: 1 },
        { reason: 'too-large', count: 1 },
      ],
      stale: null,
      running: null,
      problem: null,
    });
    const entities = await outlineRows(service, { of: 'entities', repositoryId: id });
    expect(entities.map(({ ref, documents }) => [ref, documents])).toEqual([
      [`repo:default/${id.toLowerCase()}`, 1],
      ['system:default/billing', 0],
      ['component:default/worker', 1],
    ]);
    expect(entities[2]).toMatchObject({
      kind: 'component',
      name: 'Worker',
      title: 'Billing worker',
      derived: false,
      // The second document of the file begins after six lines and a separator.
      declaredAt: { sourceRef: `${id}/services/worker/catalog-info.yaml`, line: 8 },
    });
    expect(await outlineRows(service, { of: 'documents', repositoryId: id, entityRef: 'component:default/worker' })).toEqual([
      {
        sourceRef: `${id}/services/worker/docs/run.md`,
        title: 'Run',
        sourceKind: 'catalog_doc',
        attachedBy: 'folder',
        passages: 2,
        changedAt: null,
        // Nothing is committed.
        dirty: true,
      },
    ]);
  });

  it('names what was left out, by reason, and notices with file and line, those of the graph among them', async () => {
    const root = shop();
    const service = nodeService([root]);
    await service.index();
    const repositoryId = nameOf(root);
    expect(await outlineRows(service, { of: 'skipped', repositoryId, reason: 'too-large' })).toEqual([{ sourceRef: `${repositoryId}/docs/big.md` }]);
    const notices = await outlineRows(service, { of: 'notices', repositoryId });
    expect(notices).toContainEqual({
      sourceRef: `${repositoryId}/services/worker/catalog-info.yaml`,
      line: 15,
      message: 'component:default/worker ownedBy group:default/pay, and nothing declares one of them',
    });
    const [repository] = await outlineRows(service, { of: 'repositories' });
    expect(repository?.notices).toBe(notices.length);
  });

  it('has everything that the status counts', async () => {
    const service = nodeService([shop()]);
    const status = await service.index();
    const outline = await wholeOutline(service);
    // Every document has at least one owner; here none has two.
    expect(outline.map(({ entities }) => entities.reduce((sum, entity) => sum + entity.of.length, 0))).toEqual(status.repositories.map(({ documents }) => documents));
  });

  it('starts nothing and reads no document: of a workspace nobody asked about it says that nothing is indexed', async () => {
    const { counts, ports } = countingPorts();
    const service = nodeService([shop()], { ports });
    const rows = await outlineRows(service, { of: 'repositories' });
    expect(rows).toMatchObject([{ verifiedAt: null, documents: 0, entities: 0 }]);
    await service.idle();
    // The one file is git's HEAD.
    expect(counts).toEqual({ read: 1, inspected: 0, written: 0 });
  });

  it('tells what is stored when nothing is loaded, and does not look for what changed', async () => {
    const root = shop();
    const first = nodeService([root]);
    await first.index();
    await first.idle();
    writeTree(root, { 'docs/new.md': '# New\n' });
    const { counts, ports } = countingPorts();
    const second = nodeService([root], { home: first.home, ports });
    expect(await outlineRows(second, { of: 'repositories' })).toMatchObject([{ documents: 2, stale: null }]);
    expect(counts.inspected).toBe(0);
    // A status looks; from then on it is known.
    await second.status();
    expect(await outlineRows(second, { of: 'repositories' })).toMatchObject([{ documents: 2, stale: 1 }]);
    await second.index();
    expect(await outlineRows(second, { of: 'repositories' })).toMatchObject([{ documents: 3, stale: null }]);
  });

  it('is empty for a repository that is not open', async () => {
    const service = nodeService([shop()]);
    expect(await service.outline({ of: 'entities', repositoryId: 'elsewhere' })).toEqual({ rows: [], total: 0, next: null });
  });

  it('says where its files lie, and repositories, and nothing else', async () => {
    const root = shop();
    const service = nodeService([root]);
    await service.index();
    const id = nameOf(root);
    const below = async (path: string): Promise<boolean> => (await service.locate(path))?.endsWith(path) ?? false;
    expect(await below(`${id}/services/worker/catalog-info.yaml`)).toBe(true);
    expect(await below(`${id}/docs/big.md`)).toBe(true);
    expect(await below(id)).toBe(true);
    expect(await service.locate(`${id}/.git/config`)).toBeNull();
    expect(await service.locate(`${id}/../secret`)).toBeNull();
  });
});

describe('the generation of the index', () => {
  it('is another one after a change, and the same while nothing changes', async () => {
    const root = shop();
    const service = nodeService([root]);
    expect(await service.activity()).toMatchObject({ isUsed: false, generation: 0 });
    await service.ask({ question: 'start' }, { wait: true, now: NOON });
    const { generation } = await service.activity();
    expect((await service.activity()).generation).toBe(generation);
    await outlineRows(service, { of: 'repositories' });
    expect((await service.activity()).generation).toBe(generation);
    writeTree(root, { 'docs/new.md': '# New\n' });
    await service.index();
    expect((await service.activity()).generation).not.toBe(generation);
  });
});
