/** How a command ended. */
export type CommandEnd =
  | {
      readonly kind: 'ended';
      /** Its own exit code; 128 and the signal's number when a signal killed it. */
      readonly exitCode: number;
      /** True when somebody stopped it by a signal to this program: its exit code is no verdict. */
      readonly stopped: boolean;
    }
  | { readonly kind: 'not-started'; readonly reason: 'not-found' | 'not-executable' };

/**
 * Runs a command in the current folder, without a shell, on this program's own standard input, output
 * and error, until it ends. Signals to this program reach the command.
 * @param outputToStderr its output goes to standard error, so that standard output stays free.
 */
export type ForegroundCommand = (
  command: string,
  args: readonly string[],
  outputToStderr: boolean,
) => Promise<CommandEnd>;
