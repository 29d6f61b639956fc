import type { RepositoryStatus, WorkspaceStatus } from '../../contract/status';
import { harmlessLine } from '../../workspace/harmlessText';
import { ageOf } from '../../wording/age';
import { countOf } from '../../wording/count';
import { embeddedOf, meaningOf } from '../../wording/embedding';
import { redactedOf } from '../../wording/redacted';
import { runningOf } from '../../wording/running';
import { runOf } from '../../wording/run';
import { skipReasonOf } from '../../wording/skipReason';
import type { Paint } from './terminal';

function headOf({ git, head }: RepositoryStatus): string {
  if (head !== null) return `commit ${head.slice(0, 10)}`;
  return git === 'repository' ? 'no commits yet' : 'not in git';
}

function repositoryLines(repository: RepositoryStatus, nowMs: number, paint: Paint): string[] {
  const { lastRefresh, lastError } = repository;
  const redacted = redactedOf(repository.redacted);
  return [
    [paint.bold(repository.id), ...(repository.verifiedAt === null ? [] : [headOf(repository)])].join('  '),
    repository.verifiedAt === null
      ? '  not indexed yet'
      : `  ${countOf(repository.documents, 'document')}, ${countOf(repository.passages, 'passage')}, ${countOf(repository.entities, 'entity')}, ${countOf(repository.edges, 'relation')}; compared with the files ${ageOf(repository.verifiedAt, new Date(nowMs).toISOString())}${repository.stale > 0 ? paint.warn(`; ${countOf(repository.stale, 'document')} changed since`) : ''}`,
    ...(lastRefresh === null
      ? []
      : [`  last refresh: ${lastRefresh.read} read, ${lastRefresh.parsed} parsed, ${lastRefresh.reused} unchanged, ${lastRefresh.removed} removed`]),
    ...(repository.lastRun === null ? [] : [`  last run: ${harmlessLine(runOf(repository.lastRun, new Date(nowMs).toISOString()))}`]),
    ...(repository.embedding === null ? [] : [`  ${embeddedOf(repository.embedding)}`]),
    ...(redacted === null ? [] : [`  ${redacted}`]),
    ...(repository.running === null ? [] : [`  ${runningOf(repository.running)}`]),
    ...(lastError === null || lastError.message === repository.problem
      ? []
      : [`  last error, ${ageOf(lastError.at, new Date(nowMs).toISOString())}: ${lastError.message}`]),
    ...(repository.problem === null ? [] : [paint.warn(`  ${repository.problem}`)]),
    ...repository.skipped.map(({ path, reason }) => `  skipped ${harmlessLine(path)}: ${skipReasonOf(reason)}`),
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
    meaningOf(status.embedding),
    ...status.embedding.notices.map((notice) => paint.warn(harmlessLine(notice))),
    '',
    ...status.notices.map((notice) => paint.warn(harmlessLine(notice))),
    ...status.dangling.map(({ from, type, to, sourceRef, line }) =>
      paint.warn(`${harmlessLine(sourceRef)}:${line}: ${from} ${type} ${to}, and nothing declares one of them`),
    ),
    ...(status.notices.length + status.dangling.length > 0 ? [''] : []),
    ...status.repositories.flatMap((repository) => repositoryLines(repository, nowMs, paint)),
  ].join('\n');
}
