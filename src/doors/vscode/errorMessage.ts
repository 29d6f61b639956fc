import * as l10n from '@vscode/l10n';
import { type ErrorReport, errorReportOf } from '../../contract/errors';

/** Why nothing is read in this window, as agents read it; `personMessageOf` has the same in the language of the editor. */
export const NOT_TRUSTED =
  'This workspace is not trusted, so Workspace Context reads nothing in it. Trust it with "Workspaces: Manage Workspace Trust", then ask again.';
export const NO_FOLDER = 'No folder of this machine is open in this window. Open a folder or a workspace, then ask again.';

/** What is said of an error that is not ours. */
const UNKNOWN = errorReportOf(null).error.message;

/** What a model reads of an error: ours as it is, any other without its details. */
export function messageOf(thrown: unknown): string {
  return errorReportOf(thrown).error.message;
}

/** What a person reads of an error. The core's own sentences are English behind every door. */
export function personMessageOf(thrown: unknown): string {
  const message = messageOf(thrown);
  switch (message) {
    case UNKNOWN:
      return l10n.t(
        'Something went wrong inside Workspace Context. Try again; if it happens again, start the editor with WORKSPACE_CONTEXT_DEBUG=1 and look at the log of the extension host.',
      );
    case NOT_TRUSTED:
      return l10n.t(
        'This workspace is not trusted, so Workspace Context reads nothing in it. Trust it with "Workspaces: Manage Workspace Trust", then ask again.',
      );
    case NO_FOLDER:
      return l10n.t('No folder of this machine is open in this window. Open a folder or a workspace, then ask again.');
    default:
      return message;
  }
}

/** What a panel is told of an error: its code, and what a person reads. */
export const personReportOf = (thrown: unknown): ErrorReport['error'] => ({ code: errorReportOf(thrown).error.code, message: personMessageOf(thrown) });
