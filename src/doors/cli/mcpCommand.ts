import { WorkspaceContextError } from '../../contract/errors';
import type { Log } from '../../ports/log';
import type { WorkspaceService } from '../../workspace/service';
import { clockOption, type SharedOptions } from './options';
import { stopAsked } from './stopAsked';

/** What serving MCP needs of the program. */
export interface McpPorts {
  readonly version: string;
  readonly stdout: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Makes a secret that nobody can guess. */
  readonly newToken: () => string;
  /** The port that was listened on last. */
  readonly portMemory: { read(): Promise<number | null>; write(port: number): Promise<void> };
}

export interface McpOptions extends SharedOptions {
  readonly http: boolean;
  readonly port: string | undefined;
}

/** Makes the core for folders (none: the work tree around the current folder), and for `missing` ones that it can only name. */
export type OpenFolders = (folders: readonly string[], missing?: readonly string[]) => Promise<WorkspaceService>;

const TOKEN_VARIABLE = 'WORKSPACE_CONTEXT_TOKEN';

const wrong = (message: string): WorkspaceContextError => new WorkspaceContextError('invalid-argument', message);

/**
 * `--port` as a number; null when it was not given.
 * @throws WorkspaceContextError when it is no port.
 */
export function portOption(value: string | undefined): number | null {
  if (value === undefined) return null;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw wrong('"--port" must be a whole number from 1 to 65535.');
  return port;
}

/**
 * The token a person chose; null when there is none.
 * @throws WorkspaceContextError when it is easy to guess or does not fit a header.
 */
export function tokenOf(env: McpPorts['env']): string | null {
  const token = env[TOKEN_VARIABLE] ?? '';
  if (token === '') return null;
  if (!/^[A-Za-z0-9._~+/=-]{16,512}$/.test(token)) {
    throw wrong(`${TOKEN_VARIABLE} must be 16 to 512 letters, digits or characters of "._~+/=-".`);
  }
  return token;
}

async function serveHttp(ports: McpPorts, options: McpOptions, open: OpenFolders): Promise<void> {
  const asked = portOption(options.port);
  const token = tokenOf(ports.env) ?? ports.newToken();
  const now = clockOption(options.now);
  const { serveFolders } = await import(/* webpackChunkName: "mcp-http" */ '../mcp/http');
  const server = await serveFolders({
    version: ports.version,
    ask: { wait: false, now },
    log: ports.log,
    token,
    preferredPort: asked ?? (await ports.portMemory.read()),
    openService: () => open(options.workspace),
  });
  if (asked !== null && server.port !== asked) {
    await server.close();
    throw new WorkspaceContextError(
      'unavailable',
      `Port ${asked} is taken; name another one with "--port", or leave it out for one that is free.`,
    );
  }
  const stopped = stopAsked();
  await ports.portMemory.write(server.port);
  const { url } = server;
  ports.stdout.write(options.json ? `${JSON.stringify({ url, token })}\n` : `Serving MCP at ${url} with the bearer token ${token}\n`);
  await stopped;
  await server.close();
}

/**
 * `mcp`: serves the tools to an agent until it goes away, over standard input and output; with `--http` to
 * any agent of this machine that has the token, until the program is asked to end.
 * @throws WorkspaceContextError when an option or the workspace is wrong.
 */
export async function serveMcp(ports: McpPorts, options: McpOptions, open: OpenFolders): Promise<void> {
  if (options.http) return serveHttp(ports, options, open);
  if (options.port !== undefined) throw wrong('"--port" goes with "--http"; add that, or leave it out.');
  // Loaded here only: its parts take a good half of the time the other commands need to start.
  const { serveStdio } = await import(/* webpackChunkName: "mcp" */ '../mcp/stdio');
  await serveStdio({
    version: ports.version,
    ask: { wait: false, now: clockOption(options.now) },
    log: ports.log,
    folders: options.workspace.length > 0 ? options.workspace : null,
    openService: open,
  });
}
