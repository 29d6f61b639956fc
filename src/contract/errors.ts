/** What can be wrong with a call. The codes are part of the contract: agents and scripts switch on them. */
export const ERROR_CODES = [
  'invalid-argument',
  'unknown-argument',
  'workspace-not-readable',
  'unknown-command',
  'not-trusted',
  'unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An error a person or an agent can act on: `message` is one sentence that says what to change. */
export class WorkspaceContextError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WorkspaceContextError';
    this.code = code;
  }
}

/** Whether an error is the caller's to put right: the same call would fail again. */
export function isWrongInput(thrown: unknown): boolean {
  return thrown instanceof WorkspaceContextError && !['unavailable', 'internal'].includes(thrown.code);
}

/** The JSON form of an error, the same behind every door. */
export interface ErrorReport {
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

/**
 * Turns anything thrown into the JSON form. An error that is not ours keeps its details to itself:
 * its message may hold a path of the machine.
 */
export function errorReportOf(thrown: unknown): ErrorReport {
  if (thrown instanceof WorkspaceContextError) {
    return { error: { code: thrown.code, message: thrown.message } };
  }
  return {
    error: {
      code: 'internal',
      message: 'Something went wrong inside Workspace Context; run the command again with WORKSPACE_CONTEXT_DEBUG=1 to see where.',
    },
  };
}
