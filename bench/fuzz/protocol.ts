import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { CLI } from '../../test/support/cli';
import type { CaseResult, Fuzzer } from './fuzzer';
import { mutatedJson, oddValue } from './mutateJson';
import { mutated } from './mutate';
import { type Random, randomOf } from './random';

/** What a server may take for an answer or for a start; on a loaded machine a process needs seconds. */
const PATIENCE_MILLISECONDS = 30_000;
const INITIALIZE = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '0' } } };
const CALL = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'workspace_expand', arguments: { entityRef: 'billing-worker' } } };
const MESSAGES = [INITIALIZE, CALL, { jsonrpc: '2.0', id: 3, method: 'tools/list', params: {} }, { jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 4, method: 'logging/setLevel', params: { level: 'info' } }, { jsonrpc: '2.0', id: 5, method: 'ping' }, { jsonrpc: '2.0', id: 'x', result: {} }, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }];

/** A message that is none: other JSON, or no JSON at all. Line ends in it would make it two. */
function garbage(random: Random): string {
  const message = random.pick(MESSAGES);
  // An envelope that is right, with wrong things in it.
  if (random.chance(0.5)) {
    const { params = {}, ...envelope } = random.pick(MESSAGES.filter((one) => 'id' in one)) as { params?: unknown };
    return JSON.stringify({ ...envelope, params: mutatedJson(params, random) });
  }
  const kinds: readonly (() => string)[] = [
    () => JSON.stringify(mutatedJson(message, random)) ?? '',
    () => JSON.stringify(mutatedJson(mutatedJson(message, random), random)) ?? '',
    () => JSON.stringify(oddValue(random)) ?? '',
    () => JSON.stringify([message, message]),
    () => mutated(Buffer.from(JSON.stringify(message)), random, [Buffer.from('{"jsonrpc":"2.0"}')]).toString('latin1').replace(/[\r\n]/g, ' '),
    () => '{'.repeat(random.size(20_000)),
    () => '',
  ];
  return random.pick(kinds)();
}

/** The id of a question that nothing else is asked with. */
const marked = (number: number): string => `fuzz-${number}`;

function start(args: readonly string[], home: string): ChildProcessWithoutNullStreams {
  const env: NodeJS.ProcessEnv = { ...process.env, WORKSPACE_CONTEXT_HOME: home };
  delete env['WORKSPACE_CONTEXT_DEBUG'];
  const child = spawn(process.execPath, [CLI, 'mcp', ...args], { env });
  // Whoever ends this process in the middle of a case ends that one, too.
  process.send?.({ started: child.pid });
  return child;
}

