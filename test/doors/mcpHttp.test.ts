import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { allowanceOf } from '../../src/doors/mcp/allowance';
import type { HttpLimits } from '../../src/doors/mcp/httpLimits';
import { type HttpServer, startHttpServer } from '../../src/doors/mcp/httpServer';
import { TOOL_NAMES } from '../../src/contract/tools';
import { createMcpServer } from '../../src/doors/mcp/server';
import { createHealth } from '../../src/ports/health';
import type { WorkspaceService } from '../../src/workspace/service';
import { connectHttp, fakeService, goodHeaders, INITIALIZE, send, SILENT, TOKEN } from './mcpSupport';
import { contextPack } from './vscodePack';

const MEBIBYTE = 1024 * 1024;
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(
  more: { service?: Partial<WorkspaceService>; limits?: Partial<HttpLimits>; preferredPort?: number; calls?: number } = {},
) {
  const health = createHealth(true);
  const calls = allowanceOf(more.calls ?? 1_000);
  const service = fakeService({ ask: async () => contextPack(2), ...more.service });
  const server: HttpServer = await startHttpServer({
    token: TOKEN,
    preferredPort: more.preferredPort ?? null,
    log: SILENT,
    limits: more.limits,
    createSession: () =>
      createMcpServer({ version: '1', ask: { wait: false, now: null }, log: SILENT, service: async () => service, health, calls }),
  });
  endings.push(() => server.close());
  const connect = async (token?: string) => {
    const connected = await connectHttp(server.url, token);
    endings.push(() => connected.client.close());
    return connected;
  };
  return { server, health, connect, port: server.port };
}

