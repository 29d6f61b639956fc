import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** What MCP's transport looks at; nothing else of a request (its token above all) is passed on. */
const PASSED_HEADERS = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];

/** A request, whose body was read before, in the form that MCP's transport takes. */
export function webRequestOf(request: IncomingMessage, address: string): Request {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(address, { method: request.method ?? 'GET', headers });
}

/**
 * Sends the transport's answer, as fast as the client takes it. Rejects when the client goes away first;
 * the transport is told so, too.
 */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  for (const [name, value] of answer.headers) {
    // Whether the connection lives on is between the client and this server.
    if (name !== 'connection') response.setHeader(name, value);
  }
  response.writeHead(answer.status);
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
}