/** Lines of a stream as they come, and a way to wait for one of them. */
function linesFrom(child: ChildProcessWithoutNullStreams) {
  const lines: string[] = [];
  let rest = '';
  let wake = (): void => undefined;
  child.stdout.on('data', (data: Buffer) => {
    const parts = (rest + data.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  child.once('close', () => wake());
  return {
    lines,
    /** The first line that `isWanted`; null when the process ended, or when nothing came for long. */
    until: async (isWanted: (line: string) => boolean): Promise<string | null> => {
      const deadline = Date.now() + PATIENCE_MILLISECONDS;
      for (let seen = 0; ; ) {
        for (; seen < lines.length; seen += 1) if (isWanted(lines[seen] as string)) return lines[seen] as string;
        if (child.exitCode !== null || Date.now() > deadline) return null;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 1_000);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
}

interface Told {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** What is wrong with what a server wrote. */
function brokenLines(lines: readonly string[], machinePaths: readonly string[]): string[] {
  const broken: string[] = [];
  for (const line of lines) {
    let told: Told | readonly Told[];
    try {
      told = JSON.parse(line) as Told;
    } catch {
      broken.push(`a line that is no JSON was written: ${line.slice(0, 200)}`);
      continue;
    }
    for (const one of Array.isArray(told) ? (told as Told[]) : [told as Told]) {
      if (one.jsonrpc !== '2.0') broken.push(`a message was written that is none of JSON-RPC: ${line.slice(0, 200)}`);
      if (one.error?.code === -32603) broken.push(`an internal error was told: ${String(one.error.message).slice(0, 200)}`);
    }
    if (machinePaths.some((place) => line.includes(place))) broken.push(`a path of the machine was told: ${line.slice(0, 200)}`);
  }
  return broken;
}

/** Garbage on the standard input of `mcp`; after each line a question has to be answered. */
export async function stdioFuzzer(seed: string, workspace: string, home: string): Promise<Fuzzer> {
  let child: ChildProcessWithoutNullStreams | null = null;
  let output: ReturnType<typeof linesFrom> | null = null;
  /** Lines that were looked at: what comes late is told with the next case. */
  let seen = 0;
  const machinePaths = [path.dirname(workspace), home, os.homedir()].filter((place) => place.length > 1);
  const started = async (): Promise<void> => {
    child = start(['--workspace', workspace, '--no-embeddings'], home);
    child.stdin.on('error', () => undefined);
    output = linesFrom(child);
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    await output.until((line) => line.includes('"id":1'));
    seen = output.lines.length;
  };
  return {
    run: async (number): Promise<CaseResult> => {
      if (child === null || child.exitCode !== null) await started();
      const random = randomOf(`${seed}/stdio/${number}`);
      const line = garbage(random);
      child?.stdin.write(`${line}\n${JSON.stringify({ ...CALL, id: marked(number) })}\n`);
      const answer = (await output?.until((told) => told.includes(`"${marked(number)}"`))) ?? null;
      const told = output?.lines.slice(seen) ?? [];
      seen += told.length;
      const findings = brokenLines(told, machinePaths);
      if (answer === null) findings.push(child?.exitCode === null ? 'the question after it was not answered' : `the server ended with ${child?.exitCode}`);
      else if (!answer.includes('"edges"')) findings.push(`the question after it was answered with ${answer.slice(0, 200)}`);
      const others = told.filter((one) => one !== answer);
      const code = others.map((one) => /"error":\{"code":(-?\d+)/.exec(one)?.[1]).find((found) => found !== undefined);
      return { subject: 'MCP: line on stdio', outcome: code !== undefined ? `refused: MCP ${code}` : others.length > 0 ? 'answered' : 'passed over', findings, input: async () => line };
    },
    close: async () => {
      child?.kill('SIGKILL');
    },
  };
}

/** One request as it is written, and all that comes back until the connection ends or a whole answer is there. */
function sendRaw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let told = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(PATIENCE_MILLISECONDS, () => socket.destroy());
    socket.on('data', (data) => {
      told += data.toString('latin1');
      // A stream for news stays open: its head is all that is wanted.
      if (/^content-type: text\/event-stream/im.test(told) && told.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(told));
  });
}

/** Requests over HTTP that are mostly wrong; after each a good one has to be answered. */
export async function httpFuzzer(seed: string, workspace: string, home: string): Promise<Fuzzer> {
  let child: ChildProcessWithoutNullStreams | null = null;
  let address = { port: 0, token: '' };
  const machinePaths = [path.dirname(workspace), home, os.homedir()].filter((place) => place.length > 1);
  const started = async (): Promise<void> => {
    child = start(['--http', '--json', '--workspace', workspace, '--no-embeddings'], home);
    const line = await linesFrom(child).until((told) => told.includes('token'));
    const { url, token } = JSON.parse(line ?? '{"url":"http://127.0.0.1:0","token":""}') as { url: string; token: string };
    address = { port: Number(new URL(url).port), token };
  };
  const request = (method: string, target: string, headers: readonly string[], body: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
  const goodHeaders = (length: number): string[] => [
    `Host: 127.0.0.1:${address.port}`,
    `Authorization: Bearer ${address.token}`,
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    'Connection: close',
  ];
  const oddRequest = (random: Random): Buffer => {
    const body = garbage(random);
    const headers = goodHeaders(Buffer.byteLength(body));
    const oddHeaders = ['Mcp-Session-Id: ../..', 'Mcp-Session-Id: x', 'Content-Length: 99999999', 'Content-Length: -1', 'Transfer-Encoding: chunked', 'Origin: http://evil.example', 'Host: evil.example', 'Authorization: Bearer x', 'Content-Type: text/plain', 'Accept: x', 'Expect: 100-continue', 'Mcp-Protocol-Version: 1', `X: ${'y'.repeat(random.size(40_000))}`, 'Content-Encoding: gzip', 'Content-Type: application/json; charset=utf-7'];
    for (let times = random.below(3); times > 0; times -= 1) headers.splice(random.below(headers.length + 1), random.below(2), random.pick(oddHeaders));
    const method = random.chance(0.7) ? 'POST' : random.pick(['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'get', 'POST POST', '\u0000']);
    const target = random.chance(0.8) ? '/mcp' : random.pick(['/', '//mcp', '/mcp?x=1', '/mcp/../x', '/%00', '*', 'http://evil.example/mcp', `/${'a'.repeat(random.size(20_000))}`, '']);
    const whole = request(method, target, headers, body);
    return random.chance(0.2) ? mutated(whole, random, [whole]) : whole;
  };
  return {
    run: async (number): Promise<CaseResult> => {
      if (child === null || child.exitCode !== null) await started();
      const random = randomOf(`${seed}/http/${number}`);
      const sent = oddRequest(random);
      const told = await sendRaw(address.port, sent);
      const status = Number(/^HTTP\/1\.[01] ((?!100)\d{3})/m.exec(told)?.[1] ?? 0);
      const findings: string[] = [];
      if (status >= 500 && status !== 503) findings.push(`it was answered with status ${status}`);
      if (told.includes('-32603')) findings.push(`an internal error was told: ${told.slice(-300)}`);
      if (machinePaths.some((place) => told.includes(place))) findings.push('a path of the machine was told');
      const body = JSON.stringify(INITIALIZE);
      const good = await sendRaw(address.port, request('POST', '/mcp', goodHeaders(Buffer.byteLength(body)), body));
      if (!/^HTTP\/1\.1 200/.test(good)) findings.push(child?.exitCode === null ? `a good request after it was answered with ${good.slice(0, 100)}` : `the server ended with ${child?.exitCode}`);
      const session = /^mcp-session-id: (\S+)/im.exec(good)?.[1];
      if (session !== undefined) await sendRaw(address.port, request('DELETE', '/mcp', [...goodHeaders(0), `Mcp-Session-Id: ${session}`], ''));
      return { subject: 'MCP: request over HTTP', outcome: status === 0 ? 'closed without an answer' : `status ${status}`, findings, input: async () => sent.toString('latin1').replaceAll(address.token, '(token)') };
    },
    close: async () => {
      child?.kill('SIGKILL');
    },
  };
}
