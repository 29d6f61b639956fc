import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { answeringTransport } from '../../src/doors/mcp/answeringTransport';
import { CLI, temporaryFolder } from '../support/cli';
import { temporaryTree } from '../workspace/temporaryTree';
import { INITIALIZE } from './mcpSupport';

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
  readonly error?: unknown;
}

/** Runs the server with all of its input written at once, and ended. */
async function talk(args: readonly string[], messages: readonly object[], cwd?: string): Promise<{ code: number | null; replies: Reply[] }> {
  const server = spawn(process.execPath, [CLI, 'mcp', ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, WORKSPACE_CONTEXT_HOME: temporaryFolder('home') },
    cwd,
  });
  let said = '';
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  server.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const [code] = (await once(server, 'close')) as [number | null];
  return { code, replies: said.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Reply) };
}

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };
const call = (id: number, name: string, args: object): object => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

describe('an input that ends while questions are being answered', () => {
  it('is answered in full before the program ends, well', async () => {
    const workspace = temporaryTree({ 'a.md': '# A\n\nfrobnicate\n' });
    const questions = Array.from({ length: 20 }, (_, index) => call(index + 2, 'workspace_context', { question: `frobnicate ${index}` }));
    const { code, replies } = await talk(['--workspace', workspace], [INITIALIZE, INITIALIZED, ...questions, call(22, 'workspace_expand', { entityRef: 'x' }), call(23, 'nothing', {})]);
    expect(replies.map(({ id }) => id).sort((left, right) => (left ?? 0) - (right ?? 0))).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
    expect(replies.filter(({ result }) => result?.content !== undefined && result.isError !== true)).toHaveLength(21);
    expect(replies.find(({ id }) => id === 23)?.error).toBeDefined();
    expect(code).toBe(0);
  });

  it('of a client that was about to be asked for its folders gets an error instead of no answer', async () => {
    const introduction = { ...INITIALIZE, params: { ...INITIALIZE.params, capabilities: { roots: {} } } };
    const { code, replies } = await talk([], [introduction, INITIALIZED, call(2, 'workspace_context', { question: 'q' })], temporaryTree({}));
    const answer = replies.find(({ id, method }) => id === 2 && method === undefined);
    expect(answer?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('could not say which folders it works on') }] });
    expect(code).toBe(0);
  });

  it('that ends before anything was asked ends the program', async () => {
    expect(await talk(['--workspace', temporaryTree({})], [])).toEqual({ code: 0, replies: [] });
  });
});

describe('a transport that owes answers', () => {
  async function opened() {
    const sent: JSONRPCMessage[] = [];
    const inner: Parameters<typeof answeringTransport>[0] = {
      start: async () => undefined,
      close: async () => inner.onclose?.(),
      send: async (message) => void sent.push(message),
    };
    const transport = answeringTransport(inner);
    const heard: JSONRPCMessage[] = [];
    transport.onmessage = (message) => void heard.push(message);
    await transport.start();
    let isAnswered = false;
    const wait = (): void => void transport.answered().then(() => (isAnswered = true));
    const settled = async (): Promise<boolean> => {
      await new Promise((resolve) => setImmediate(resolve));
      return isAnswered;
    };
    return { inner, transport, heard, sent, wait, settled };
  }
  const request = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'tools/list' });

  it('owes none in the beginning, and then one for each request until it is sent, failed or cancelled', async () => {
    const { inner, transport, heard, sent, wait, settled } = await opened();
    await transport.answered();
    for (const id of [1, 2, 3]) inner.onmessage?.(request(id));
    wait();
    await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
    // A question of the server's own is no answer.
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    inner.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    expect(await settled()).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } });
    expect(await settled()).toBe(true);
    expect([heard.length, sent.length]).toEqual([4, 3]);
  });

  it('passes on that it was closed, and what went wrong', async () => {
    const { inner, transport } = await opened();
    const news: string[] = [];
    transport.onclose = () => void news.push('closed');
    transport.onerror = ({ message }) => void news.push(message);
    inner.onerror?.(new Error('broken'));
    await transport.close();
    expect(news).toEqual(['broken', 'closed']);
  });
});
