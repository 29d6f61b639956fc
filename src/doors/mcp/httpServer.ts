import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detailsOf, type Log } from '../../ports/log';
import { allowanceOf } from './allowance';
import { answerRequest, refuse } from './httpAnswer';
import { MCP_PATH, refusalOf, refusalOfHead } from './httpGuard';
import { HTTP_LIMITS, type HttpLimits } from './httpLimits';
import { httpSessions } from './httpSessions';
import type { McpSession } from './server';

const LOOPBACK = '127.0.0.1';

export interface HttpServerOptions {
  /** Clients send it as a bearer token. */
  readonly token: string;
  /** Used while it is free, else another one; null: any. */
  readonly preferredPort: number | null;
  /** Makes the MCP server of a new session. */
  readonly createSession: () => McpSession;
  readonly log: Log;
  readonly limits?: Partial<HttpLimits>;
}

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** What clients connect to. */
  readonly url: string;
  /** How many sessions are open. */
  sessions(): number;
  /** Clients need this token from now on; sessions of the one before it are closed. */
  setToken(token: string): Promise<void>;
  /** Ends all sessions and stops listening; what is being answered is cut off. */
  close(): Promise<void>;
}

/** Faults of a port that another one does not have. */
const TAKEN = ['EADDRINUSE', 'EACCES'];

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function listenOnPreferred(server: Server, preferred: number | null): Promise<number> {
  if (preferred === null) return listen(server, 0);
  return listen(server, preferred).catch((thrown: unknown) => {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (TAKEN.includes(code)) return listen(server, 0);
    throw thrown;
  });
}

const tooManyRequests = () => refusalOf(503, 'Too many requests at once; try again in a moment.', { 'retry-after': '1' });
const failed = () => refusalOf(500, 'Something went wrong inside Workspace Context.');

/**
 * Serves MCP over Streamable HTTP to programs of this machine: on 127.0.0.1 only, to who knows the token,
 * with a session and an MCP server of its own for each client.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const sessions = httpSessions(options.createSession, limits);
  const requests = allowanceOf(limits.requestsAtOnce);
  const bodyBudget = allowanceOf(limits.bodyBytesAtOnce);
  let token = options.token;

  const server = createServer({
    headersTimeout: limits.headMilliseconds,
    requestTimeout: limits.requestMilliseconds,
    connectionsCheckingInterval: Math.min(1_000, limits.headMilliseconds),
  });
  server.timeout = limits.silenceMilliseconds;
  server.maxConnections = limits.connections;
  const port = await listenOnPreferred(server, options.preferredPort);
  const url = `http://${LOOPBACK}:${port}${MCP_PATH}`;

  const take = (request: IncomingMessage, response: ServerResponse, goAhead: () => void): void => {
    const { host = null, origin = null, authorization = null } = request.headers;
    const head = { method: request.method ?? '', target: request.url ?? '', host, origin, authorization };
    const refusal = refusalOfHead(head, port, token) ?? (requests.take(1) ? null : tooManyRequests());
    if (refusal !== null) return refuse(response, refusal);
    answerRequest(request, response, { url, sessions, limits, bodyBudget, goAhead })
      .catch((thrown: unknown) => {
        options.log.debug(detailsOf(thrown));
        refuse(response, failed());
      })
      .finally(() => requests.give(1));
  };
  server.on('request', (request, response) => take(request, response, () => undefined));
  server.on('checkContinue', (request, response) => take(request, response, () => response.writeContinue()));
  server.on('error', (error) => options.log.debug(String(error.stack)));

  return {
    port,
    url,
    sessions: () => sessions.count(),
    setToken: async (next) => {
      if (next === token) return;
      token = next;
      await sessions.closeAll();
    },
    close: async () => {
      sessions.dispose();
      const closed = new Promise((resolve) => server.close(resolve));
      await sessions.closeAll();
      server.closeAllConnections();
      await closed;
    },
  };
}
