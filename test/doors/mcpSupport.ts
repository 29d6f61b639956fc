import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import http from 'node:http';
import type { WorkspaceService } from '../../src/workspace/service';

export const TOKEN = 'a-token-of-the-test-0123456789';
export const SILENT = { debug: () => undefined, warn: () => undefined };

const unused = async (): Promise<never> => {
  throw new Error('not asked in this test: /home/ada/secret');
};

/** A core of which only what is given works; the rest fails as a defect would. */
export function fakeService(more: Partial<WorkspaceService>): WorkspaceService {
  // MCP asks nothing else of it.
  return { ask: unused, expand: unused, ...more } as WorkspaceService;
}

/** A client of the SDK, connected over HTTP; `changes` counts the news that the tools changed. */
export async function connectHttp(url: string, token = TOKEN) {
  const client = new Client({ name: 'test', version: '1' }, {});
  let changes = 0;
  const waiting: (() => void)[] = [];
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
    waiting.splice(0).forEach((wake) => wake());
  });
  let opened = (): void => undefined;
  const listening = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: async (address, request) => {
      const response = await fetch(address, request);
      if (request?.method === 'GET' && response.ok) opened();
      return response;
    },
  });
  await client.connect(transport);
  return {
    client,
    transport,
    /** Resolves when the stream for news is open: that happens behind the handshake. */
    listening,
    changes: () => changes,
    /** Resolves with the next news that comes. */
    nextChange: () => new Promise<void>((resolve) => void waiting.push(resolve)),
  };
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** Headers that a good request has. */
export function goodHeaders(port: number): Record<string, string> {
  return {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface RawRequest {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** One request, as it is written here: no client library adds or corrects anything. */
export function send({ port, method = 'POST', path = '/mcp', headers = goodHeaders(port), body = '' }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const request = http.request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'content-length': length }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('utf8') }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
