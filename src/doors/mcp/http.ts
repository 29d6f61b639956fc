import { isWrongInput } from '../../contract/errors';
import type { WorkspaceService } from '../../workspace/service';
import { allowanceOf } from './allowance';
import { CALLS_AT_ONCE } from './httpLimits';
import { type HttpServer, startHttpServer } from './httpServer';
import { openerOf } from './opener';
import { createMcpServer, type McpServerOptions } from './server';

export interface ServeFoldersOptions extends Pick<McpServerOptions, 'version' | 'ask' | 'log'> {
  readonly token: string;
  readonly preferredPort: number | null;
  readonly openService: () => Promise<WorkspaceService>;
}

/**
 * Serves one core, opened before anyone can ask, to any number of clients over HTTP.
 * @throws WorkspaceContextError when what it is to be opened on is wrong.
 */
export async function serveFolders(options: ServeFoldersOptions): Promise<Pick<HttpServer, 'port' | 'url' | 'close'>> {
  const opener = openerOf(options.openService);
  await opener.service().catch((thrown: unknown) => {
    if (isWrongInput(thrown)) throw thrown;
  });
  const { version, ask, log, token, preferredPort } = options;
  const calls = allowanceOf(CALLS_AT_ONCE);
  const server = await startHttpServer({
    token,
    preferredPort,
    log,
    createSession: () => createMcpServer({ version, ask, log, service: opener.service, health: opener.health, calls }),
  });
  return {
    port: server.port,
    url: server.url,
    close: async () => {
      opener.dispose();
      await server.close();
    },
  };
}
