import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { isWrongInput, WorkspaceContextError } from '../../contract/errors';
import type { WorkspaceService } from '../../workspace/service';
import { answeringTransport } from './answeringTransport';
import { clientFolders } from './clientRoots';
import { openerOf } from './opener';
import { createMcpServer, type McpServerOptions } from './server';

export interface StdioOptions extends Pick<McpServerOptions, 'version' | 'ask' | 'log'> {
  /** Folders given on the command line; null: the client's roots, else the current folder. */
  readonly folders: readonly string[] | null;
  /** Makes the core for these folders (none: the work tree around the current folder), and for `missing` ones that it can only name. */
  readonly openService: (folders: readonly string[], missing?: readonly string[]) => Promise<WorkspaceService>;
}

const closedFolders = (): WorkspaceContextError =>
  new WorkspaceContextError('invalid-argument', 'The client has closed all the folders it worked on; open one, and ask again.');

/**
 * Serves MCP on standard input and output until the client goes away; what it asked before is answered first.
 * @throws WorkspaceContextError when the folders given on the command line are wrong.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const inputEnded = new AbortController();
  let hadRoots = false;
  const opener = openerOf(async () => {
    if (options.folders !== null) return options.openService(options.folders);
    const { present, missing } = await clientFolders(server, inputEnded.signal);
    // Nothing the client closed is answered from, be it the current folder.
    if (hadRoots && present.length + missing.length === 0) throw closedFolders();
    hadRoots = present.length + missing.length > 0;
    return options.openService(present, missing);
  });
  if (options.folders !== null) {
    await opener.service().catch((thrown: unknown) => {
      if (isWrongInput(thrown)) throw thrown;
    });
  }
  const { server, closed } = createMcpServer({ ...options, service: opener.service, health: opener.health });
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    if (options.folders === null) opener.forget();
  });
  // Many answers may wait for a slow reader, each with a listener of its own: no leak, and nothing to complain of on standard error.
  process.stdout.setMaxListeners(0);
  const transport = answeringTransport(new StdioServerTransport());
  const nothingMoreAsked = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  const nobodyReads = new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
  });
  await server.connect(transport);
  await Promise.race([closed, nothingMoreAsked, nobodyReads]);
  // The client cannot say any more which folders it works on.
  inputEnded.abort();
  await Promise.race([closed, nobodyReads, transport.answered()]);
  opener.dispose();
  await server.close();
}
