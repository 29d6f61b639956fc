import { partsOfEntityRef, repositoryRefOf } from '../contract/entityRef';
import { jsonBytes } from '../contract/jsonBytes';
import { type EntityRef, OWN_REPOSITORY_REF, type RepositoryPath, type SkipReason } from '../contract/model';
import type { OutlineDocument, OutlineEntity, OutlineList, OutlineNotice, OutlinePage, OutlinePart, OutlineRepository, OutlineRows, OutlineSkipped } from '../contract/outline';
import type { RepositoryEmbedding, RepositoryStatus } from '../contract/status';
import { danglingEdges } from '../graph/graph';
import type { Picture } from './answer';
import { sourceRefOf } from './citation';
import type { Member } from './members';
import { noticesOfMember } from './workspaceStatus';

/**
 * A page is at most so many rows and so many bytes of JSON: what passes between two threads in one message stays below
 * 64 KiB, also where the engine takes two bytes for each letter.
 */
export const PAGE_ROWS = 200;
export const PAGE_BYTES = 24 * 1024;

/** Longer ones are cut: nobody reads more of them in a list. */
const TITLE_LENGTH = 300;
const MESSAGE_LENGTH = 1_000;

/** What of a repository no snapshot tells. */
export interface RepositoryFacts {
  readonly branch: string | null;
  readonly stale: number | null;
  readonly running: RepositoryStatus['running'];
  readonly embedding: RepositoryEmbedding | null;
}

export const NO_FACTS: RepositoryFacts = { branch: null, stale: null, running: null, embedding: null };

/** The kinds that people look for first, in the order they are listed in; others follow by name. */
const KINDS = ['repo', 'domain', 'system', 'component', 'api', 'resource', 'group', 'user'];

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function byKindAndName(left: OutlineEntity, right: OutlineEntity): number {
  const rank = (kind: string): number => (KINDS.includes(kind) ? KINDS.indexOf(kind) : KINDS.length);
  return rank(left.kind) - rank(right.kind) || compare(left.kind, right.kind) || compare(left.ref, right.ref);
}

