import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { env as transformers } from '@xenova/transformers';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../src/adapters/embedder/child/tokenizer';
import { circumstancesOf, runtimeMemory } from '../../src/adapters/runtimeMemory';
import { workerService } from '../../src/adapters/worker/workerService';
import { contextPackSchema } from '../../src/contract/tools';
import { allOf, helper, OURS, PASSAGE, realEmbedder } from '../adapters/embedder/lines';
import { connectHttp } from '../doors/mcpSupport';
import { CLI, PROJECT, runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';

const TRAP = path.join(PROJECT, 'test/support/networkTrap.cjs');
const QUESTION = 'what happens to failed payments?';
const { version } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as { version: string };

const root = temporaryFolder('network');
const before = { ...process.env };
let notes = '';

// Every process that is started from here on, and whatever it starts, has the trap; this one does not: it is the client.
beforeEach(() => {
  notes = path.join(root, `notes-${readdirSync(root).length}`);
  mkdirSync(notes);
  process.env['WORKSPACE_CONTEXT_TEST_NETWORK'] = notes;
  process.env['NODE_OPTIONS'] = `--require ${JSON.stringify(TRAP.replaceAll('\\', '/'))}`;
});
afterEach(() => {
  delete process.env['WORKSPACE_CONTEXT_TEST_NETWORK'];
  if (before['NODE_OPTIONS'] === undefined) delete process.env['NODE_OPTIONS'];
  else process.env['NODE_OPTIONS'] = before['NODE_OPTIONS'];
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** What the processes have noted, each thing once, in the order of the alphabet. */
function noted(): string[] {
  const lines = readdirSync(notes).flatMap((name) => readFileSync(path.join(notes, name), 'utf8').trim().split('\n'));
  return [...new Set(lines)].sort();
}

/** The flags that make a command wait for the embeddings; none where it does not embed. */
function waitingForEmbeddings(command: string): string[] {
  const { stdout } = spawnSync(process.execPath, [CLI, command, '--help'], { encoding: 'utf8' });
  return stdout.includes('--wait-embeddings') ? ['--wait-embeddings'] : [];
}

describe('the product, with the network trapped', () => {
  it('indexes and answers on the command line', async () => {
    const workspace = await sampleWorkspace();
    const home = path.join(root, 'home-cli');
    const waiting = waitingForEmbeddings('index');
    const index = await runCli(['index', '--workspace', workspace, '--json', ...waiting], { home });
    const ask = await runCli(['ask', QUESTION, '--workspace', workspace, '--json', ...waiting], { home });
    expect([index.code, ask.code]).toEqual([0, 0]);
    const pack = contextPackSchema.parse(JSON.parse(ask.stdout));
    expect(pack.passages.length).toBeGreaterThan(0);
    for (const command of [['status'], ['expand', 'billing-worker'], ['clear']]) {
      expect((await runCli([...command, ...(command[0] === 'clear' ? [] : ['--workspace', workspace])], { home })).code).toBe(0);
    }
    expect(pack.embedding.state).toBe(waiting.length > 0 ? 'ready' : 'off');
    expect(noted()).toEqual(['runs cli.js', ...(waiting.length > 0 ? ['runs embedder.js'] : [])]);
  });

  it('indexes and answers where embedding runs on WebAssembly', async () => {
    const workspace = path.join(root, 'small');
    mkdirSync(workspace);
    writeFileSync(path.join(workspace, 'README.md'), '# Billing\n\nA failed payment is tried again after an hour.\n');
    const home = path.join(root, 'home-wasm');
    await runtimeMemory(home, circumstancesOf(version)).distrustNative();
    const waiting = waitingForEmbeddings('ask');
    const ask = await runCli(['ask', QUESTION, '--workspace', workspace, '--json', ...waiting], { home });
    const pack = contextPackSchema.parse(JSON.parse(ask.stdout));
    expect(pack.embedding.state).toBe(waiting.length > 0 ? 'ready' : 'off');
    expect(noted()).toEqual(['runs cli.js', ...(waiting.length > 0 ? ['runs embedder.js'] : [])]);
  });

  it('answers over MCP on its standard output', async () => {
    const workspace = await sampleWorkspace();
    const client = new Client({ name: 'test', version: '1' }, {});
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [CLI, 'mcp', '--workspace', workspace],
        env: { ...(process.env as Record<string, string>), WORKSPACE_CONTEXT_HOME: path.join(root, 'home-stdio') },
      }),
    );
    const result = await client.callTool({ name: 'workspace_context', arguments: { question: QUESTION } });
    expect(contextPackSchema.parse(result.structuredContent).question).toBe(QUESTION);
    await client.close();
    expect(noted().filter((line) => line !== 'runs embedder.js')).toEqual(['runs cli.js']);
  });

  it('answers over MCP by HTTP, listening on this machine alone', async () => {
    const workspace = await sampleWorkspace();
    const server = spawn(process.execPath, [CLI, 'mcp', '--http', '--json', '--workspace', workspace], {
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: path.join(root, 'home-http') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    const { client } = await connectHttp(url, token);
    const result = await client.callTool({ name: 'workspace_context', arguments: { question: QUESTION } });
    expect(contextPackSchema.parse(result.structuredContent).question).toBe(QUESTION);
    await client.close();
    const ended = once(server, 'exit');
    server.kill();
    await ended;
    expect(noted().filter((one) => one !== 'runs embedder.js')).toEqual(['listens 127.0.0.1', 'runs cli.js']);
  });

  it('indexes and answers in the thread that the extension starts', async () => {
    const workspace = await sampleWorkspace();
    const scope = { name: null, folders: [path.dirname(workspace)], exclude: [], epicGlobs: null };
    const thread = (): Worker =>
      new Worker(path.join(PROJECT, 'dist/worker.js'), {
        workerData: { scope },
        env: { ...process.env, WORKSPACE_CONTEXT_HOME: path.join(root, 'home-thread') },
        execArgv: ['--require', TRAP],
      });
    const service = workerService(thread, () => undefined);
    const pack = await service.ask({ question: QUESTION }, { wait: true, now: null });
    expect(pack.passages.length).toBeGreaterThan(0);
    await service.dispose();
    expect(noted().filter((line) => line !== 'runs embedder.js')).toEqual(['runs a thread']);
  });

  it.each(['native', 'wasm'] as const)('embeds on the %s runtime', async (runtime) => {
    const embedder = realEmbedder({ runtime });
    const embeddings = await allOf(embedder, [PASSAGE, 'Zahlungen – 支払い', '']);
    expect(embeddings.map(({ kind }) => kind)).toEqual(['vector', 'vector', 'none']);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime });
    await embedder.stop();
    expect(noted()).toEqual(['runs embedder.js']);
  });

  it('does not fetch what a model lacks', async () => {
    const folder = path.join(root, 'empty-model');
    mkdirSync(path.join(folder, 'onnx'), { recursive: true });
    writeFileSync(path.join(folder, 'onnx', 'model_quantized.onnx'), readFileSync(path.join(OURS.folder, OURS.weights)));
    // Told that the weights are all there is to it, so that only the library misses the rest.
    const files = OURS.files.filter((file) => file.path === OURS.weights);
    const embedder = realEmbedder({ model: { ...OURS, folder, files } });
    expect(await embedder.embedQuestion('anything')).toBeNull();
    expect(embedder.state().reason).toBe('The tokenizer of the embedding model cannot be used.');
    await embedder.stop();
    expect(noted()).toEqual(['runs embedder.js']);
  });

  it('has the library’s way to its hub closed', () => {
    expect(transformers.allowRemoteModels).toBe(false);
    expect(new URL(transformers.remoteHost).hostname).toBe('0.0.0.0');
  });
});

