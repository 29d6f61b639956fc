import type { RepositoryStatus, WorkspaceStatus } from '../../contract/status';
import { ageOf } from '../../wording/age';
import { countOf } from '../../wording/count';
import { embeddedOf, meaningOf } from '../../wording/embedding';
import { redactedOf } from '../../wording/redacted';
import { runningOf } from '../../wording/running';
import { runOf } from '../../wording/run';
import { SKIP_REASON_WORDS } from '../../wording/skipReason';
import { plainMarkdown as plain } from './plainMarkdown';
import { grouped } from '../../wording/grouped';

const GIT_SENTENCES: Readonly<Record<RepositoryStatus['git'], string>> = {
  repository: 'git repository',
  none: 'plain folder, not in git',
  untrusted: 'git does not trust this folder (another owner), so it is read as a plain folder',
  unavailable: 'git could not be run, so it is read as a plain folder',
};

/** Nobody reads more of one kind, and the editor stands still while a page of thousands is written. */
const ROWS = 200;

/** Rows of a list; those beyond what is read are counted. */
function listed<Row>(rows: readonly Row[], lineOf: (row: Row) => string): string[] {
  const more = rows.length - ROWS;
  return [
    ...rows.slice(0, ROWS).map((row) => `- ${lineOf(row)}`),
    ...(more <= 0 ? [] : [`- and ${grouped(more)} more, which \`workspace-context status --json\` lists`]),
  ];
}

function repositoryLines(repository: RepositoryStatus, now: string): string[] {
  const refresh = repository.lastRefresh;
  const { lastError } = repository;
  const redacted = redactedOf(repository.redacted);
  return [
    `## ${plain(repository.id)}`,
    '',
    `- ${countOf(repository.documents, 'document')}, ${countOf(repository.passages, 'passage')}, ${countOf(repository.entities, 'entity')}, ${countOf(repository.edges, 'relation')}`,
    ...(repository.verifiedAt === null
      ? []
      : [`- ${GIT_SENTENCES[repository.git]}${repository.head === null ? '' : `, at commit ${repository.head.slice(0, 7)}`}`]),
    repository.verifiedAt === null
      ? '- not indexed yet'
      : `- compared with the files ${ageOf(repository.verifiedAt, now)}${repository.stale > 0 ? `; ${countOf(repository.stale, 'document')} changed since` : ''}`,
    ...(refresh === null
      ? []
      : [`- last refresh: ${countOf(refresh.parsed, 'document')} parsed, ${grouped(refresh.reused)} unchanged, ${grouped(refresh.removed)} removed`]),
    ...(repository.lastRun === null ? [] : [`- last run: ${plain(runOf(repository.lastRun, now))}`]),
    ...(repository.embedding === null ? [] : [`- ${embeddedOf(repository.embedding)}`]),
    ...(redacted === null ? [] : [`- ${redacted}`]),
    ...(repository.running === null ? [] : [`- ${runningOf(repository.running)}`]),
    ...(lastError === null || lastError.message === repository.problem ? [] : [`- last error, ${ageOf(lastError.at, now)}: ${plain(lastError.message)}`]),
    ...(repository.problem === null ? [] : [`- **Problem:** ${plain(repository.problem)}`]),
    '',
    ...(repository.notices.length === 0
      ? []
      : [
          '### Notices',
          '',
          ...listed(
            repository.notices,
            (notice) => `${plain(notice.path)}${notice.line === null ? '' : `:${notice.line}`}: ${plain(notice.message)}`,
          ),
          '',
        ]),
    ...(repository.skipped.length === 0
      ? []
      : [
          '### Left out',
          '',
          ...listed(repository.skipped, (skipped) => `${plain(skipped.path)}: ${SKIP_REASON_WORDS[skipped.reason]}`),
          '',
        ]),
  ];
}

/**
 * The status of a workspace as a page of Markdown. Names and messages that come from files are escaped.
 * @param now ISO time that ages are counted to.
 */
export function statusMarkdownOf(status: WorkspaceStatus, now: string): string {
  return [
    `# Workspace ${plain(status.workspace)}`,
    '',
    `- ${plain(meaningOf(status.embedding))}`,
    ...status.embedding.notices.map((notice) => `- ${plain(notice)}`),
    '',
    ...listed(status.notices, plain),
    ...listed(status.dangling, ({ from, type, to, sourceRef, line }) =>
      plain(`${sourceRef}:${line}: ${from} ${type} ${to}, and nothing declares one of them`),
    ),
    ...(status.notices.length + status.dangling.length > 0 ? [''] : []),
    ...(status.repositories.length === 0 ? ['No repository was found in the open folders.', ''] : []),
    ...status.repositories.flatMap((repository) => repositoryLines(repository, now)),
  ].join('\n');
}

/** One sentence about a finished refresh. */
export function indexSummaryOf(status: WorkspaceStatus): string {
  const documents = status.repositories.reduce((sum, repository) => sum + repository.documents, 0);
  const passages = status.repositories.reduce((sum, repository) => sum + repository.passages, 0);
  return `Workspace Context: ${countOf(documents, 'document')} with ${countOf(passages, 'passage')} in ${countOf(status.repositories.length, 'repository')} are up to date.`;
}
