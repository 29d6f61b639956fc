/**
 * What `npm start` runs.
 *
 *   npm start                                   builds, makes the sample workspace, asks it a question
 *   npm start -- ask "…" --workspace ../mine    builds if needed, then runs the CLI with these arguments
 *
 * Paths in the arguments are relative to where the command was typed.
 */
import { spawn } from 'node:child_process';
import { readdir, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { QUESTION } from '../test/vscode/sample.mjs';
import { makeSampleWorkspace } from './sample-workspace.mjs';

const PROJECT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const CLI = path.join(PROJECT, 'dist', 'cli.js');
const BUILT_FROM = ['src', 'webpack.config.js', 'tsconfig.json', 'package-lock.json'];

const args = process.argv.slice(2);
try {
  await buildIfNeeded();
  process.exitCode = await (args.length === 0 ? showSample() : runCli(args, process.env.INIT_CWD ?? process.cwd()));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function showSample() {
  const { workspaceFile } = await makeSampleWorkspace(path.join(PROJECT, '.sample', 'shop'));
  const workspace = path.relative(PROJECT, workspaceFile);
  process.stdout.write(`\nAsking the sample workspace (three repositories in ${path.dirname(workspace)}):\n\n`);
  const code = await runCli(['ask', QUESTION, '--wait-embeddings', '--workspace', workspace], PROJECT);
  if (code === 0) {
    process.stdout.write('\nAsk your own repositories:\n\n  npm start -- ask "your question" --workspace ../your-folder\n\n');
  }
  return code;
}

function runCli(cliArgs, folder) {
  const child = spawn(process.execPath, [CLI, ...cliArgs], { cwd: folder, stdio: 'inherit' });
  // The terminal sends an interrupt to both processes; the child decides how to end, and we report it.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', ignore);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}

async function buildIfNeeded() {
  const built = await modifiedAt(CLI);
  const newest = Math.max(...(await Promise.all(BUILT_FROM.map((name) => newestIn(path.join(PROJECT, name))))));
  if (built >= newest) {
    return;
  }
  const started = Date.now();
  const showsProgress = process.stderr.isTTY === true;
  process.stderr.write(showsProgress ? 'Building…' : 'Building…\n');
  const { code, output } = await runBuild();
  if (code !== 0) {
    throw new Error(`\n${output.trim()}\n\nThe build failed; run "npm install" and try again.`);
  }
  // Webpack leaves a bundle alone whose content is the same; its time says when it was last compared.
  const now = new Date();
  await utimes(CLI, now, now);
  if (showsProgress) {
    process.stderr.write(`\rBuilt in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
  }
}

function runBuild() {
  const npm = process.env.npm_execpath;
  const child =
    npm !== undefined && /\.[cm]?js$/.test(npm)
      ? spawn(process.execPath, [npm, 'run', '--silent', 'build'], { cwd: PROJECT })
      : spawn('npm run --silent build', { cwd: PROJECT, shell: true });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Milliseconds since 1970 of the newest change in a file or folder; 0 when there is none. */
async function newestIn(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => null);
  if (entries === null) {
    return modifiedAt(place);
  }
  const times = await Promise.all(entries.map((entry) => newestIn(path.join(place, entry.name))));
  // The folder's own time tells that a file was deleted.
  return Math.max(await modifiedAt(place), ...times);
}

async function modifiedAt(file) {
  return stat(file).then(
    (facts) => facts.mtimeMs,
    () => 0,
  );
}
