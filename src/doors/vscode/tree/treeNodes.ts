import type { OutlineDocument, OutlineEntity, OutlineNotice, OutlinePart, OutlineRepository } from '../../../contract/outline';
import type { SkipReason } from '../../../contract/model';
import type { Activity } from '../../../contract/status';

/** What the tree of the workspace consists of. `id` names a node for as long as it stands for the same thing. */
export type TreeNode =
  | { readonly kind: 'embedding'; readonly id: string; readonly embedding: NonNullable<Activity['embedding']> }
  | { readonly kind: 'repository'; readonly id: string; readonly repository: OutlineRepository; readonly isOnly: boolean }
  /** `entityRef` is what commands about entities take. */
  | { readonly kind: 'entity'; readonly id: string; readonly repositoryId: string; readonly entityRef: string; readonly entity: OutlineEntity }
  | { readonly kind: 'document'; readonly id: string; readonly document: OutlineDocument }
  | { readonly kind: 'skipped'; readonly id: string; readonly repositoryId: string; readonly skipped: OutlineRepository['skipped'] }
  | { readonly kind: 'reason'; readonly id: string; readonly repositoryId: string; readonly reason: SkipReason; readonly count: number }
  | { readonly kind: 'file'; readonly id: string; readonly sourceRef: string; readonly reason: SkipReason }
  | { readonly kind: 'notices'; readonly id: string; readonly repositoryId: string; readonly count: number }
  | { readonly kind: 'notice'; readonly id: string; readonly notice: OutlineNotice }
  /** Stands for the rows of a list that are not shown yet; `parent` is the node they stand below, null for the root. */
  | { readonly kind: 'more'; readonly id: string; readonly parent: string | null; readonly shown: number; readonly total: number };

/** A place in a file that a node leads to; `line` is 1-based. */
export interface NodePlace {
  readonly sourceRef: string;
  readonly line: number;
}

/** Where a click on a node leads; null where it leads nowhere. */
export function placeOf(node: TreeNode): NodePlace | null {
  switch (node.kind) {
    case 'document':
      return { sourceRef: node.document.sourceRef, line: 1 };
    case 'file':
      return { sourceRef: node.sourceRef, line: 1 };
    case 'notice':
      return node.notice.sourceRef === null ? null : { sourceRef: node.notice.sourceRef, line: node.notice.line ?? 1 };
    default:
      return null;
  }
}

/** Where the thing a node stands for is declared; null where that is not known. */
export function declarationOf(node: TreeNode): NodePlace | null {
  return node.kind === 'entity' ? node.entity.declaredAt : null;
}

/** What names the thing a node stands for: the ref of an entity, else the path with its repository. */
export function referenceOf(node: TreeNode): string | null {
  switch (node.kind) {
    case 'repository':
      return node.repository.id;
    case 'entity':
      return node.entityRef;
    case 'document':
    case 'file':
      return placeOf(node)?.sourceRef ?? null;
    case 'notice':
      return node.notice.sourceRef;
    default:
      return null;
  }
}

/** The list that stands below a node; null where none does. */
export function partBelow(node: TreeNode): Exclude<OutlinePart, { of: 'repositories' }> | null {
  switch (node.kind) {
    case 'repository':
      return { of: 'entities', repositoryId: node.repository.id };
    case 'entity':
      return { of: 'documents', repositoryId: node.repositoryId, entityRef: node.entityRef };
    case 'reason':
      return { of: 'skipped', repositoryId: node.repositoryId, reason: node.reason };
    case 'notices':
      return { of: 'notices', repositoryId: node.repositoryId };
    default:
      return null;
  }
}