/** Begins a session by hand and returns the headers of its further requests. */
async function beginSession(port: number): Promise<Record<string, string>> {
  const { status, headers } = await send({ port, body: JSON.stringify(INITIALIZE) });
  expect(status).toBe(200);
  return { ...goodHeaders(port), 'mcp-session-id': String(headers['mcp-session-id']) };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('MCP over HTTP', () => {
  it('lists the tools and answers, with text and structure', async () => {
    const { connect } = await start();
    const { client } = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.values(TOOL_NAMES));
    const result = await client.callTool({ name: 'workspace_context', arguments: { question: 'q' } });
    expect(result.structuredContent).toEqual(contextPack(2));
  });

  it('declares that its list of tools may change', async () => {
    const { client } = await (await start()).connect();
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } });
  });

  it('listens on the preferred port while that is free and on another one when it is taken', async () => {
    const first = await start();
    const second = await start({ preferredPort: first.port });
    expect(second.port).not.toBe(first.port);
    await first.server.close();
    const third = await start({ preferredPort: first.port });
    expect(third.port).toBe(first.port);
    expect(third.server.url).toBe(`http://127.0.0.1:${first.port}/mcp`);
  });

  // On Linux every address of 127.0.0.0/8 leads to a server that listens on all interfaces.
  it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', async () => {
    const { port } = await start();
    const connected = (host: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = net.connect({ host, port }, () => {
          socket.destroy();
          resolve(true);
        });
        socket.on('error', () => resolve(false));
      });
    expect([await connected('127.0.0.1'), await connected('127.0.0.2'), await connected('::1')]).toEqual([true, false, false]);
  });

  it('tells its clients at once when the tools go and when they are back', async () => {
    const { connect, health } = await start();
    const [one, two] = [await connect(), await connect()];
    await Promise.all([one.listening, two.listening]);
    const gone = [one.nextChange(), two.nextChange()];
    health.set(false);
    await Promise.all(gone);
    expect((await one.client.listTools()).tools).toEqual([]);
    const refused = await one.client.callTool({ name: 'workspace_context', arguments: { question: 'q' } });
    expect(refused.isError).toBe(true);
    expect(JSON.parse((refused.content as { text: string }[])[0]?.text ?? '')).toMatchObject({ error: { code: 'unavailable' } });

    const back = one.nextChange();
    health.set(true);
    await back;
    expect((await one.client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
    expect([one.changes(), two.changes()]).toEqual([2, 2]);
  });

  it('shows nothing of a defect inside, no path above all', async () => {
    const { client } = await (await start()).connect();
    const result = await client.callTool({ name: 'workspace_expand', arguments: { entityRef: 'a' } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain('internal');
    expect(JSON.stringify(result)).not.toContain('/home/ada');
  });
});

describe('who is let in', () => {
  const initialize = JSON.stringify(INITIALIZE);

  it.each([
    ['no token', { authorization: undefined }, 401],
    ['another token', { authorization: 'Bearer another-token' }, 401],
    ['the start of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
    ['the token under another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['a name that leads here (DNS rebinding)', { host: 'evil.example' }, 403],
    ['the port of another server', { host: '127.0.0.1:1' }, 403],
    ['an address without a port', { host: '127.0.0.1' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another local server', { origin: 'http://localhost:1' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
  ])('not: %s', async (_, more, status) => {
    const { port, server } = await start();
    const headers = Object.fromEntries(Object.entries({ ...goodHeaders(port), ...more }).filter(([, value]) => value !== undefined));
    const answer = await send({ port, headers: headers as Record<string, string>, body: initialize });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) as string } });
    expect(answer.headers['www-authenticate'] !== undefined).toBe(status === 401);
    expect(server.sessions()).toBe(0);
  });

  it.each([
    ['localhost as the host', (port: number) => ({ host: `localhost:${port}` })],
    ['any case of the host and the scheme', (port: number) => ({ host: `LOCALHOST:${port}`, authorization: `bearer ${TOKEN}` })],
    ['its own origin', (port: number) => ({ origin: `http://127.0.0.1:${port}` })],
    ['its own origin by name', (port: number) => ({ origin: `http://localhost:${port}` })],
  ])('yes: %s', async (_, more) => {
    const { port } = await start();
    expect((await send({ port, headers: { ...goodHeaders(port), ...more(port) }, body: initialize })).status).toBe(200);
  });

  it.each([
    ['GET', '/', 404],
    ['POST', '/mcp/', 404],
    ['POST', '/mcp/../mcp', 404],
    ['POST', 'http://127.0.0.1/mcp', 404],
    ['GET', '/.well-known/oauth-protected-resource', 404],
    ['PUT', '/mcp', 405],
    ['OPTIONS', '/mcp', 405],
  ])('%s %s is nothing', async (method, path, status) => {
    const { port } = await start();
    expect((await send({ port, method, path })).status).toBe(status);
  });

  it('a client with a token that was changed is shut out, its stream closed', async () => {
    const { server, connect, port } = await start();
    const { client } = await connect();
    await client.listTools();
    await server.setToken('the-next-token-of-the-test');
    expect(server.sessions()).toBe(0);
    await expect(client.listTools()).rejects.toThrow();
    expect((await send({ port, body: initialize })).status).toBe(401);
    const next = await connectHttp(server.url, 'the-next-token-of-the-test');
    expect((await next.client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
    await next.client.close();
  });
});

describe('sessions', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' });

  it('are needed for everything but the first request', async () => {
    const { port } = await start();
    expect((await send({ port, body: list })).status).toBe(400);
    expect((await send({ port, method: 'GET' })).status).toBe(400);
    expect((await send({ port, headers: { ...goodHeaders(port), 'mcp-session-id': 'unknown' }, body: list })).status).toBe(404);
  });

  it('keep the answers of two clients apart, though both number their requests alike', async () => {
    const { port } = await start({ service: { ask: async (args) => ({ ...contextPack(0), question: (args as { question: string }).question }) } });
    const [one, two] = [await beginSession(port), await beginSession(port)];
    const ask = (headers: Record<string, string>, question: string) =>
      send({ port, headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'workspace_context', arguments: { question } } }) });
    const [first, second] = await Promise.all([ask(one, 'of one'), ask(two, 'of two')]);
    expect(first.body).toContain('of one');
    expect(first.body).not.toContain('of two');
    expect(second.body).toContain('of two');
  });

  it('end when their client says so, and only then', async () => {
    const { port, server } = await start();
    const [one, two] = [await beginSession(port), await beginSession(port)];
    expect((await send({ port, method: 'DELETE', headers: one })).status).toBe(200);
    expect(server.sessions()).toBe(1);
    expect((await send({ port, headers: one, body: list })).status).toBe(404);
    expect((await send({ port, headers: two, body: list })).status).toBe(200);
  });

  it('are at most so many: the one idle for longest makes room', async () => {
    const { port, server } = await start({ limits: { sessions: 2 } });
    const one = await beginSession(port);
    const two = await beginSession(port);
    await send({ port, headers: one, body: list });
    const three = await beginSession(port);
    expect(server.sessions()).toBe(2);
    expect((await send({ port, headers: two, body: list })).status).toBe(404);
    expect((await send({ port, headers: one, body: list })).status).toBe(200);
    expect((await send({ port, headers: three, body: list })).status).toBe(200);
  });

  it('that are busy stay: then a new client is told to wait', async () => {
    let finish = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = false;
    const ask = async () => {
      begun = true;
      await asked;
      return contextPack(0);
    };
    const { port } = await start({ limits: { sessions: 1 }, service: { ask } });
    const one = await beginSession(port);
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'workspace_context', arguments: { question: 'q' } } };
    const running = send({ port, headers: one, body: JSON.stringify(call) });
    await until(() => begun);
    const refused = await send({ port, body: JSON.stringify(INITIALIZE) });
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    finish();
    expect((await running).status).toBe(200);
  });

  it('end when nobody used them for a while', async () => {
    const { port, server } = await start({ limits: { sessionIdleMilliseconds: 20 } });
    await beginSession(port);
    await until(() => server.sessions() === 0);
  });

  it('that the first request did not begin properly leave nothing behind', async () => {
    const { port, server } = await start();
    const headers = { ...goodHeaders(port), accept: 'text/html' };
    expect((await send({ port, headers, body: JSON.stringify(INITIALIZE) })).status).toBe(406);
    expect(server.sessions()).toBe(0);
  });
});

