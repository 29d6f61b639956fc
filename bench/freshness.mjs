/**
 * Save -> answer: how long after a file was written an answer has it, on orun.
 *
 *   npm run build && node bench/freshness.mjs [--runs N]
 *
 * Needs ../shared (workspaces/orun.bundle). The core runs in its worker thread, as in the editor: a file is
 * written, reported as the editor does on a save, and asked for at once. Prints the median and the slowest of
 * the runs, how many answers had the change at the first asking, and the same for a commit.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { PROJECT, clonedBundle, freshHome, median, requireBuild, scriptArguments, table } from './support.mjs';

const { own } = scriptArguments();
const runs = own.includes('--runs') ? Number(own[own.indexOf('--runs') + 1]) : 20;
requireBuild();
const place = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-freshness-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
const root = path.join(place, 'orun');
cpSync(clonedBundle('orun'), root, { recursive: true, preserveTimestamps: true });

const worker = new Worker(path.join(PROJECT, 'dist/worker.js'), {
  workerData: { scope: { name: null, folders: [root], exclude: [], epicGlobs: null } },
  env: { ...process.env, WORKSPACE_CONTEXT_HOME: freshHome() },
});
const waiting = new Map();
let nextId = 1;
worker.on('message', (reply) => {
  if (reply.kind === 'progress') return;
  const call = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.kind === 'result') call.resolve(reply.value);
  else call.reject(new Error(reply.error.message));
});
const call = (method, ...parameters) =>
  new Promise((resolve, reject) => {
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, method, parameters });
  });
const ask = (question) => call('ask', { question, limit: 3 }, { wait: false, now: null });
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

await call('index');
// Files of a fresh copy are too young for their times to tell that they did not change.
await pause(2_500);
await call('index');
await call('idle');
await ask('how does it work');

const file = path.join(root, 'README.md');
const saves = [];
let atOnce = 0;
for (let run = 0; run < runs; run += 1) {
  const word = `zanzibar${String.fromCharCode(97 + (run % 26))}${String.fromCharCode(97 + Math.floor(run / 26))}x`;
  const started = performance.now();
  writeFileSync(file, `# Read me\n\nThe word is ${word}.\n`);
  const seen = call('filesChanged', { paths: [file] });
  let pack = await ask(word);
  const has = () => pack.passages.some(({ text }) => text.includes(word));
  if (has()) atOnce += 1;
  while (!has()) pack = await ask(word);
  saves.push(performance.now() - started);
  await seen;
  await pause(100);
}
await call('idle');
const git = (...args) => execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: root });
git('commit', '--quiet', '--all', '--message', 'A change');
const started = performance.now();
const [refreshed] = await call('filesChanged', { paths: [path.join(root, '.git', 'logs', 'HEAD')] });
const commit = performance.now() - started;
await call('idle');
await worker.terminate();

process.stdout.write(
  `${table([
    [`save -> answer, median of ${runs}`, `${median(saves).toFixed(1)} ms`],
    ['  slowest', `${Math.max(...saves).toFixed(1)} ms`],
    ['  had it at the first asking', `${atOnce} of ${runs}`],
    ['commit -> index (pause of a burst included)', `${commit.toFixed(1)} ms`],
    ['  parsed again', String(refreshed?.counts.parsed ?? 0)],
  ])}\n`,
);
