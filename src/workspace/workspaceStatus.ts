import { CONTRACT_VERSION } from '../contract/constants';
import type { FileNotice, LastRun } from '../contract/model';
import type { RepositoryEmbedding, RepositoryStatus, WorkspaceEmbedding, WorkspaceStatus } from '../contract/status';
import { danglingEdges, type Graph } from '../graph/graph';
import { sourceRefOf } from './citation';
import type { Member } from './members';
import type { Work } from './work';
import { redactionNotices } from './redactionNotices';

/** What people should know of a repository's files; a notice without a path concerns it as a whole. */
export function noticesOfMember({ snapshot }: Member): FileNotice[] {
  return [
    ...(snapshot?.git.notices ?? []).map((message) => ({ path: '', line: null, message })),
    ...(snapshot?.notices ?? []),
    ...redactionNotices(snapshot?.redacted ?? []),
  ];
}

/** What is known of one repository; `stale` counts its files that changed since. */
export function repositoryStatusOf(
  member: Member,
  stale: number,
  lastRun: LastRun | null,
  work: ReturnType<Work['of']>,
  embedding: RepositoryEmbedding | null,
): RepositoryStatus {
  const { snapshot } = member;
  const redacted = snapshot?.redacted ?? [];
  return {
    id: member.id,
    git: snapshot?.git.kind ?? 'none',
    head: snapshot?.git.head ?? null,
    documents: snapshot?.documents.length ?? 0,
    passages: snapshot?.passageCount ?? 0,
    entities: snapshot?.entities.length ?? 0,
    edges: snapshot?.edges.length ?? 0,
    skipped: [...(snapshot?.skipped ?? [])],
    notices: noticesOfMember(member),
    redacted: { secrets: redacted.reduce((sum, { count }) => sum + count, 0), files: redacted.length },
    verifiedAt: snapshot?.verifiedAt ?? null,
    stale,
    lastRefresh: snapshot?.lastRefresh ?? null,
    embedding,
    lastRun,
    problem: member.problem,
    ...work,
  };
}

/** The status of a workspace: beside its repositories, what its graph has to say as a whole. */
export function workspaceStatusOf(workspace: string, embedding: WorkspaceEmbedding, repositories: readonly RepositoryStatus[], graph: Graph): WorkspaceStatus {
  return {
    contract: CONTRACT_VERSION,
    workspace,
    embedding,
    repositories: [...repositories],
    notices: graph.notices.map(
      ({ repositoryId, path, line, message }) => `${sourceRefOf(repositoryId, path)}${line === null ? '' : `:${line}`}: ${message}`,
    ),
    dangling: danglingEdges(graph).map(({ from, type, to, repositoryId, declaredAt }) => ({
      from,
      type,
      to,
      sourceRef: sourceRefOf(repositoryId, declaredAt.path),
      line: declaredAt.line,
    })),
  };
}
