import { MessageChannel, type MessagePort, type TransferListItem } from 'node:worker_threads';
import { WorkspaceContextError } from '../../contract/errors';
import type { WorkspaceService } from '../../workspace/service';
import { serveWorker } from './serveWorker';

/** What the thread of the MCP server is started with. */
export interface McpThreadData {
  readonly version: string;
  readonly token: string;
  readonly preferredPort: number | null;
  readonly healthy: boolean;
  /** Calls of the core go through here. */
  readonly core: MessagePort;
}

/** What the thread is told. */
export type McpThreadOrder =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'health'; readonly healthy: boolean }
  | { readonly kind: 'close' };

/** What the thread tells, once: where it listens. */
export interface McpThreadReport {
  readonly port: number;
  readonly url: string;
}

/** The part of a `worker_threads` Worker that is used here. */
export interface McpServerThread {
  postMessage(order: McpThreadOrder): void;
  once(event: 'message', listener: (report: McpThreadReport) => void): unknown;
  once(event: 'error', listener: (error: unknown) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** An MCP server that runs in a thread of its own. */
export interface RunningMcpServer extends McpThreadReport {
  setToken(token: string): void;
  setHealthy(healthy: boolean): void;
  close(): Promise<void>;
  /** Resolves when the server is gone, closed or not. */
  readonly ended: Promise<void>;
}

/** How long a thread may take to say goodbye to its clients, in milliseconds. */
const CLOSING_TIME = 2_000;

/**
 * Starts the MCP server in a thread: its parts take hundreds of milliseconds to load, and its clients send
 * what they like. The core stays where it is; this side passes its calls on.
 * @param start makes the thread with the data and what is handed over to it.
 * @param service the core to ask now; a call that it refuses to give one for is refused likewise.
 * @throws WorkspaceContextError (`unavailable`) when the thread ends before it listens.
 */
export async function startMcpThread(
  start: (data: McpThreadData, transfer: readonly TransferListItem[]) => McpServerThread,
  settings: Omit<McpThreadData, 'core'>,
  service: () => WorkspaceService,
): Promise<RunningMcpServer> {
  const { port1: here, port2: there } = new MessageChannel();
  serveWorker(here, service);
  const thread = start({ ...settings, core: there }, [there]);
  let reason: unknown = null;
  thread.once('error', (error) => {
    reason = error;
  });
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      here.close();
      resolve();
    });
  });
  const listening = new Promise<McpThreadReport>((resolve) => thread.once('message', resolve));
  const report = await Promise.race([listening, ended.then(() => null)]);
  if (report === null) {
    throw new WorkspaceContextError(
      'unavailable',
      'The MCP server could not be started; use the language-model tools (setting "workspaceContext.chatTools") or try again.',
      { cause: reason },
    );
  }
  return {
    ...report,
    setToken: (token) => thread.postMessage({ kind: 'token', token }),
    setHealthy: (healthy) => thread.postMessage({ kind: 'health', healthy }),
    close: async () => {
      thread.postMessage({ kind: 'close' });
      const overdue = setTimeout(() => void thread.terminate(), CLOSING_TIME);
      await ended;
      clearTimeout(overdue);
    },
    ended,
  };
}
