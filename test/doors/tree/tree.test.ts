import { describe, expect, it } from 'vitest';
import type { OutlineDocument, OutlineEntity, OutlineNotice, OutlinePart, OutlineRepository } from '../../../src/contract/outline';
import { SKIP_REASONS, SOURCE_KINDS } from '../../../src/contract/model';
import type { Activity } from '../../../src/contract/status';
import { childrenOf } from '../../../src/doors/vscode/tree/treeChildren';
import { rowOf, summaryOf } from '../../../src/doors/vscode/tree/treeItems';
import { declarationOf, placeOf, referenceOf, type TreeNode } from '../../../src/doors/vscode/tree/treeNodes';

const NOW = '2026-02-01T00:10:00.000Z';
const ACTIVITY: Activity = { isUsed: true, generation: 1, indexing: [], embedding: null, verifiedAt: NOW, problems: [] };

const repository = (more: Partial<OutlineRepository> = {}): OutlineRepository => ({
  id: 'shop-api',
  git: 'repository',
  head: '0123456789abcdef0123456789abcdef01234567',
  branch: 'main',
  documents: 12,
  passages: 40,
  entities: 3,
  skipped: [],
  notices: 0,
  verifiedAt: '2026-02-01T00:07:00.000Z',
  stale: null,
  running: null,
  embedding: null,
  problem: null,
  ...more,
});
const entity = (more: Partial<OutlineEntity> = {}): OutlineEntity => ({
  ref: 'component:default/worker',
  kind: 'component',
  name: 'worker',
  title: null,
  derived: false,
  documents: 2,
  declaredAt: { sourceRef: 'shop-api/catalog-info.yaml', line: 7 },
  ...more,
});
const document = (more: Partial<OutlineDocument> = {}): OutlineDocument => ({
  sourceRef: 'shop-api/docs/run.md',
  title: 'Run',
  sourceKind: 'catalog_doc',
  attachedBy: 'folder',
  passages: 2,
  changedAt: null,
  dirty: false,
  ...more,
});
const repositoryNode = (more: Partial<OutlineRepository> = {}, isOnly = false): TreeNode & { kind: 'repository' } => ({
  kind: 'repository',
  id: 'repository shop-api',
  repository: repository(more),
  isOnly,
});
const entityNode = (more: Partial<OutlineEntity> = {}): TreeNode => ({
  kind: 'entity',
  id: 'entity x',
  repositoryId: 'shop-api',
  entityRef: 'component:default/worker',
  entity: entity(more),
});
const documentNode = (more: Partial<OutlineDocument> = {}): TreeNode => ({ kind: 'document', id: 'document x', document: document(more) });
const noticeNode = (notice: OutlineNotice): TreeNode => ({ kind: 'notice', id: 'notice 0', notice });

/** A service with these lists, two rows to a page; what it is asked is kept. */
function outliner(lists: { readonly [Of in OutlinePart['of']]?: readonly unknown[] }) {
  const asked: OutlinePart[] = [];
  const outline = async (part: OutlinePart, from = 0) => {
    asked.push(part);
    const rows = lists[part.of] ?? [];
    return { rows: rows.slice(from, from + 2), total: rows.length, next: from + 2 < rows.length ? from + 2 : null };
  };
  return { service: { outline } as unknown as Parameters<typeof childrenOf>[0], asked };
}

