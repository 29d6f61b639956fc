import * as l10n from '@vscode/l10n';
import type { RepositoryStatus, WorkspaceStatus } from '../../contract/status';
import { ageOf, shortCommitOf } from '../../wording/age';
import { countOf } from '../../wording/count';
import { embeddedOf, meaningOf } from '../../wording/embedding';
import { grouped } from '../../wording/grouped';
import { redactedOf } from '../../wording/redacted';
import { runningOf } from '../../wording/running';
import { runOf } from '../../wording/run';
import { skipReasonOf } from '../../wording/skipReason';
import { harmlessLine as plain } from '../../workspace/harmlessText';

function gitSentenceOf(git: RepositoryStatus['git']): string {
  switch (git) {
    case 'repository':
      return l10n.t('git repository');
    case 'none':
      return l10n.t('plain folder, not in git');
    case 'untrusted':
      return l10n.t('git does not trust this folder (another owner), so it is read as a plain folder');
    case 'unavailable':
      return l10n.t('git could not be run, so it is read as a plain folder');
  }
}

/** Nobody reads more of one kind, and the editor stands still while a page of thousands is written. */
const ROWS = 200;

/** A list below a line of its own, indented so that it can be folded; rows beyond what is read are counted. */
function listed<Row>(title: string, rows: readonly Row[], omitted: number, lineOf: (row: Row) => string): string[] {
  if (rows.length + omitted === 0) return [];
  const more = Math.max(0, rows.length - ROWS) + omitted;
  return [
    '',
    `  ${title}`,
    ...rows.slice(0, ROWS).map((row) => `    ${lineOf(row)}`),
    ...(more <= 0 ? [] : [`    ${l10n.t('and {0} more, which workspace-context status --json lists', grouped(more))}`]),
  ];
}

function repositoryLines(repository: RepositoryStatus, now: string): string[] {
  const { lastError, lastRefresh, lastRun, embedding, running, problem, verifiedAt, stale, head } = repository;
  const redacted = redactedOf(repository.redacted);
  const counts = [
    countOf(repository.documents, 'document'),
    countOf(repository.passages, 'passage'),
    countOf(repository.entities, 'entity'),
    countOf(repository.edges, 'relation'),
  ].join(', ');
  const facts = [
    counts,
    ...(verifiedAt === null
      ? [l10n.t('not indexed yet')]
      : [
          head === null ? gitSentenceOf(repository.git) : l10n.t('{0}, at commit {1}', gitSentenceOf(repository.git), shortCommitOf(head)),
          l10n.t('compared with the files {0}', ageOf(verifiedAt, now)),
          ...(stale > 0 ? [l10n.t('{0} changed since', countOf(stale, 'document'))] : []),
        ]),
    ...(lastRefresh === null
      ? []
      : [
          l10n.t(
            'last refresh: {0} parsed, {1} unchanged, {2} removed',
            countOf(lastRefresh.parsed, 'document'),
            grouped(lastRefresh.reused),
            grouped(lastRefresh.removed),
          ),
        ]),
    ...(lastRun === null ? [] : [l10n.t('last run: {0}', plain(runOf(lastRun, now)))]),
    ...(embedding === null ? [] : [embeddedOf(embedding)]),
    ...(redacted === null ? [] : [redacted]),
    ...(running === null ? [] : [runningOf(running)]),
    ...(lastError === null || lastError.message === problem ? [] : [l10n.t('last error, {0}: {1}', ageOf(lastError.at, now), plain(lastError.message))]),
    ...(problem === null ? [] : [l10n.t('Problem: {0}', plain(problem))]),
  ];
  return [
    plain(repository.id),
    ...facts.map((fact) => `  ${fact}`),
    ...listed(
      l10n.t('Notices'),
      repository.notices,
      repository.omitted?.notices ?? 0,
      ({ path, line, message }) => `${path === '' ? '' : `${plain(path)}${line === null ? '' : `:${line}`}: `}${plain(message)}`,
    ),
    ...listed(l10n.t('Left out'), repository.skipped, repository.omitted?.skipped ?? 0, ({ path, reason }) => `${plain(path)}: ${skipReasonOf(reason)}`),
    '',
  ];
}

/**
 * The status of a workspace as a page of text: what belongs to a repository stands indented below it.
 * @param now ISO time that ages are counted to.
 */
export function statusTextOf(status: WorkspaceStatus, now: string): string {
  const { embedding, notices, dangling, repositories, omitted } = status;
  return [
    l10n.t('Workspace "{0}"', plain(status.workspace)),
    `  ${meaningOf(embedding)}`,
    ...embedding.notices.map((notice) => `  ${plain(notice)}`),
    ...listed(l10n.t('Notices'), notices, omitted?.notices ?? 0, plain),
    ...listed(l10n.t('Relations to what nothing declares'), dangling, omitted?.dangling ?? 0, ({ from, type, to, sourceRef, line }) =>
      plain(`${sourceRef}:${line}: ${from} ${type} ${to}`),
    ),
    '',
    ...(repositories.length === 0 ? [l10n.t('No repository was found in the open folders.'), ''] : []),
    ...repositories.flatMap((repository) => repositoryLines(repository, now)),
  ].join('\n');
}
