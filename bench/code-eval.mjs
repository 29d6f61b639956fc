/**
 * Files found by code.context: 37 tasks of the OpenTelemetry demo, and what it costs.
 *
 *   npm run build && node bench/code-eval.mjs [--verbose]
 *
 * Needs ../shared (eval/opentelemetry-demo-code.jsonl, workspaces/opentelemetry-demo-code.tar.xz). A hit is a file that the
 * change touched, among the first 5 (10) different files of `symbols`. Index time is that of a cold index over that of a bare
 * tree-sitter parse of the same files; a question is asked of a worker that has the index in memory.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { freshHome, median, milliseconds, PROJECT, repositoryOf, requireBuild, scriptArguments, share, sharedFile, startCore, table, timed, unpacked } from './support.mjs';

const { own } = scriptArguments();
requireBuild();
const folder = repositoryOf(unpacked('workspaces/opentelemetry-demo-code.tar.xz', 'opentelemetry-demo-code'));
const repo = path.basename(folder);
const tasks = readFileSync(sharedFile('eval/opentelemetry-demo-code.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

const WAIT = { wait: true, now: null };
const AT_ONCE = { wait: false, now: null };
const ROUNDS = 3;

const cold = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const core = startCore(folder, freshHome());
  cold.push((await timed(() => core.call('codeContext', { repo, task: 'anything' }, WAIT))).millis);
  await core.end();
}
const bare = [];
let parsed = null;
for (let round = 0; round < ROUNDS; round += 1) {
  parsed = await bareParse();
  bare.push(parsed.millis);
}

const home = freshHome();
const core = startCore(folder, home);
await core.call('codeContext', { repo, task: 'anything' }, WAIT);
const results = [];
for (const task of tasks) {
  const { millis, value } = await timed(() => core.call('codeContext', { repo, task: task.task }, AT_ONCE));
  const files = [...new Set(value.symbols.map((symbol) => symbol.path))];
  const found = files.findIndex((file) => task.expected.includes(file));
  results.push({ task, millis, files, rank: found < 0 ? Infinity : found + 1 });
}
await core.end();
const again = startCore(folder, home);
const restart = (await timed(() => again.call('codeContext', { repo, task: 'anything' }, WAIT))).millis;
await again.end();

const within = (limit) => share(results.filter(({ rank }) => rank <= limit).length, results.length);
process.stdout.write(
  `${table([
    ['tasks', 'first', 'first 5', 'first 10', 'different files an answer'],
    [results.length, within(1), within(5), within(10), (results.reduce((sum, { files }) => sum + files.length, 0) / results.length).toFixed(1)],
  ])}\n\n` +
    `cold index: ${milliseconds(median(cold))}, ${(median(cold) / median(bare)).toFixed(2)} × a bare parse of the same ${parsed.files} files (${milliseconds(median(bare))})\n` +
    `restart, nothing changed, first answer: ${milliseconds(restart)}\n` +
    `question, p50: ${milliseconds(median(results.map(({ millis }) => millis)))}\n`,
);
if (own.includes('--verbose')) {
  for (const { task, rank, files } of results) {
    if (rank > 5) process.stdout.write(`\n${task.id} rank ${rank}: ${task.task}\n  want ${task.expected.join(', ')}\n  got  ${files.slice(0, 5).join(', ')}\n`);
  }
}
process.exit(0);

/** Parses the files that have a grammar, read already, in a thread of its own as the index does, and nothing else. */
async function bareParse() {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(new URL('./bareParse.cjs', import.meta.url), { workerData: { folder, grammars: path.join(PROJECT, 'dist', 'grammars') } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
