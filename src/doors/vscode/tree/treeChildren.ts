import type { OutlinePage, OutlinePart, OutlineRows } from '../../../contract/outline';
import type { Activity } from '../../../contract/status';
import type { WorkspaceService } from '../../../workspace/service';
import { partBelow, type TreeNode } from './treeNodes';

type Outliner = Pick<WorkspaceService, 'outline'>;

/** The first pages of a list, as many as are shown of it. */
async function pagesOf<Part extends OutlinePart>(service: Outliner, part: Part, pages: number): Promise<OutlinePage<OutlineRows[Part['of']]>> {
  const rows: OutlineRows[Part['of']][] = [];
  let total = 0;
  let from: number | null = 0;
  for (let page = 0; page < pages && from !== null; page += 1) {
    const next: OutlinePage<OutlineRows[Part['of']]> = await service.outline(part, from);
    rows.push(...next.rows);
    [total, from] = [next.total, next.next];
  }
  return { rows, total, next: from };
}

function moreBelow(parent: TreeNode | null, { rows, total, next }: OutlinePage<unknown>): TreeNode[] {
  return next === null ? [] : [{ kind: 'more', id: `more ${parent?.id ?? ''}`, parent: parent?.id ?? null, shown: rows.length, total }];
}

async function rootsOf(service: Outliner, activity: Activity, pages: number): Promise<TreeNode[]> {
  const page = await pagesOf(service, { of: 'repositories' }, pages);
  const { embedding } = activity;
  return [
    ...(embedding?.state === 'pending' ? [{ kind: 'embedding', id: 'embedding', embedding } as const] : []),
    ...page.rows.map((repository): TreeNode => ({ kind: 'repository', id: `repository ${repository.id}`, repository, isOnly: page.total === 1 })),
    ...moreBelow(null, page),
  ];
}

async function belowRepository(service: Outliner, node: TreeNode & { readonly kind: 'repository' }, pages: number): Promise<TreeNode[]> {
  const { id, skipped, notices } = node.repository;
  const page = await pagesOf(service, { of: 'entities', repositoryId: id }, pages);
  return [
    ...page.rows.map(
      (entity): TreeNode => ({ kind: 'entity', id: `entity ${id} ${entity.ref}`, repositoryId: id, entityRef: entity.ref, entity }),
    ),
    ...moreBelow(node, page),
    ...(notices === 0 ? [] : [{ kind: 'notices', id: `notices ${id}`, repositoryId: id, count: notices } as const]),
    ...(skipped.length === 0 ? [] : [{ kind: 'skipped', id: `skipped ${id}`, repositoryId: id, skipped } as const]),
  ];
}

/**
 * What stands below a node of the tree, null being its root.
 * @param pages how many pages of a list are shown.
 */
export async function childrenOf(service: Outliner, node: TreeNode | null, activity: Activity, pages: number): Promise<TreeNode[]> {
  if (node === null) return rootsOf(service, activity, pages);
  switch (node.kind) {
    case 'repository':
      return belowRepository(service, node, pages);
    case 'skipped':
      return node.skipped.map(({ reason, count }): TreeNode => ({
        kind: 'reason',
        id: `reason ${node.repositoryId} ${reason}`,
        repositoryId: node.repositoryId,
        reason,
        count,
      }));
    case 'entity': {
      const page = await pagesOf(service, { of: 'documents', repositoryId: node.repositoryId, entityRef: node.entityRef }, pages);
      // One document may belong to several entities.
      return [...page.rows.map((document): TreeNode => ({ kind: 'document', id: `${node.id} ${document.sourceRef}`, document })), ...moreBelow(node, page)];
    }
    case 'reason': {
      const { reason, repositoryId } = node;
      const page = await pagesOf(service, { of: 'skipped', repositoryId, reason }, pages);
      // A path may be left out more than once.
      return [...page.rows.map(({ sourceRef }, index): TreeNode => ({ kind: 'file', id: `${node.id} ${index} ${sourceRef}`, sourceRef, reason })), ...moreBelow(node, page)];
    }
    case 'notices': {
      const page = await pagesOf(service, { of: 'notices', repositoryId: node.repositoryId }, pages);
      return [...page.rows.map((notice, index): TreeNode => ({ kind: 'notice', id: `${node.id} ${index}`, notice })), ...moreBelow(node, page)];
    }
    default:
      return [];
  }
}

/** Whether anything can stand below a node. */
export const hasChildren = (node: TreeNode): boolean =>
  node.kind === 'skipped' || (partBelow(node) !== null && !(node.kind === 'entity' && node.entity.documents === 0));
