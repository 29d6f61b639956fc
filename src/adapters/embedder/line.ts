import { fork } from 'node:child_process';
import process from 'node:process';
import type { EmbedderReply, EmbedderRequest } from './protocol';

/** A running embedder process, seen from the one that started it. */
export interface EmbedderLine {
  send(request: EmbedderRequest): void;
  onReply(listener: (reply: EmbedderReply) => void): void;
  /** Calls back once, when the process has ended or could not be started; `detail` is for the log. */
  onEnd(listener: (detail: string) => void): void;
  /** Whether this process stays alive for the other one's sake. */
  keepAlive(needed: boolean): void;
  /** Ends the process at once: it holds nothing that could be lost. */
  end(): void;
}

/** How much of what a process wrote to its standard error is kept for the log, in characters. */
const KEPT_ERROR = 2000;

/**
 * Starts the embedder's process: this same program as a plain Node (also where it is Electron).
 * @param entry the bundle `embedder.js`.
 * @param execArgv arguments for Node; none of this process's own are passed on.
 */
export function startLine(entry: string, execArgv: readonly string[] = []): EmbedderLine {
  const child = fork(entry, [], {
    execArgv: [...execArgv],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-KEPT_ERROR);
  });
  return {
    // A process that is gone cannot be told anything; its end is what counts.
    send: (request) => void child.send(request, () => undefined),
    onReply: (listener) => void child.on('message', (reply) => listener(reply as EmbedderReply)),
    onEnd: (listener) => {
      let ended = false;
      const end = (detail: string): void => {
        if (!ended) listener(detail);
        ended = true;
      };
      child.on('exit', (code, signal) => end(`${signal ?? `exit code ${code}`} ${written.trim()}`.trim()));
      child.on('error', (error) => {
        if (child.pid === undefined) end(error.message);
      });
    },
    keepAlive: (needed) => {
      for (const handle of [child, child.channel, child.stderr as unknown as NodeJS.RefCounted | null]) {
        if (needed) handle?.ref();
        else handle?.unref();
      }
    },
    end: () => void child.kill('SIGKILL'),
  };
}
