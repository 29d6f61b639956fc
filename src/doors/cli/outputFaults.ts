/** What a write to a pipe fails with when nobody reads it any more, on Windows the second. */
const READER_GONE = ['EPIPE', 'EOF'];

const FAILED = 1;

/** What of a process this needs; `process` itself, or a test's stand-in. */
export interface OutputProcess {
  readonly stdout: NodeJS.EventEmitter;
  readonly stderr: NodeJS.EventEmitter & { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/**
 * Keeps a failing output from ending the program with a stack trace. A reader that has seen enough and
 * gone (`| head`) is no fault; an output that cannot be written, as on a full disk, is told in one
 * sentence on stderr and makes the exit code 1.
 */
export function handleOutputFaults(process: OutputProcess): void {
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (READER_GONE.includes(fault.code ?? '')) return;
    process.exitCode = FAILED;
    process.stderr.write('The answer could not be written out; see that there is room where it is written to.\n');
  });
  // Nothing is left to say it on.
  process.stderr.on('error', () => undefined);
}
