import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceStatusSchema } from '../../src/contract/status';
import { type ContextPack, contextPackSchema } from '../../src/contract/tools';
import { recomputeScore } from '../ranking/recompute';
import { CLI, runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';

const NOW = '2026-11-30T12:00:00Z';
const QUESTION = 'How do I rotate the secrets of billing-worker?';
const NODE = process.execPath;
/** The name that Node's runs get: the file name of its program. */
const NODE_NAME = path.basename(NODE).replace(/\.exe$/i, '');

let workspace = '';
let api = '';

beforeAll(async () => {
  workspace = await sampleWorkspace();
  api = path.join(path.dirname(workspace), 'shop-api');
});

const exiting = (code: number, print = ''): string[] => ['--', NODE, '-e', `console.log(${JSON.stringify(print)}); process.exit(${code})`];

function plainFolder(): string {
  const folder = temporaryFolder('run');
  writeFileSync(path.join(folder, 'a.md'), 'frobnicate\n');
  return folder;
}

async function lastRunIn(folder: string, home: string) {
  const { stdout } = await runCli(['status', '--workspace', folder, '--json'], { home });
  return workspaceStatusSchema.parse(JSON.parse(stdout)).repositories[0]?.lastRun ?? null;
}

describe('the bonus of a run that succeeded', () => {
  const ask = async (home: string): Promise<ContextPack> => {
    const { stdout } = await runCli(['ask', QUESTION, '--workspace', workspace, '--now', NOW, '--json'], { home });
    return contextPackSchema.parse(JSON.parse(stdout));
  };
  const healthy = (pack: ContextPack) =>
    pack.passages.flatMap((row) => row.why.filter(({ factor }) => factor === 'runHealth').map((why) => [row.sourceRef.split('/')[0], why.contribution, why.detail]));

  it('is in why[] of that repository only, behind every door, and gone after one that failed', async () => {
    const home = temporaryFolder('home');
    expect(healthy(await ask(home))).toEqual([]);

    expect((await runCli(['run', '--workspace', workspace, ...exiting(0)], { home, cwd: api })).code).toBe(0);
    const pack = await ask(home);
    const day = (await lastRunIn(api, home))?.endedAt?.slice(0, 10);
    const rows = healthy(pack);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(rows.map(() => ['shop-api', 0.05, `the last run in shop-api succeeded (${NODE_NAME}, ${day})`]));
    for (const row of pack.passages) expect(row.score).toBeCloseTo(recomputeScore(pack, row), 9);

    const mcp = new Client({ name: 'test', version: '1' });
    await mcp.connect(
      new StdioClientTransport({
        command: NODE,
        args: [CLI, 'mcp', '--workspace', workspace, '--now', NOW],
        env: { ...(process.env as Record<string, string>), WORKSPACE_CONTEXT_HOME: home },
        stderr: 'pipe',
      }),
    );
    try {
      const askMcp = async () =>
        contextPackSchema.parse((await mcp.callTool({ name: 'workspace_context', arguments: { question: QUESTION } })).structuredContent);
      expect(await askMcp()).toEqual(pack);
      expect((await runCli(['run', ...exiting(1)], { home, cwd: api })).code).toBe(1);
      // The server that is running already reads it anew.
      expect(healthy(await askMcp())).toEqual([]);
    } finally {
      await mcp.close();
    }
    expect(healthy(await ask(home))).toEqual([]);
  });
});

describe('run', () => {
  it.each([
    [0, 'succeeded'],
    [3, 'failed'],
  ])('ends with the exit code of the command (%i) and records that it %s', async (code, verdict) => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    const run = await runCli(['run', ...exiting(code, 'its output')], { home, cwd: folder });
    expect(run).toEqual({ code, stdout: 'its output\n', stderr: '' });
    expect(await lastRunIn(folder, home)).toMatchObject({ verdict, name: NODE_NAME });
    const { stdout } = await runCli(['status', '--workspace', folder], { home });
    expect(stdout).toContain(`last run: ${NODE_NAME} ${verdict} just now`);
  });

  it('with --json prints one value, and what the command prints goes to standard error', async () => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    const run = await runCli(['run', '--json', ...exiting(4, 'its output')], { home, cwd: folder });
    expect(run).toMatchObject({ code: 4, stderr: 'its output\n' });
    const { endedAt } = (await lastRunIn(folder, home)) ?? {};
    expect(JSON.parse(run.stdout)).toEqual({
      repository: path.basename(folder),
      verdict: 'failed',
      name: NODE_NAME,
      endedAt,
      exitCode: 4,
      recorded: true,
    });
  });

  it('hands everything behind the command to the command', async () => {
    const folder = plainFolder();
    const args = ['--json', '--', '--workspace', 'a b', '*', '"q"', ''];
    const print = ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'];
    const { stdout } = await runCli(['run', '--', NODE, ...print, ...args], { home: temporaryFolder('home'), cwd: folder });
    expect(JSON.parse(stdout)).toEqual(args);
  });

  it('runs what the system finds by its name, be it a script of npm on Windows', async () => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    const { code, stdout } = await runCli(['run', 'npm', '--version'], { home, cwd: folder });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) as string });
    expect((await lastRunIn(folder, home))?.name).toBe('npm');
  });

  it('works on the repository of the current folder, the innermost one', async () => {
    const home = temporaryFolder('home');
    const run = await runCli(['run', '--workspace', workspace, '--json', ...exiting(0)], { home, cwd: path.join(api, 'docs') });
    expect(JSON.parse(run.stdout)).toMatchObject({ repository: 'shop-api', recorded: true });
  });

  it('leaves the command alone when the run cannot be recorded, and says so', async () => {
    const home = path.join(plainFolder(), 'a.md');
    const run = await runCli(['run', '--json', ...exiting(0)], { home, cwd: plainFolder() });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'succeeded', recorded: false });
    expect(run.stderr).toMatch(/could not be recorded because the cache folder cannot be written to/);
  });

  it('forgets runs with clear', async () => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    await runCli(['run', ...exiting(0)], { home, cwd: folder });
    expect(await lastRunIn(folder, home)).not.toBeNull();
    expect((await runCli(['clear', '--json'], { home })).stdout).toBe('{"cleared":true}\n');
    expect(await lastRunIn(folder, home)).toBeNull();
  });
});

