import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningMcpServer, startMcpThread } from '../../src/adapters/worker/mcpThread';
import { WorkspaceContextError } from '../../src/contract/errors';
import { TOOL_NAMES } from '../../src/contract/tools';
import type { WorkspaceService } from '../../src/workspace/service';
import { connectHttp, fakeService, TOKEN } from '../doors/mcpSupport';
import { contextPack } from '../doors/vscodePack';
import { PROJECT } from '../support/cli';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** The thread as the extension starts it, from the built bundle. */
async function start(service: () => WorkspaceService, preferredPort: number | null = null): Promise<RunningMcpServer> {
  const running = await startMcpThread(
    (workerData, transfer) => new Worker(path.join(PROJECT, 'dist/mcpServer.js'), { workerData, transferList: [...transfer] }),
    { version: '1', token: TOKEN, preferredPort, healthy: true },
    service,
  );
  endings.push(() => running.close());
  return running;
}

async function connect(url: string, token = TOKEN) {
  const connected = await connectHttp(url, token);
  endings.push(() => connected.client.close());
  return connected;
}

const ask = { name: 'workspace_context', arguments: { question: 'q' } };

describe('the MCP server in a thread of its own', () => {
  it('asks the core that there is at the moment of a call', async () => {
    let passages = 1;
    const { url } = await start(() => fakeService({ ask: async () => contextPack(passages) }));
    const { client } = await connect(url);
    expect((await client.callTool(ask)).structuredContent).toEqual(contextPack(1));
    passages = 2;
    expect((await client.callTool(ask)).structuredContent).toEqual(contextPack(2));
  });

  it('hands on what a call tells while it runs, and that its caller took it back', async () => {
    const controller = new AbortController();
    let ended = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const { url } = await start(() =>
      fakeService({
        workspaceCodeContext: async (args, _options, { signal, onNotice } = {}) => {
          onNotice?.('**one**');
          onNotice?.('**two**');
          if (JSON.stringify(args) === '{}') return { repositories: [], partial: false };
          signal?.addEventListener('abort', ended);
          controller.abort();
          return new Promise(() => undefined);
        },
      }),
    );
    const { client } = await connect(url);
    const told: unknown[] = [];
    await client.callTool({ name: 'workspace.context', arguments: {} }, undefined, { onprogress: ({ message }) => void told.push(message) });
    expect(told).toEqual(['**one**', '**two**']);
    await expect(client.callTool({ name: 'workspace.context', arguments: { endless: true } }, undefined, { signal: controller.signal })).rejects.toThrow();
    await over;
  });

  it('hands on why there is none', async () => {
    const { url } = await start(() => {
      throw new WorkspaceContextError('not-trusted', 'Trust it first.');
    });
    const result = await (await connect(url)).client.callTool(ask);
    expect(JSON.stringify(result.content)).toContain('Trust it first.');
  });

  it('takes the tools away and gives them back with the health it is told', async () => {
    const running = await start(() => fakeService({ ask: async () => contextPack(0) }));
    const { client, listening, nextChange } = await connect(running.url);
    await listening;
    const gone = nextChange();
    running.setHealthy(false);
    await gone;
    expect((await client.listTools()).tools).toEqual([]);
    const back = nextChange();
    running.setHealthy(true);
    await back;
    expect((await client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
  });

  it('lets in who has the new token, and nobody else', async () => {
    const running = await start(() => fakeService({}));
    const old = await connect(running.url);
    running.setToken('the-next-token-of-the-test');
    await expect(
      (async () => {
        // The order reaches the thread a moment later.
        for (;;) await old.client.listTools();
      })(),
    ).rejects.toThrow();
    const { client } = await connect(running.url, 'the-next-token-of-the-test');
    expect((await client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
  });

  it('frees its port when it is closed', async () => {
    const running = await start(() => fakeService({}));
    await running.close();
    await running.ended;
    const again = await start(() => fakeService({}), running.port);
    expect(again.port).toBe(running.port);
  });

  it('says so when the thread ends before it listens', async () => {
    const starting = startMcpThread(
      () => new Worker('throw new Error("/home/ada/broken")', { eval: true }),
      { version: '1', token: TOKEN, preferredPort: null, healthy: true },
      () => fakeService({}),
    );
    const error = await starting.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(String(error)).not.toContain('/home/ada');
  });
});
