import type { RepositoryStatus, WorkspaceStatus } from '../../contract/status';
import type { SkipReason } from '../../contract/model';
import { harmlessLine } from '../../workspace/harmlessText';
import { ageOf } from '../../wording/age';
import type { Paint } from './terminal';

const REASONS: Readonly<Record<SkipReason, string>> = {
  'too-large': 'larger than 1 MiB',
  binary: 'not text',
  'secret-by-name': 'named like a secret',
  'link-leaves-repository': 'a link that leaves the repository',
  unreadable: 'may not be read',
  'test-data': 'test data declares nothing',
  'template-skeleton': 'a template skeleton declares nothing',
};

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function repositoryLines(repository: RepositoryStatus, nowMs: number, paint: Paint): string[] {
  const { lastRefresh } = repository;
  const head = repository.head === null ? (repository.git === 'repository' ? 'no commits yet' : 'not in git') : `commit ${repository.head.slice(0, 10)}`;
  return [
    `${paint.bold(repository.id)}  ${head}`,
    repository.verifiedAt === null
      ? '  not indexed yet'
      : `  ${counted(repository.documents, 'document')}, ${counted(repository.passages, 'passage')}, ${counted(repository.entities, 'entity', 'entities')}, ${counted(repository.edges, 'edge')}; verified ${ageOf(repository.verifiedAt, new Date(nowMs).toISOString())}${repository.stale > 0 ? paint.warn(`; ${counted(repository.stale, 'file')} changed since`) : ''}`,
    ...(lastRefresh === null
      ? []
      : [`  last refresh: ${lastRefresh.read} read, ${lastRefresh.parsed} parsed, ${lastRefresh.reused} reused, ${lastRefresh.removed} removed`]),
    ...(repository.problem === null ? [] : [paint.warn(`  ${repository.problem}`)]),
    ...repository.skipped.map(({ path, reason }) => `  skipped ${harmlessLine(path)}: ${REASONS[reason]}`),
    ...repository.notices.map(({ path, line, message }) =>
      paint.warn(`  ${path === '' ? '' : `${harmlessLine(path)}${line === null ? '' : `:${line}`}: `}${harmlessLine(message)}`),
    ),
    '',
  ];
}

/** The status of a workspace for a person at a terminal. */
export function statusOutput(status: WorkspaceStatus, nowMs: number, paint: Paint): string {
  return [
    `Workspace "${status.workspace}"`,
    '',
    ...status.notices.map((notice) => paint.warn(harmlessLine(notice))),
    ...status.repositories.flatMap((repository) => repositoryLines(repository, nowMs, paint)),
  ].join('\n');
}
