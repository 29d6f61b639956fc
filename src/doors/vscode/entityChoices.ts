import type { OutlineEntity, OutlinePage, OutlinePart, OutlineRows } from '../../contract/outline';
import type { WorkspaceService } from '../../workspace/service';

/** An entity to choose, once however many repositories know it. */
export type EntityChoice = Pick<OutlineEntity, 'ref' | 'kind' | 'name' | 'title'>;

/** More than that nobody looks through; whoever has more writes the name. */
export const CHOICES_LIMIT = 5_000;

async function allOf<Part extends OutlinePart>(service: WorkspaceService, part: Part): Promise<OutlineRows[Part['of']][]> {
  const rows: OutlineRows[Part['of']][] = [];
  for (let from: number | null = 0; from !== null && rows.length < CHOICES_LIMIT; ) {
    const page: OutlinePage<OutlineRows[Part['of']]> = await service.outline(part, from);
    rows.push(...page.rows);
    from = page.next;
  }
  return rows;
}

/** The entities of the open repositories, by their refs. Looks at the index alone: none where nothing is indexed yet. */
export async function entityChoicesOf(service: WorkspaceService): Promise<readonly EntityChoice[]> {
  const repositories = await allOf(service, { of: 'repositories' });
  const choices = new Map<string, EntityChoice>();
  for (const { id } of repositories) {
    if (choices.size >= CHOICES_LIMIT) break;
    for (const { ref, kind, name, title, declaredAt } of await allOf(service, { of: 'entities', repositoryId: id })) {
      // Who declares an entity knows its title.
      if (declaredAt !== null || !choices.has(ref)) choices.set(ref, { ref, kind, name, title });
    }
  }
  return [...choices.values()].sort((left, right) => (left.ref < right.ref ? -1 : left.ref > right.ref ? 1 : 0));
}
