import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { isWrongInput } from '../../contract/errors';
import type { WorkspaceService } from '../../workspace/service';
import { clientFolders } from './clientRoots';
import { openerOf } from './opener';
import { createMcpServer, type McpServerOptions } from './server';

export interface StdioOptions extends Pick<McpServerOptions, 'version' | 'ask' | 'log'> {
  /** Folders given on the command line; null: the client's roots, else the current folder. */
  readonly folders: readonly string[] | null;
  /** Makes the core for these folders (none: the work tree around the current folder), and for `missing` ones that it can only name. */
  readonly openService: (folders: readonly string[], missing?: readonly string[]) => Promise<WorkspaceService>;
}

/**
 * Serves MCP on standard input and output until the client goes away.
 * @throws WorkspaceContextError when the folders given on the command line are wrong.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const opener = openerOf(async () => {
    if (options.folders !== null) return options.openService(options.folders);
    const { present, missing } = await clientFolders(server);
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
  const clientGone = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    // Nobody reads the answers any more.
    process.stdout.once('error', () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, clientGone]);
  opener.dispose();
  await server.close();
}
