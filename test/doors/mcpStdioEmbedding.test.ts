import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { CLI, runCli, temporaryFolder } from '../support/cli';
import { temporaryTree } from '../workspace/temporaryTree';
import { INITIALIZE } from './mcpSupport';

interface Coverage {
  readonly repositories: readonly { readonly embedding: { readonly embedded: number; readonly pending: number } }[];
}

/** Enough that no machine embeds them all between two lines of a conversation. */
const DOCUMENTS = Object.fromEntries(
  Array.from({ length: 4000 }, (_, index) => [`${index}.md`, `# Number ${index}\n\n${'some words about nothing in particular '.repeat(15)}\n`]),
);

const ask = (id: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'workspace_context', arguments: { question: 'some words about nothing in particular' } } })}\n`;

describe('a client that goes away while passages are embedded', () => {
  it('ends the program, which keeps what it has embedded and leaves the rest', async () => {
    const home = temporaryFolder('home');
    const workspace = temporaryTree(DOCUMENTS);
    const server = spawn(process.execPath, [CLI, 'mcp', '--workspace', workspace], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: home },
    });
    let complaints = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    const ended = once(server, 'close') as Promise<[number | null]>;
    server.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n${ask(2)}`);
    let asked = 2;
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { structuredContent?: { nearest: unknown[] } } };
      if (id !== asked) continue;
      // Then some are embedded.
      if ((result?.structuredContent?.nearest.length ?? 0) > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
      server.stdin.write(ask((asked += 1)));
    }
    // Sixty answers wait for whoever reads them, which is nothing to complain of.
    server.stdout.resume();
    for (let index = 0; index < 60; index += 1) server.stdin.write(ask((asked += 1)));
    server.stdin.end();
    expect([(await ended)[0], complaints]).toEqual([0, '']);
    const { repositories } = JSON.parse((await runCli(['status', '--json', '--workspace', workspace], { home })).stdout) as Coverage;
    expect(repositories[0]?.embedding.embedded).toBeGreaterThan(0);
    expect(repositories[0]?.embedding.pending).toBeGreaterThan(0);
  }, 180_000);
});
