import type { ChildProcess } from 'node:child_process';
import { PassThrough, pipeline, Readable } from 'node:stream';

export interface SpawnOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly windowsHide: true;
  readonly stdio: ['ignore' | 'pipe', 'pipe', 'pipe'];
}

/** Starts a program; `spawn` of `node:child_process`, or what counts its calls. */
export type SpawnProcess = (
  executable: string,
  args: readonly string[],
  options: SpawnOptions,
) => ChildProcess;

export interface GitEnd {
  /** Exit code; null when the process was killed or never started. */
  readonly code: number | null;
  /** What git complained about, cut to a readable length. */
  readonly complaint: string;
}

export interface RunningGit {
  /** Standard output as it arrives, for one reader. It ends early when git is killed. */
  readonly output: AsyncIterable<Buffer>;
  /** Settles once the process is gone; never rejects. */
  readonly ended: Promise<GitEnd>;
  /** Ends the process; what it still had to say is dropped. */
  stop(): void;
}

/** Runs git in one folder; `input` is what it reads from its standard input (nothing when left out). */
export type GitRunner = (args: readonly string[], input?: string) => RunningGit;

export interface RunnerSettings {
  readonly executable: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly spawn: SpawnProcess;
  /** Milliseconds without any output after which git is ended: a hostile repository can make it wait for ever. */
  readonly silenceLimit: number;
}

const COMPLAINT_LIMIT = 4_000;
/** How far git may run ahead of its reader: enough that neither waits for the other. */
const BUFFERED_BYTES = 1024 * 1024;

/**
 * What every git of ours is told: no locks, no pager, and nothing of the repository's configuration
 * that starts a program or changes what the commands below print.
 */
const HARDENING = [
  '--no-optional-locks',
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    // No folder can lie below a device, so no hook is ever found.
    'core.hooksPath=/dev/null',
    'core.quotePath=false',
    'color.ui=false',
    'log.showSignature=false',
    'log.showRoot=true',
    'log.follow=false',
    'diff.relative=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** A runner for one folder. Nothing goes through a shell. */
export function gitRunner(settings: RunnerSettings): GitRunner {
  return (args, input) => startGit(settings, args, input);
}

function startGit({ executable, folder, env, spawn, silenceLimit }: RunnerSettings, args: readonly string[], input?: string): RunningGit {
  let child: ChildProcess;
  try {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    child = spawn(executable, [...HARDENING, ...args], { cwd: folder, env, windowsHide: true, stdio: [stdin, 'pipe', 'pipe'] });
  } catch (error) {
    return failedStart(Promise.resolve({ code: null, complaint: String(error) }));
  }
  let complaint = '';
  const ended = new Promise<GitEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, complaint: error.message }));
    child.once('close', (code) => resolve({ code, complaint }));
  });
  const { stdin, stdout, stderr } = child;
  // Where the system has no more files to give, a process is made without pipes and fails later.
  if (stdout === null || stdout === undefined || stderr === null || stderr === undefined) return failedStart(ended);
  // A git that ends early closes the pipe under its writer; `ended` says why.
  if (input !== undefined) stdin?.on('error', () => undefined).end(input);
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < COMPLAINT_LIMIT) complaint = (complaint + text).slice(0, COMPLAINT_LIMIT);
  });
  // Node throws away what nobody reads of a process that has exited, and a reader may come later.
  const output = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  pipeline(stdout, output, () => undefined);
  const stop = (): void => {
    child.kill('SIGKILL');
    // A grandchild may hold the pipes open after the child is gone.
    output.destroy();
    stderr.destroy();
  };
  return { output: watchedOutput(output, silenceLimit, stop), ended, stop };
}

function failedStart(ended: Promise<GitEnd>): RunningGit {
  return { output: Readable.from([]), ended, stop: () => undefined };
}

async function* watchedOutput(output: Readable, silenceLimit: number, stop: () => void): AsyncGenerator<Buffer> {
  let timer = setTimeout(stop, silenceLimit);
  try {
    for await (const chunk of output) {
      clearTimeout(timer);
      yield chunk as Buffer;
      timer = setTimeout(stop, silenceLimit);
    }
  } catch {
    // A destroyed stream ends with an error; `ended` says why.
  } finally {
    clearTimeout(timer);
  }
}

/** Runs git to its end and returns all it printed, for commands that print little. */
export async function outputOf(running: RunningGit): Promise<GitEnd & { readonly text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of running.output) chunks.push(chunk);
  return { ...(await running.ended), text: Buffer.concat(chunks).toString('utf8') };
}