describe('what stands where in the tree', () => {
  it('begins with the repositories, and before them what is still to be embedded', async () => {
    const { service } = outliner({ repositories: [repository()] });
    expect((await childrenOf(service, null, ACTIVITY, 1)).map(({ kind }) => kind)).toEqual(['repository']);
    const embedding = { model: 'a', state: 'pending', runtime: null, waiting: null, notices: [], done: 340, total: 1_200 } as const;
    const roots = await childrenOf(service, null, { ...ACTIVITY, embedding: { ...embedding, notices: [] } }, 1);
    expect(roots.map((node) => rowOf(node, NOW).label)).toEqual(['Embedding 340 of 1,200', 'shop-api']);
  });

  it('has entities below a repository, then notices and what was skipped, where there are any', async () => {
    const { service } = outliner({ entities: [entity()] });
    const node = repositoryNode({ notices: 3, skipped: [{ reason: 'binary', count: 7 }, { reason: 'too-large', count: 5 }] });
    const rows = (await childrenOf(service, node, ACTIVITY, 1)).map((child) => rowOf(child, NOW).label);
    expect(rows).toEqual(['worker', 'Notices (3)', 'Skipped (12)']);
    expect((await childrenOf(service, repositoryNode(), ACTIVITY, 1)).map(({ kind }) => kind)).toEqual(['entity']);
  });

  it('has documents below an entity, and files below a reason why they were skipped', async () => {
    const { service, asked } = outliner({ documents: [document()], skipped: [{ sourceRef: 'shop-api/big.md' }] });
    const [found] = await childrenOf(service, entityNode(), ACTIVITY, 1);
    expect(found).toMatchObject({ kind: 'document', document: { title: 'Run' } });
    const skipped: TreeNode = { kind: 'skipped', id: 's', repositoryId: 'shop-api', skipped: [{ reason: 'too-large', count: 1 }] };
    const [reason] = await childrenOf(service, skipped, ACTIVITY, 1);
    const files = await childrenOf(service, reason ?? null, ACTIVITY, 1);
    expect(files.map((file) => [rowOf(file, NOW).label, placeOf(file)])).toEqual([['big.md', { sourceRef: 'shop-api/big.md', line: 1 }]]);
    expect(asked).toEqual([
      { of: 'documents', repositoryId: 'shop-api', entityRef: 'component:default/worker' },
      { of: 'skipped', repositoryId: 'shop-api', reason: 'too-large' },
    ]);
  });

  it('shows a page of a long list, and the next one when asked', async () => {
    const { service } = outliner({ documents: [1, 2, 3].map((number) => document({ sourceRef: `shop-api/${number}.md` })) });
    const first = await childrenOf(service, entityNode(), ACTIVITY, 1);
    expect(first.map(({ kind }) => kind)).toEqual(['document', 'document', 'more']);
    expect(rowOf(first[2] ?? entityNode(), NOW)).toMatchObject({ label: 'Show more…', description: '2 of 3 shown' });
    expect((await childrenOf(service, entityNode(), ACTIVITY, 2)).map(({ kind }) => kind)).toEqual(['document', 'document', 'document']);
  });

  it('names each row once, also where a document belongs to two entities and a path was skipped twice', async () => {
    const { service } = outliner({ documents: [document()], skipped: [{ sourceRef: 'shop-api/a' }, { sourceRef: 'shop-api/a' }] });
    const one = await childrenOf(service, entityNode(), ACTIVITY, 1);
    const other = await childrenOf(service, { ...entityNode(), id: 'entity y' } as TreeNode, ACTIVITY, 1);
    const files = await childrenOf(service, { kind: 'reason', id: 'r', repositoryId: 'shop-api', reason: 'binary', count: 2 }, ACTIVITY, 1);
    const ids = [...one, ...other, ...files].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a row of the tree', () => {
  it('tells of a repository what is checked out and how fresh its index is', () => {
    expect(rowOf(repositoryNode(), NOW)).toMatchObject({ label: 'shop-api', description: 'main · 3 minutes ago', icon: 'repo', collapse: 'collapsed' });
    expect(rowOf(repositoryNode({ branch: null, stale: 2 }), NOW).description).toBe('0123456 · 3 minutes ago · 2 changed');
    expect(rowOf(repositoryNode({ verifiedAt: null, branch: null, head: null, git: 'none' }), NOW)).toMatchObject({ description: 'not indexed yet', icon: 'folder' });
    expect(rowOf(repositoryNode({ running: { done: 12, total: 318 } }), NOW)).toMatchObject({ description: 'main · indexing: 12 of 318 documents', icon: 'sync~spin' });
    expect(rowOf(repositoryNode({ problem: 'It is gone.' }), NOW)).toMatchObject({ icon: 'warning' });
  });

  it('is open from the start for the only repository', () => {
    expect(rowOf(repositoryNode({}, true), NOW).collapse).toBe('expanded');
  });

  it('shows an entity by its title, with an icon of its kind, and cannot be opened without documents', () => {
    expect(rowOf(entityNode({ title: 'Billing worker' }), NOW)).toMatchObject({ label: 'Billing worker', description: 'component · 2 documents', collapse: 'collapsed', context: 'entity.declared' });
    expect(rowOf(entityNode({ documents: 0 }), NOW)).toMatchObject({ description: 'component', collapse: 'none' });
    expect(rowOf(entityNode({ declaredAt: null }), NOW).context).toBe('entity');
    const icons = ['repo', 'domain', 'system', 'component', 'api', 'resource', 'group', 'user', 'other'].map((kind) => rowOf(entityNode({ kind }), NOW).icon);
    // Kinds can be told apart at a glance.
    expect(new Set(icons).size).toBe(icons.length);
  });

  it('tells the kind of a document and where it lies', () => {
    expect(SOURCE_KINDS.map((sourceKind) => rowOf(documentNode({ sourceKind }), NOW).description)).toEqual(['document · docs/run.md', 'overview · docs/run.md', 'epic · docs/run.md']);
    expect(rowOf(documentNode({ dirty: true }), NOW).tooltip).toContain('not the committed one');
  });

  it('has words for every reason why something was skipped', () => {
    const labels = SKIP_REASONS.map((reason) => rowOf({ kind: 'reason', id: 'r', repositoryId: 'shop-api', reason, count: 1 }, NOW).label);
    expect(new Set(labels).size).toBe(SKIP_REASONS.length);
  });

  it('says aloud what it shows', () => {
    expect(rowOf(entityNode(), NOW).spoken).toBe('worker, component · 2 documents');
  });

  it('shows text of files as text: no link, no HTML, no image, nothing reordered', () => {
    const hostile = 'a\n# b ![x](http://evil/) <img src=x> [y](command:evil) \u202ecod';
    for (const node of [
      entityNode({ title: hostile, ref: hostile }),
      documentNode({ title: hostile, sourceRef: `shop-api/${hostile}` }),
      repositoryNode({ id: hostile, problem: hostile, branch: hostile }),
      noticeNode({ sourceRef: `shop-api/${hostile}`, line: 1, message: hostile }),
    ]) {
      const { tooltip, label, description, spoken } = rowOf(node, NOW);
      // Each of these needs an unescaped bracket.
      expect(tooltip).not.toMatch(/(?<!\\)[[\]<]/);
      expect(tooltip).not.toMatch(/^# /m);
      for (const text of [tooltip, label, description, spoken]) expect(text).not.toContain('\u202e');
      expect(label).not.toContain('\n');
    }
  });
});

describe('where rows lead', () => {
  it('opens documents, skipped files and notices at their line, and declarations on demand', () => {
    expect(placeOf(documentNode())).toEqual({ sourceRef: 'shop-api/docs/run.md', line: 1 });
    expect(placeOf(noticeNode({ sourceRef: 'shop-api/a.yaml', line: 12, message: 'odd' }))).toEqual({ sourceRef: 'shop-api/a.yaml', line: 12 });
    expect(placeOf(noticeNode({ sourceRef: null, line: null, message: 'odd' }))).toBeNull();
    expect(placeOf(repositoryNode())).toBeNull();
    expect(declarationOf(entityNode())).toEqual({ sourceRef: 'shop-api/catalog-info.yaml', line: 7 });
  });

  it('copies refs of entities and paths of everything else', () => {
    expect([repositoryNode(), entityNode(), documentNode()].map(referenceOf)).toEqual(['shop-api', 'component:default/worker', 'shop-api/docs/run.md']);
  });
});

describe('what stands beside the name of the view', () => {
  it('adds up the repositories', () => {
    expect(summaryOf([repositoryNode(), repositoryNode({ documents: 1_000 })])).toBe('2 repositories · 1,012 documents');
    expect(summaryOf([])).toBe('');
  });
});
