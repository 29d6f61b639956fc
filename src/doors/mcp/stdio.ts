import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { isWrongInput } from '../../contract/errors';
import type { WorkspaceService } from '../../workspace/service';
import { openerOf } from './opener';
import { createMcpServer, type McpServerOptions } from './server';

export interface StdioOptions extends Pick<McpServerOptions, 'version' | 'ask' | 'log'> {
  /** Folders given on the command line; null: the client's roots, else the current folder. */
  readonly folders: readonly string[] | null;
  /** Makes the core for these folders (none: the work tree around the current folder). */
  readonly openService: (folders: readonly string[]) => Promise<WorkspaceService>;
}

/** The folders a client says it works on; none when it does not say. */
async function clientRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  const { roots } = await server.listRoots();
  return roots.filter((root) => root.uri.startsWith('file:')).map((root) => fileURLToPath(root.uri));
}

/**
 * Serves MCP on standard input and output until the client goes away.
 * @throws WorkspaceContextError when the folders given on the command line are wrong.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const opener = openerOf(async () => options.openService(options.folders ?? (await clientRoots(server))));
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
