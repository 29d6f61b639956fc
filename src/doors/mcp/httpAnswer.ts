import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Allowance } from './allowance';
import { readJsonBody } from './httpBody';
import { sendWebResponse, webRequestOf } from './httpBridge';
import { type Refusal, refusalOf } from './httpGuard';
import type { HttpLimits } from './httpLimits';
import type { HttpSession, HttpSessions } from './httpSessions';

/** What answering a request needs of the server. */
export interface Serving {
  readonly url: string;
  readonly sessions: HttpSessions;
  readonly limits: Pick<HttpLimits, 'bodyBytes'>;
  readonly bodyBudget: Allowance;
  /** Tells a client that waits for it to send the body. */
  readonly goAhead: () => void;
}

/** Sends the refusal in the form MCP clients show. What is left of the request is not read: the connection ends. */
export function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { ...headers, 'content-type': 'application/json', connection: 'close' });
  response.end(body);
}

const sessionMissing = (): Refusal => refusalOf(400, 'Send "initialize" first, then the session it gave as "Mcp-Session-Id".');
const sessionUnknown = (): Refusal => refusalOf(404, 'This session has ended; send "initialize" to begin another one.');
const tooManySessions = (): Refusal => refusalOf(503, 'Too many clients are connected; try again later.', { 'retry-after': '10' });

async function answerInSession(
  session: HttpSession,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  parsedBody?: unknown,
): Promise<void> {
  await session.during(request.method === 'GET' ? 'stream' : 'request', async () => {
    const answer = await session.transport.handleRequest(webRequestOf(request, url), { parsedBody });
    await sendWebResponse(answer, response);
  });
}

async function beginSession(sessions: HttpSessions, begin: (session: HttpSession) => Promise<void>): Promise<Refusal | null> {
  const session = await sessions.open();
  if (session === null) return tooManySessions();
  try {
    await begin(session);
  } finally {
    // One that the transport refused never began.
    if (session.transport.sessionId === undefined) await sessions.close(session.id);
  }
  return null;
}

/**
 * Answers a request that was let in; resolves when the answer is sent, a stream when it ended. Rejects when
 * the client goes away first.
 */
export async function answerRequest(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { url, sessions, limits, bodyBudget } = serving;
  const id = request.headers['mcp-session-id'];
  const session = typeof id === 'string' ? sessions.get(id) : null;
  if (id !== undefined && session === null) return refuse(response, sessionUnknown());
  if (request.method !== 'POST') {
    return session === null ? refuse(response, sessionMissing()) : answerInSession(session, request, response, url);
  }

  let reserved = 0;
  const reserve = (bytes: number): boolean => {
    const hasRoom = bodyBudget.take(bytes);
    if (hasRoom) reserved += bytes;
    return hasRoom;
  };
  try {
    const reading = await readJsonBody(request, limits.bodyBytes, reserve, serving.goAhead);
    if ('refusal' in reading) return refuse(response, reading.refusal);
    const { value } = reading;
    if (session !== null) return await answerInSession(session, request, response, url, value);
    if (!isInitializeRequest(value)) return refuse(response, sessionMissing());
    const refusal = await beginSession(sessions, (begun) => answerInSession(begun, request, response, url, value));
    if (refusal !== null) refuse(response, refusal);
  } finally {
    bodyBudget.give(reserved);
  }
}
