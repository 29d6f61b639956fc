/**
 * What a restart costs when nothing changed, in process and without the start of Node: a fresh worker thread,
 * as the extension starts one, loads the index and compares it with the files; and the same until it has
 * answered a question. `git status` of the same repository is measured in the same rounds.
 *
 *   npm run build && node bench/restart.mjs [--runs N]
 *
 * Needs ../shared (workspaces/orun.bundle and workspaces/kubernetes-enhancements.tar.xz). Prints medians.
 * "warm" is a further refresh in the same worker, when its code has been compiled: what a window pays later.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { PROJECT, clonedBundle, freshHome, median, requireBuild, scriptArguments, table, timeCommand, unpacked } from './support.mjs';

const QUESTION = 'How long is a lease good for?';
const { own } = scriptArguments();
const runs = own.includes('--runs') ? Number(own[own.indexOf('--runs') + 1]) : 11;
requireBuild();

const rows = [['', 'documents', 'git status', 'restart', 'ratio', 'first answer', 'ratio', 'warm', 'ratio']];
for (const [name, folder] of [
  ['orun', clonedBundle('orun')],
  // Its archive has no folder of its own at the top.
  ['kubernetes-enhancements', repositoryOf(path.dirname(unpacked('workspaces/kubernetes-enhancements.tar.xz', 'kubernetes-enhancements')))],
]) {
  rows.push(await measure(name, folder));
}
process.stdout.write(`${table(rows)}\n`);

async function measure(name, folder) {
  process.env['WORKSPACE_CONTEXT_HOME'] = freshHome();
  // Made, then looked at twice more: the young files of a fresh clone are looked at closely once.
  for (let round = 0; round < 3; round += 1) await inWorker(folder, async (call) => call('index', []));
  const times = { status: [], restart: [], answer: [], warm: [] };
  let documents = 0;
  for (let run = 0; run < runs; run += 1) {
    times.status.push(await timeCommand('git', ['--no-optional-locks', 'status', '--porcelain'], folder));
    await inWorker(folder, async (call) => {
      const { millis, value } = await timed(() => call('index', []));
      const [{ documents: found, lastRefresh }] = value.repositories;
      if (lastRefresh.read + lastRefresh.parsed > 0) throw new Error(`something was read again: ${JSON.stringify(lastRefresh)}`);
      documents = found;
      times.restart.push(millis);
      for (let again = 0; again < 5; again += 1) await call('index', []);
      times.warm.push((await timed(() => call('index', []))).millis);
    });
    await inWorker(folder, async (call) => {
      times.answer.push((await timed(() => call('ask', [{ question: QUESTION }, { wait: true, now: null }]))).millis);
    });
  }
  const status = median(times.status);
  const cells = ['restart', 'answer', 'warm'].flatMap((what) => [milliseconds(median(times[what])), (median(times[what]) / status).toFixed(1)]);
  return [name, documents, milliseconds(status), ...cells];
}

function milliseconds(value) {
  return `${value.toFixed(1)} ms`;
}

async function timed(work) {
  const started = performance.now();
  const value = await work();
  return { millis: performance.now() - started, value };
}

/** Starts a worker on a folder, lets `use` call it once it has loaded its code, and ends it. */
async function inWorker(folder, use) {
  const scope = { name: null, folders: [folder], exclude: [], epicGlobs: null };
  const worker = new Worker(path.join(PROJECT, 'dist', 'worker.js'), { workerData: { scope } });
  const waiting = new Map();
  worker.on('message', ({ id, kind, value, error }) => {
    if (kind === 'result') waiting.get(id)?.resolve(value);
    if (kind === 'error') waiting.get(id)?.reject(new Error(error.message));
  });
  let last = 0;
  const call = (method, parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, method, parameters });
    });
  await call('idle', []);
  await use(call);
  await call('idle', []);
  await worker.terminate();
}

/** A repository with one commit of all files of a folder, made once beside it. */
function repositoryOf(folder) {
  const repository = `${folder}-repository`;
  if (!existsSync(path.join(repository, '.git', 'HEAD'))) {
    cpSync(folder, repository, { recursive: true });
    const git = (...args) => execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: repository, stdio: 'ignore' });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'All files');
  }
  return repository;
}