describe('what does not run', () => {
  it.each([
    ['no command', ['run'], 'invalid-argument', /Missing required argument 'command'/],
    ['nothing behind --', ['run', '--'], 'invalid-argument', /Missing required argument 'command'/],
    ['an empty command', ['run', '--', ''], 'invalid-argument', /The command to run is empty/],
    ['an unknown option', ['run', '--name', 'x', '--', NODE], 'invalid-argument', /Unknown option '--name'/],
    ['a workspace elsewhere', ['run', '--workspace', '../elsewhere', '--', NODE, '-e', 'require("fs").writeFileSync("ran", "")', '--json'], 'invalid-argument', /outside of all repositories/],
  ])('%s: exit code 2, one sentence, and the same as JSON', async (_, [command = '', ...args], code, message) => {
    const outer = temporaryFolder('run');
    const cwd = path.join(outer, 'here');
    for (const name of ['here', 'elsewhere']) mkdirSync(path.join(outer, name));
    const home = temporaryFolder('home');
    const plain = await runCli([command, ...args], { home, cwd });
    expect(plain).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) as string });
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1);
    const asJson = await runCli([command, '--json', ...args], { home, cwd });
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code, message: expect.stringMatching(message) as string } });
    expect(existsSync(path.join(cwd, 'ran'))).toBe(false);
  });

  it('a command that is not there: 127, one sentence, nothing recorded', async () => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    const plain = await runCli(['run', '--', 'no-such-command-here', 'test'], { home, cwd: folder });
    expect(plain).toMatchObject({ code: 127, stdout: '' });
    expect(plain.stderr).toMatch(/^There is no command "no-such-command-here"; [^\n]*\n$/);
    const asJson = await runCli(['run', '--json', '--', 'no-such-command-here'], { home, cwd: folder });
    expect(asJson.code).toBe(127);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: 'invalid-argument' } });
    expect(await lastRunIn(folder, home)).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('a file that may not be executed: 126, as in a shell', async () => {
    const folder = plainFolder();
    chmodSync(path.join(folder, 'a.md'), 0o644);
    const run = await runCli(['run', '--', './a.md'], { home: temporaryFolder('home'), cwd: folder });
    expect(run).toMatchObject({ code: 126, stderr: expect.stringMatching(/^The command ".\/a.md" could not be started/) as string });
  });
});

describe.skipIf(process.platform === 'win32')('signals', () => {
  it('a command killed by a signal failed, with 128 and the number of the signal', async () => {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    const { code } = await runCli(['run', '--', 'sh', '-c', 'kill -KILL $$'], { home, cwd: folder });
    expect(code).toBe(128 + 9);
    expect(await lastRunIn(folder, home)).toMatchObject({ verdict: 'failed', name: 'sh' });
  });

  /** Starts a command that reports when it is ready, sends the CLI a signal, and waits for its end. */
  async function signalled(signal: NodeJS.Signals, script: string) {
    const folder = plainFolder();
    const home = temporaryFolder('home');
    await runCli(['run', ...exiting(0)], { home, cwd: folder });
    const before = await lastRunIn(folder, home);
    const child = spawn(NODE, [CLI, 'run', '--json', '--', NODE, '-e', `${script}; setInterval(() => {}, 1000); console.log('ready')`], {
      cwd: folder,
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.once('data', () => child.kill(signal));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, report: JSON.parse(stdout) as unknown, before, after: await lastRunIn(folder, home) };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s reaches the command, and a run that was stopped so leaves the last one as it was', async (signal, code) => {
    const ended = await signalled(signal, '');
    expect(ended.code).toBe(code);
    expect(ended.report).toMatchObject({ verdict: 'unknown', exitCode: code, recorded: false });
    expect(ended.before).toMatchObject({ verdict: 'succeeded' });
    expect(ended.after).toEqual(ended.before);
  });

  it('a command may clean up first and choose its own exit code', async () => {
    const ended = await signalled('SIGTERM', `process.on('SIGTERM', () => { require('fs').writeFileSync('cleaned', ''); process.exit(7); })`);
    expect(ended.code).toBe(7);
    expect(ended.report).toMatchObject({ exitCode: 7, recorded: false });
  });
});

it('is in the help, with how to write it', async () => {
  const { stdout } = await runCli(['run', '--help'], { home: temporaryFolder('home') });
  expect(stdout).toContain('workspace-context run [options] -- <command> [args...]');
});
