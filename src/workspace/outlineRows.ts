import type { OutlineDocument, OutlineEntity, OutlinePage, OutlinePart, OutlineRepository, OutlineRows } from '../contract/outline';
import type { WorkspaceService } from './service';

/** All rows of a list of the outline, page after page. */
export async function outlineRows<Part extends OutlinePart>(
  service: Pick<WorkspaceService, 'outline'>,
  part: Part,
): Promise<OutlineRows[Part['of']][]> {
  const rows: OutlineRows[Part['of']][] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: OutlinePage<OutlineRows[Part['of']]> = await service.outline(part, from);
    rows.push(...page.rows);
    from = page.next;
  }
  return rows;
}

/** A repository with its entities, and those with their documents. */
export interface OutlinedRepository extends Pick<OutlineRepository, 'id' | 'branch'> {
  readonly entities: readonly (OutlineEntity & { readonly of: readonly OutlineDocument[] })[];
}

/** The whole outline of a workspace, for doors that print it. */
export async function wholeOutline(service: Pick<WorkspaceService, 'outline'>): Promise<OutlinedRepository[]> {
  const outlined: OutlinedRepository[] = [];
  for (const { id, branch } of await outlineRows(service, { of: 'repositories' })) {
    const entities: OutlinedRepository['entities'][number][] = [];
    for (const entity of await outlineRows(service, { of: 'entities', repositoryId: id })) {
      const of = entity.documents === 0 ? [] : await outlineRows(service, { of: 'documents', repositoryId: id, entityRef: entity.ref });
      entities.push({ ...entity, of });
    }
    outlined.push({ id, branch, entities });
  }
  return outlined;
}
