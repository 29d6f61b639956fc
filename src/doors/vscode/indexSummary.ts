import * as l10n from '@vscode/l10n';
import type { WorkspaceStatus } from '../../contract/status';
import { countOf } from '../../wording/count';

/** One sentence about a finished refresh. */
export function indexSummaryOf({ repositories }: WorkspaceStatus): string {
  const documents = repositories.reduce((sum, repository) => sum + repository.documents, 0);
  const passages = repositories.reduce((sum, repository) => sum + repository.passages, 0);
  return l10n.t(
    'Workspace Context: {0} with {1} in {2} are up to date.',
    countOf(documents, 'document'),
    countOf(passages, 'passage'),
    countOf(repositories.length, 'repository'),
  );
}