describe('bodies', () => {
  const padded = (bytes: number): string => {
    const body = JSON.stringify(INITIALIZE);
    return body + ' '.repeat(bytes - body.length);
  };

  it('of a mebibyte pass, one byte more does not', async () => {
    const { port } = await start();
    expect((await send({ port, body: padded(MEBIBYTE) })).status).toBe(200);
    expect((await send({ port, body: padded(MEBIBYTE + 1) })).status).toBe(413);
  });

  it('announced as too large are refused before they are sent', async () => {
    const { port } = await start();
    const answer = await rawExchange(port, [...headLines(port), `content-length: ${MEBIBYTE + 1}`, '', '']);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('announced as too large are not asked for', async () => {
    const { port } = await start();
    const answer = await rawExchange(port, [...headLines(port), `content-length: ${MEBIBYTE + 1}`, 'expect: 100-continue', '', '']);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('of a client that waits to be asked for them are asked for, when it may send them', async () => {
    const { port } = await start();
    const body = JSON.stringify(INITIALIZE);
    const answer = await rawExchange(port, [...headLines(port), `content-length: ${body.length}`, 'expect: 100-continue', 'connection: close', '', body]);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    const unknown = headLines(port).filter((line) => !line.startsWith('authorization'));
    expect(await rawExchange(port, [...unknown, `content-length: ${body.length}`, 'expect: 100-continue', '', ''])).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('that turn out too large are read no further, and the connection ends', async () => {
    const { port } = await start();
    const socket = net.connect({ host: '127.0.0.1', port });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.write([...headLines(port), 'transfer-encoding: chunked', '', ''].join('\r\n'));
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const pump = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
    await closed;
    // What the system had taken in before may be more; it did not go on for as long as we would have sent.
    expect(answer === '' || answer.startsWith('HTTP/1.1 413 ')).toBe(true);
  });

  it.each([
    ['no JSON', 'question=1'],
    ['half of it', '{"jsonrpc":'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a value that is no message', '[]'],
    ['nothing', ''],
  ])('with %s are refused', async (_, body) => {
    const { port } = await start();
    expect((await send({ port, body })).status).toBe(400);
  });

  it('nested as deep as a mebibyte allows do no harm', async () => {
    const { port, connect } = await start();
    const deep = `${'['.repeat(MEBIBYTE / 2)}${']'.repeat(MEBIBYTE / 2)}`;
    expect((await send({ port, body: deep })).status).toBe(400);
    const session = await beginSession(port);
    const call = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"workspace_context","arguments":{"question":${'['.repeat(400_000)}${']'.repeat(400_000)}}}}`;
    expect((await send({ port, headers: session, body: call })).status).toBeLessThan(500);
    expect((await (await connect()).client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
  });

  it('of all clients together are bounded', async () => {
    const { port } = await start({ limits: { bodyBytesAtOnce: 2_000 } });
    expect(await send({ port, body: padded(2_001) })).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    // What was refused or answered holds nothing any more.
    for (let round = 0; round < 5; round += 1) expect((await send({ port, body: padded(1_500) })).status).toBe(200);
  });
});

describe('many and slow clients', () => {
  it('200 at once are all answered', async () => {
    let running = 0;
    let most = 0;
    const ask = async () => {
      running += 1;
      most = Math.max(most, running);
      await until(() => most === 200);
      running -= 1;
      return contextPack(8);
    };
    const { connect } = await start({ service: { ask } });
    const { client } = await connect();
    const results = await Promise.all(
      Array.from({ length: 200 }, () => client.callTool({ name: 'workspace_context', arguments: { question: 'q' } })),
    );
    expect(results.filter(({ isError }) => isError === true)).toEqual([]);
    expect(most).toBe(200);
  });

  it('calls above the bound are refused with our own error, and work again afterwards', async () => {
    const waiting: (() => void)[] = [];
    const ask = () => new Promise<ReturnType<typeof contextPack>>((resolve) => waiting.push(() => resolve(contextPack(0))));
    const { connect } = await start({ service: { ask }, calls: 2 });
    const { client } = await connect();
    const call = () => client.callTool({ name: 'workspace_context', arguments: { question: 'q' } });
    const accepted = [call(), call()];
    await until(() => waiting.length === 2);
    expect(JSON.stringify((await call()).content)).toContain('unavailable');
    waiting.splice(0).forEach((finish) => finish());
    await Promise.all(accepted);
    const again = call();
    await until(() => waiting.length === 1);
    waiting.splice(0).forEach((finish) => finish());
    expect((await again).isError).toBeUndefined();
  });

  it('requests above the bound are told to wait', async () => {
    const { port } = await start({ limits: { requestsAtOnce: 1 } });
    const headers = await beginSession(port);
    const stream = net.connect({ host: '127.0.0.1', port });
    endings.push(async () => stream.destroy());
    const opened = new Promise((resolve) => stream.once('data', resolve));
    stream.write(['GET /mcp HTTP/1.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'));
    await opened;
    expect((await send({ port, body: JSON.stringify(INITIALIZE) })).status).toBe(503);
  });

  it.each([
    ['its head', (port: number) => ['POST /mcp HTTP/1.1', `host: 127.0.0.1:${port}`, 'x-slow: '].join('\r\n')],
    ['its body', (port: number) => [...headLines(port), 'content-length: 100', '', '{'].join('\r\n')],
    ['nothing at all', () => ''],
  ])('one that never finishes %s is cut off', async (_, begin) => {
    const { port } = await start({ limits: { headMilliseconds: 50, requestMilliseconds: 100, silenceMilliseconds: 200 } });
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    socket.resume();
    // Resolves only when the server ends it.
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.write(begin(port));
    });
  });

  it('one that goes away while it is answered does no harm', async () => {
    const waiting: (() => void)[] = [];
    const ask = () => new Promise<ReturnType<typeof contextPack>>((resolve) => waiting.push(() => resolve(contextPack(8))));
    const { port, connect } = await start({ service: { ask } });
    const headers = await beginSession(port);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'workspace_context', arguments: { question: 'q' } } });
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /mcp HTTP/1.1', ...lines, `content-length: ${body.length}`, '', body].join('\r\n'));
    await until(() => waiting.length === 1);
    socket.destroy();
    waiting.splice(0).forEach((finish) => finish());
    const { client } = await connect();
    expect((await client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
  });

  it('closing ends every session and frees the port', async () => {
    const { server, connect, port } = await start();
    const { client } = await connect();
    await client.listTools();
    await server.close();
    await expect(send({ port })).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  });
});

describe('an error of the core', () => {
  it('crosses with its code and what to change', async () => {
    const ask = async () => {
      throw new WorkspaceContextError('not-trusted', 'Trust it first.');
    };
    const { client } = await (await start({ service: { ask } })).connect();
    const result = await client.callTool({ name: 'workspace_context', arguments: { question: 'q' } });
    expect(JSON.parse((result.content as { text: string }[])[0]?.text ?? '')).toEqual({
      error: { code: 'not-trusted', message: 'Trust it first.' },
    });
  });
});

/** The head of a good request, without a body's length. */
function headLines(port: number): string[] {
  return ['POST /mcp HTTP/1.1', ...Object.entries(goodHeaders(port)).map(([name, value]) => `${name}: ${value}`)];
}

/** Writes the lines and returns all that comes back until the server ends the connection. */
function rawExchange(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(lines.join('\r\n'));
  });
}
