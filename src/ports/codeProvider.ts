/** What one request may take of what all of them share. It is a copy for that request: nothing of it is lent to another one. */
export interface CodeAllowance {
  /** The answer is at most so many bytes of UTF-8 JSON, its cursor aside. */
  readonly bytes: number;
  /** After so many milliseconds nobody waits for the answer any more; `signal` says so, too. */
  readonly millis: number;
  /** What the request may do in the repository. */
  readonly permission: 'read';
  /** Ends the request: the caller gave up, or its time is over. */
  readonly signal: AbortSignal;
}

/** Answers code.context for one repository at a time. Whoever asks trusts neither its answers nor its errors. */
export interface CodeProvider {
  /** What answers, as it calls itself in an answer. */
  readonly provider: string;
  /** How it does so. */
  readonly implementation: string;
  /**
   * One ordinary code.context request: its arguments as that tool takes them, `repo` being the one repository asked.
   * @throws WorkspaceContextError for what the caller can put right; anything else is a defect of the provider.
   */
  codeContext(request: Readonly<Record<string, unknown>>, allowance: CodeAllowance): Promise<unknown>;
}
