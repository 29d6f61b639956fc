import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contextPackSchema, TOOL_NAMES } from '../../src/contract/tools';
import { CLI, runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';
import { connectHttp, send } from './mcpSupport';

const NOW = '2026-11-30T12:00:00Z';
const QUESTION = 'what happens to failed payments?';

let workspace = '';
let home = '';
const children: ChildProcessWithoutNullStreams[] = [];

beforeAll(async () => {
  workspace = await sampleWorkspace();
  home = temporaryFolder('home');
  await runCli(['index', '--workspace', workspace], { home });
});
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** Starts `mcp --http` and returns its first line, and how to end it. */
async function serve(args: readonly string[], env: Record<string, string> = {}, homeFolder = home) {
  const child = spawn(process.execPath, [CLI, 'mcp', '--http', ...args], {
    env: { ...process.env, WORKSPACE_CONTEXT_HOME: homeFolder, ...env },
  });
  children.push(child);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  let output = '';
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString('utf8');
      if (output.includes('\n')) resolve(output);
    });
    child.stderr.on('data', (data: Buffer) => reject(new Error(data.toString('utf8'))));
    void ended.then(() => reject(new Error('it ended before it said where it listens')));
  });
  return {
    line,
    output: () => output,
    stop: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

const parsed = (line: string) => JSON.parse(line) as { url: string; token: string };
const portOf = (url: string): number => Number(new URL(url).port);

describe('mcp --http', () => {
  it('prints one line of JSON with address and token, and answers with the same JSON as the CLI', async () => {
    const { line, output } = await serve(['--json', '--workspace', workspace, '--now', NOW]);
    const { url, token } = parsed(line);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    // 32 bytes in base64url.
    expect(token).toMatch(/^[\w-]{43}$/);
    const { client } = await connectHttp(url, token);
    const result = await client.callTool({ name: 'workspace_context', arguments: { question: QUESTION, limit: 5 } });
    const pack = contextPackSchema.parse(result.structuredContent);
    expect(pack.passages).toHaveLength(5);
    const cli = await runCli(['ask', QUESTION, '--limit', '5', '--workspace', workspace, '--now', NOW, '--no-wait', '--json'], { home });
    // Each process says when it last compared its index with the files.
    expect({ ...(JSON.parse(cli.stdout) as object), indexedAt: null }).toEqual({ ...pack, indexedAt: null });
    await client.close();
    expect(output()).toBe(line);
  });

  it('refuses whoever has another token', async () => {
    const { line } = await serve(['--json', '--workspace', workspace]);
    const { url } = parsed(line);
    const port = portOf(url);
    const headers = { host: `127.0.0.1:${port}`, authorization: 'Bearer of-somebody-else-entirely' };
    expect((await send({ port, headers, body: '{}' })).status).toBe(401);
  });

  it('prints the same for a person', async () => {
    const { line } = await serve(['--workspace', workspace]);
    expect(line).toMatch(/^Serving MCP at http:\/\/127\.0\.0\.1:\d+\/mcp with the bearer token [\w-]{43}\n$/);
  });

  it('keeps its port from one start to the next, and makes another token', async () => {
    const ownHome = temporaryFolder('home');
    const first = await serve(['--json', '--workspace', workspace], {}, ownHome);
    await first.stop('SIGTERM');
    const second = await serve(['--json', '--workspace', workspace], {}, ownHome);
    expect(parsed(second.line).url).toBe(parsed(first.line).url);
    expect(parsed(second.line).token).not.toBe(parsed(first.line).token);
    // Beside a running one, another port is taken.
    const third = await serve(['--json', '--workspace', workspace], {}, ownHome);
    expect(parsed(third.line).url).not.toBe(parsed(second.line).url);
  });

  it('takes the token of WORKSPACE_CONTEXT_TOKEN', async () => {
    const { line } = await serve(['--json', '--workspace', workspace], { WORKSPACE_CONTEXT_TOKEN: 'chosen-by-a-person-42' });
    const { url, token } = parsed(line);
    expect(token).toBe('chosen-by-a-person-42');
    const { client } = await connectHttp(url, token);
    expect((await client.listTools()).tools).toHaveLength(Object.values(TOOL_NAMES).length);
    await client.close();
  });

  // Windows knows no such signals: there a program is ended, not asked to end.
  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)('ends well on %s, clients or not', async (signal) => {
    const { line, stop } = await serve(['--json', '--workspace', workspace]);
    const { url, token } = parsed(line);
    const { client } = await connectHttp(url, token);
    expect(await stop(signal)).toEqual({ code: 0, signal: null });
    await client.close();
  });

  it('refuses a port that is asked for and taken, rather than to listen elsewhere', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    const run = await runCli(['mcp', '--http', '--port', String(port), '--workspace', workspace, '--json'], { home });
    taken.close();
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: 'unavailable', message: expect.stringContaining(`Port ${port} is taken`) as string } });
  });

  it.each([
    ['a port that is none', ['--http', '--port', '70000'], /"--port" must be a whole number from 1 to 65535/],
    ['port 0, which stands for any', ['--http', '--port', '0'], /"--port" must be/],
    ['a port without --http', ['--port', '4000'], /"--port" goes with "--http"/],
    ['a workspace that is not there, over HTTP', ['--http', '--workspace', './no/such/folder'], /There is no ".\/no\/such\/folder"/],
    ['a workspace that is not there, over stdio', ['--workspace', './no/such/folder'], /There is no ".\/no\/such\/folder"/],
  ])('refuses %s at once', async (_, args, message) => {
    const run = await runCli(['mcp', ...args], { home });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
  });

  it.each([
    ['short', 'fifteen-letters'],
    ['with spaces', 'long enough, but with spaces in it'],
    ['of 513 characters', 'x'.repeat(513)],
  ])('refuses a token of a person that is %s', async (_, token) => {
    await expect(serve(['--workspace', workspace], { WORKSPACE_CONTEXT_TOKEN: token })).rejects.toThrow(/WORKSPACE_CONTEXT_TOKEN must be/);
  });
});