function cut(text: string, length: number): string {
  const letters = text.length <= length ? null : [...text.slice(0, length * 2)];
  return letters === null || letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`;
}

/** The rows from `from` on, as many as a page holds; one is always on it. */
export function pageOf<Row>(rows: readonly Row[], from: number): OutlinePage<Row> {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows.slice(from, from + PAGE_ROWS)) {
    bytes += jsonBytes(row) + 1;
    if (page.length > 0 && bytes > PAGE_BYTES) break;
    page.push(row);
  }
  const end = from + page.length;
  return { rows: page, total: rows.length, next: end < rows.length ? end : null };
}

function skippedCounts(member: Member): OutlineRepository['skipped'] {
  const counts = new Map<SkipReason, number>();
  for (const { reason } of member.snapshot?.skipped ?? []) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((left, right) => right.count - left.count || compare(left.reason, right.reason));
}

/** The refs of documents as answers have them. */
const ownRefs = (member: Member, refs: readonly EntityRef[]): EntityRef[] =>
  refs.map((ref) => (ref === OWN_REPOSITORY_REF ? repositoryRefOf(member.id) : ref));

function entitiesOf(member: Member): OutlineEntity[] {
  const own = repositoryRefOf(member.id);
  const documents = new Map<EntityRef, number>();
  for (const { entityRefs } of member.snapshot?.documents ?? []) {
    for (const ref of ownRefs(member, entityRefs)) documents.set(ref, (documents.get(ref) ?? 0) + 1);
  }
  const declared = new Map(
    (member.snapshot?.entities ?? []).map((entity): [EntityRef, OutlineEntity] => {
      const isOwn = entity.ref === OWN_REPOSITORY_REF;
      const ref = isOwn ? own : entity.ref;
      return [
        ref,
        {
          ref,
          kind: entity.kind,
          name: isOwn ? member.id : entity.name,
          title: entity.title === null ? null : cut(entity.title, TITLE_LENGTH),
          derived: entity.derived,
          documents: documents.get(ref) ?? 0,
          declaredAt: { sourceRef: sourceRefOf(member.id, entity.declaredAt.path), line: entity.declaredAt.line },
        },
      ];
    }),
  );
  const elsewhere = [...documents].flatMap(([ref, count]): OutlineEntity[] => {
    const { kind, name } = partsOfEntityRef(ref);
    return declared.has(ref) ? [] : [{ ref, kind, name, title: null, derived: false, documents: count, declaredAt: null }];
  });
  return [...declared.values(), ...elsewhere].sort(byKindAndName);
}

/** What a document is counted by; of one repository that is not opened nothing is counted. */
const passagesOf = ({ searchable }: Member, path: RepositoryPath): number => searchable?.passagesOf(path) ?? 0;

function documentsOf(member: Member, entityRef: EntityRef): OutlineDocument[] {
  return (member.snapshot?.documents ?? [])
    .filter(({ entityRefs }) => ownRefs(member, entityRefs).includes(entityRef))
    .map(
      ({ path, title, sourceKind, attachedBy, changedAt, dirty }): OutlineDocument => ({
        sourceRef: sourceRefOf(member.id, path),
        title: cut(title, TITLE_LENGTH),
        sourceKind,
        attachedBy,
        passages: passagesOf(member, path),
        changedAt,
        dirty,
      }),
    )
    .sort((left, right) => compare(left.sourceRef, right.sourceRef));
}

/** The notices of a repository: its own, and what the graph of the workspace says of its declarations. */
function noticesOf({ graph }: Pick<Picture, 'graph'>, member: Member): OutlineNotice[] {
  const notices = [
    ...noticesOfMember(member),
    ...graph.notices.filter(({ repositoryId }) => repositoryId === member.id),
    ...danglingEdges(graph)
      .filter(({ repositoryId }) => repositoryId === member.id)
      .map(({ from, type, to, declaredAt }) => ({ ...declaredAt, message: `${from} ${type} ${to}, and nothing declares one of them` })),
  ];
  return notices.map(({ path, line, message }) => ({
    sourceRef: path === '' ? null : sourceRefOf(member.id, path),
    line,
    message: cut(message, MESSAGE_LENGTH),
  }));
}

function repositoryOf(picture: Pick<Picture, 'graph'>, member: Member, facts: RepositoryFacts): OutlineRepository {
  const { snapshot } = member;
  return {
    id: member.id,
    git: snapshot?.git.kind ?? 'none',
    head: snapshot?.git.head ?? null,
    documents: snapshot?.documents.length ?? 0,
    passages: snapshot?.passageCount ?? 0,
    entities: entitiesOf(member).length,
    skipped: skippedCounts(member),
    notices: noticesOf(picture, member).length,
    verifiedAt: snapshot?.verifiedAt ?? null,
    problem: member.problem,
    ...facts,
  };
}

function rowsOf(picture: Pick<Picture, 'members' | 'graph'>, part: Exclude<OutlinePart, { of: 'repositories' }>): readonly OutlineRows[OutlineList][] {
  const member = picture.members.find(({ id }) => id === part.repositoryId);
  if (member === undefined) return [];
  switch (part.of) {
    case 'entities':
      return entitiesOf(member);
    case 'documents':
      return documentsOf(member, part.entityRef);
    case 'skipped':
      return (member.snapshot?.skipped ?? [])
        .filter(({ reason }) => reason === part.reason)
        .map(({ path }): OutlineSkipped => ({ sourceRef: sourceRefOf(member.id, path) }));
    case 'notices':
      return noticesOf(picture, member);
  }
}

/**
 * A page of a list of the outline, of what is loaded: nothing is looked at on disk. A list of a repository that is not open is
 * empty.
 * @param factsOf what is known of a member beside its snapshot.
 */
export function outlinePage(
  picture: Pick<Picture, 'members' | 'graph'>,
  part: OutlinePart,
  from: number,
  factsOf: (member: Member) => RepositoryFacts,
): OutlinePage<OutlineRows[OutlineList]> {
  return part.of === 'repositories'
    ? pageOf(picture.members.map((member) => repositoryOf(picture, member, factsOf(member))), from)
    : pageOf(rowsOf(picture, part), from);
}
