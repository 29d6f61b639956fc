/** What the benchmark scripts share: data unpacked once, the CLI run as a user runs it, small statistics. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const HERE = path.dirname(fileURLToPath(import.meta.url));
export const PROJECT = path.dirname(HERE);
const SHARED = path.resolve(PROJECT, '..', 'shared');
const CLI = path.join(PROJECT, 'dist', 'cli.js');
/** Outside of the project: a folder inside would belong to the project's own work tree. */
export const PLACE = path.join(os.tmpdir(), 'workspace-context-bench');

/** A file of the data the measures are made with; ends the script with a sentence when it is absent. */
export function sharedFile(name) {
  const file = path.join(SHARED, name);
  if (!existsSync(file)) {
    fail(`This benchmark needs ../shared/${name} beside the project.`);
  }
  return file;
}

/** Whether a file of that data is there. */
export function hasSharedFile(name) {
  return existsSync(path.join(SHARED, name));
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

export function requireBuild() {
  if (!existsSync(CLI)) {
    fail('Run "npm run build" first.');
  }
}

/** A clone of a bundle's main branch, made once. */
export function clonedBundle(name) {
  return madeOnce(name, (folder) => {
    execFileSync('git', ['clone', '--quiet', '--branch', 'main', sharedFile(`workspaces/${name}.bundle`), folder]);
  });
}

/** The folder `name` of an archive, unpacked once. */
export function unpacked(archive, name) {
  return path.join(
    madeOnce(`${name}-unpacked`, (folder) => {
      mkdirSync(folder);
      execFileSync('tar', ['-xJf', sharedFile(archive), '-C', folder]);
    }),
    name,
  );
}

/** A repository with one commit of all files of a folder, made once beside it. */
export function repositoryOf(folder) {
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

/** The core in a worker thread, as the editor runs it, by words alone unless told. `call` resolves with what the core answers. */
export function startCore(folder, home, embeddings = false) {
  const scope = { name: null, folders: [folder], exclude: [], epicGlobs: null, embeddings: { enabled: embeddings, modelFolder: null } };
  const worker = new Worker(path.join(PROJECT, 'dist', 'worker.js'), {
    workerData: { scope },
    env: { ...process.env, WORKSPACE_CONTEXT_HOME: home },
  });
  const waiting = new Map();
  worker.on('message', ({ id, kind, value, error }) => {
    if (kind === 'result') waiting.get(id)?.resolve(value);
    if (kind === 'error') waiting.get(id)?.reject(new Error(error.message));
  });
  worker.on('error', (error) => waiting.forEach(({ reject }) => reject(error)));
  let last = 0;
  const call = (method, ...parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, method, parameters });
    });
  return {
    call,
    end: async () => {
      await call('idle');
      const gone = once(worker, 'exit');
      // Stopped from outside while it lists a folder, it would take the process along (Node 20).
      worker.postMessage({ method: 'end' });
      await gone;
    },
  };
}

/** The bare parts of a cold index of a folder, measured in a process of their own; `sum` is all of them, in milliseconds. */
export function bareParts(folder) {
  const parts = JSON.parse(execFileSync(process.execPath, [path.join(PROJECT, 'bench/bare-parts.mjs'), folder], { encoding: 'utf8' }));
  return { ...parts, sum: parts.read + parts.sha256 + parts.parse + parts.gitLog };
}

/** What `work` gives, and the milliseconds it took. */
export async function timed(work) {
  const started = performance.now();
  const value = await work();
  return { millis: performance.now() - started, value };
}

export function milliseconds(value) {
  return `${value.toFixed(1)} ms`;
}

/** The number after an option of the script, or the one that holds without it. */
export function numberArgument(own, name, otherwise) {
  return own.includes(name) ? Number(own[own.indexOf(name) + 1]) : otherwise;
}

/** The folder `name` of the bench's place, filled by `make(folder)` where it is not there yet. */
export function madeOnce(name, make) {
  const folder = path.join(PLACE, name);
  if (!existsSync(folder)) {
    mkdirSync(PLACE, { recursive: true });
    const unfinished = path.join(PLACE, `${name}.${process.pid}`);
    rmSync(unfinished, { recursive: true, force: true });
    make(unfinished);
    renameSync(unfinished, folder);
  }
  return folder;
}

const made = [];
process.on('exit', () => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** An empty folder whose name begins with `name`; removed when the script ends. */
export function emptyFolder(name = 'empty') {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(path.join(PLACE, `${name}-`));
  made.push(folder);
  return folder;
}

/** A fresh index folder; removed when the script ends. */
export function freshHome() {
  return emptyFolder('home');
}

/** The bytes of all files below a folder; links are not followed. */
export function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

/** Runs the CLI; returns its JSON, the milliseconds it took and the peak memory of its processes in MiB. */
export function runCli(args, home) {
  const memoryFolder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-memory-'));
  const env = {
    ...process.env,
    WORKSPACE_CONTEXT_HOME: home,
    WORKSPACE_CONTEXT_BENCH_MEMORY: memoryFolder,
    NODE_OPTIONS: `--require ${JSON.stringify(path.join(HERE, 'peakMemory.cjs'))}`,
  };
  const started = performance.now();
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      const millis = performance.now() - started;
      const peaks = readdirSync(memoryFolder).map((name) => Number(readFileSync(path.join(memoryFolder, name), 'utf8')));
      rmSync(memoryFolder, { recursive: true, force: true });
      if (error !== null) {
        fail(`${args[0]} failed: ${stderr || stdout || error.message}`);
      }
      resolve({ stdout, json: args.includes('--json') ? JSON.parse(stdout) : null, millis, peakMiB: Math.max(0, ...peaks) });
    });
  });
}

/** Runs any command and returns the milliseconds it took. */
export function timeCommand(command, args, cwd) {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    child.on('error', reject);
    child.on('close', () => resolve(performance.now() - started));
  });
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Columns as wide as their widest cell; the first is aligned left, the others right. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join('  '),
    )
    .join('\n');
}

export function share(part, whole) {
  return whole === 0 ? '-' : (part / whole).toFixed(2);
}

/** Arguments of the script before `--`, and those after it, which go to the CLI. */
export function scriptArguments() {
  const all = process.argv.slice(2);
  const cut = all.indexOf('--');
  return cut < 0 ? { own: all, forCli: [] } : { own: all.slice(0, cut), forCli: all.slice(cut + 1) };
}