describe('the trap', () => {
  const CONNECTING: readonly (readonly [string, string])[] = [
    ['net.connect', "require('net').connect(9, '127.0.0.1')"],
    ['Socket.connect', "new (require('net').Socket)().connect(9, '127.0.0.1')"],
    ['tls.connect', "require('node:tls').connect(9, '127.0.0.1')"],
    ['http.get', "require('http').get('http://127.0.0.1:9/')"],
    ['https.request', "require('https').request('https://127.0.0.1:9/')"],
    ['http2.connect', "require('http2').connect('http://127.0.0.1:9/')"],
    ['fetch', "fetch('http://127.0.0.1:9/')"],
    ['dgram.createSocket', "require('dgram').createSocket('udp4')"],
    ['dns.lookup', "require('dns').lookup('localhost', () => undefined)"],
    ['dns.resolve4', "new (require('dns').promises.Resolver)().resolve4('localhost')"],
    ['net.connect', "import('node:net').then(({ connect }) => connect(9, '127.0.0.1'))"],
  ];
  const threaded = (source: string): string => `new (require('worker_threads').Worker)(${JSON.stringify(source)}, { eval: true }).on('error', () => undefined)`;
  const forked = (file: string): string => `require('child_process').fork(${JSON.stringify(file)}).send('load')`;

  it.each(CONNECTING)('notes %s: %s', (called, source) => {
    const { status } = spawnSync(process.execPath, ['-e', source]);
    expect(noted()).toContain(`NETWORK ${called}`);
    expect(status).not.toBe(0);
  });

  it('notes it in a thread, and in a process that a process has started', () => {
    spawnSync(process.execPath, ['-e', threaded("fetch('http://127.0.0.1:9/')")]);
    expect(noted()).toContain('NETWORK fetch');
    rmSync(notes, { recursive: true });
    mkdirSync(notes);
    const child = helper('fetchingChild.cjs');
    expect(existsSync(child)).toBe(true);
    spawnSync(process.execPath, ['-e', forked(child)], { timeout: 10_000 });
    expect(noted()).toContain('NETWORK fetch');
  });

  it('notes it even where the one that tries takes the refusal', () => {
    const { status } = spawnSync(process.execPath, ['-e', "try { require('net').connect(9) } catch {}"]);
    expect(status).toBe(0);
    expect(noted()).toContain('NETWORK net.connect');
  });
});
