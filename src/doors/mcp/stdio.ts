import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { WorkspaceService } from '../../workspace/service';
import { createMcpServer, type McpServerOptions } from './server';

export interface StdioOptions extends Omit<McpServerOptions, 'service'> {
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

/** Serves MCP on standard input and output until the client goes away. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  let opened: Promise<WorkspaceService> | null = null;
  const service = (): Promise<WorkspaceService> => {
    opened ??= (async () => options.openService(options.folders ?? (await clientRoots(server))))().catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    });
    return opened;
  };
  const server = createMcpServer({ ...options, service });
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    if (options.folders === null) opened = null;
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
