import { errorReportOf, WorkspaceContextError } from '../../contract/errors';

/** What a person or a model reads of an error: ours as it is, any other without its details. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof WorkspaceContextError
    ? thrown.message
    : `${errorReportOf(thrown).error.message}`;
}
