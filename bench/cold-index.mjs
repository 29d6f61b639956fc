/**
 * What an index costs and what an answer from it costs, on orun's 318 documents.
 *
 *   npm run build && node bench/cold-index.mjs [--runs N] [-- --no-embeddings]
 *
 * Needs ../shared (workspaces/orun.bundle). Prints, as medians over the runs:
 *   - a cold index by `workspace-context index`, whole process and without the start of Node and the CLI,
 *     and its ratio to the bare parts (bench/bare-parts.mjs) measured in the same run;
 *   - the same command again with nothing changed, and `git status` for comparison;
 *   - `ask` on the warm index: a whole process, and a call in one MCP session over stdio;
 *   - the peak memory of the largest process.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { PROJECT, clonedBundle, freshHome, median, requireBuild, runCli, scriptArguments, table, timeCommand } from './support.mjs';

const { own, forCli } = scriptArguments();
const runs = own.includes('--runs') ? Number(own[own.indexOf('--runs') + 1]) : 7;
const QUESTIONS = [
  'How are discovery roots merged when a repo extends several presets?',
  'How long is a job lease good for?',
  'What does garbage collection sweep?',
  'Which section names are valid watches in intent.yaml?',
  'How is a stack layered in an OCI registry?',
];
requireBuild();
const workspace = clonedBundle('orun');
const common = ['--workspace', workspace, '--json', ...forCli];

const cold = [];
const warm = [];
const starts = [];
const bare = [];
const status = [];
for (let run = 0; run < runs; run += 1) {
  const home = freshHome();
  bare.push(JSON.parse(execFileSync(process.execPath, [path.join(PROJECT, 'bench/bare-parts.mjs'), workspace], { encoding: 'utf8' })));
  starts.push((await runCli(['--version'], home)).millis);
  cold.push(await runCli(['index', ...common], home));
  warm.push(await runCli(['index', ...common], home));
  status.push(await timeCommand('git', ['--no-optional-locks', 'status', '--porcelain'], workspace));
}

const home = freshHome();
await runCli(['index', ...common], home);
const asks = [];
for (let run = 0; run < runs; run += 1) {
  asks.push(await runCli(['ask', QUESTIONS[run % QUESTIONS.length], ...common], home));
}
const calls = await timeMcpCalls(home);

const bareSum = median(bare.map((one) => one.read + one.sha256 + one.parse + one.gitLog));
const start = median(starts);
const coldMillis = median(cold.map((one) => one.millis));
const milliseconds = (value) => `${value.toFixed(1)} ms`;
process.stdout.write(
  `${table([
    [`bare parts of ${bare[0].documents} documents`, milliseconds(bareSum)],
    ...['read', 'sha256', 'parse', 'gitLog'].map((part) => [`  ${part}`, milliseconds(median(bare.map((one) => one[part])))]),
    ['start of Node and the CLI', milliseconds(start)],
    [`cold index of ${indexedDocuments(cold[0].json)} documents, whole process`, milliseconds(coldMillis)],
    ['  ratio to the bare parts', (coldMillis / bareSum).toFixed(2)],
    ['  ratio without the start', ((coldMillis - start) / bareSum).toFixed(2)],
    ['index again, nothing changed, whole process', milliseconds(median(warm.map((one) => one.millis)))],
    ['  without the start', milliseconds(median(warm.map((one) => one.millis)) - start)],
    ['git status', milliseconds(median(status))],
    ['ask, warm, whole process, p50', milliseconds(median(asks.map((one) => one.millis)))],
    ['ask, warm, in one MCP session, p50', milliseconds(median(calls))],
    ['peak memory, cold index', `${median(cold.map((one) => one.peakMiB)).toFixed(0)} MiB`],
    ['peak memory, ask', `${median(asks.map((one) => one.peakMiB)).toFixed(0)} MiB`],
  ])}\n`,
);

function indexedDocuments(workspaceStatus) {
  return workspaceStatus.repositories.reduce((sum, repository) => sum + repository.documents, 0);
}

async function timeMcpCalls(indexHome) {
  const client = new Client({ name: 'workspace-context-bench', version: '1.0.0' });
  const args = [path.join(PROJECT, 'dist/cli.js'), 'mcp', '--workspace', workspace, ...forCli];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: indexHome },
      stderr: 'ignore',
    }),
  );
  const ask = (question) => client.callTool({ name: 'workspace_context', arguments: { question } });
  await ask(QUESTIONS[0]);
  const times = [];
  for (let call = 0; call < 50; call += 1) {
    const started = performance.now();
    await ask(QUESTIONS[call % QUESTIONS.length]);
    times.push(performance.now() - started);
  }
  await client.close();
  return times;
}
