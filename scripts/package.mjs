/**
 * Makes the VSIX: the bundles, the embedding model, and the embedding runtime, native and as WebAssembly.
 *
 *   node scripts/package.mjs                       one that installs on every system
 *   node scripts/package.mjs --target linux-x64    one for a platform only (may be repeated)
 *   node scripts/package.mjs --all                 one for each platform
 *
 *   --out FOLDER    where to put it, or them (the project's folder when left out)
 *   --built         take dist as it is instead of building it
 *
 * A platform's package holds the native runtime of that platform alone; where there is none for it, or it does not
 * load, embedding runs on WebAssembly. The one for every system holds the native runtime of the platform it is made
 * on, since who makes it mostly installs it there, and runs on WebAssembly elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entriesOf, megabytes, partsOf, partsTable } from './vsix.mjs';

const PROJECT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const NATIVE = path.join(PROJECT, 'node_modules', 'onnxruntime-node', 'bin', 'napi-v3');
const RUNTIME = path.join('dist', 'onnxruntime');
/** Platforms as VS Code names them, and where their native files are; null where there are none. */
const TARGETS = {
  'linux-x64': 'linux/x64',
  'linux-arm64': 'linux/arm64',
  'linux-armhf': null,
  'alpine-x64': null,
  'alpine-arm64': null,
  'darwin-x64': 'darwin/x64',
  'darwin-arm64': 'darwin/arm64',
  'win32-x64': 'win32/x64',
  'win32-arm64': 'win32/arm64',
};
/** What is packed, before .vscodeignore chooses from it. */
const STAGED = /^(dist|media|l10n|package\.nls.*|[A-Z_]+(\.md)?|\.vscodeignore)$/;

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    out: { type: 'string' },
    built: { type: 'boolean' },
  },
});
const targets = values.target ?? (values.all ? Object.keys(TARGETS) : [null]);
const unknown = targets.filter((target) => target !== null && !(target in TARGETS));
if (unknown.length > 0) {
  process.stderr.write(`There is no platform ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}.\n`);
  process.exit(2);
}

const out = path.resolve(values.out ?? PROJECT);
mkdirSync(out, { recursive: true });
if (!values.built) runNode([path.join('node_modules', 'webpack', 'bin', 'webpack.js'), '--mode', 'production'], PROJECT);
for (const target of targets) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-package-'));
  try {
    await packageFor(target, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function packageFor(target, folder) {
  const { name, version } = stage(target === null ? `${process.platform}/${process.arch}` : TARGETS[target], folder);
  const file = path.join(out, `${[name, target, version].filter((part) => part !== null).join('-')}.vsix`);
  const vsce = path.join(PROJECT, 'node_modules', '@vscode', 'vsce', 'vsce');
  const platform = target === null ? [] : ['--target', target];
  const output = runNode([vsce, 'package', '--no-dependencies', ...platform, '--out', file], folder);
  if (/warning/i.test(output)) {
    process.stderr.write(output);
    process.exit(1);
  }
  process.stdout.write(`${path.basename(file)}: ${megabytes(statSync(file).size)}\n${partsTable(partsOf(await entriesOf(file)))}`);
}

/** Copies what a package may hold, with the native files given (none when null, or where there are none); returns the manifest. */
function stage(native, folder) {
  for (const name of readdirSync(PROJECT).filter((one) => STAGED.test(one))) {
    cpSync(path.join(PROJECT, name), path.join(folder, name), { recursive: true });
  }
  // Without the scripts: it is built already.
  const { scripts, ...manifest } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  for (const name of readdirSync(path.join(folder, RUNTIME)).filter((one) => !one.endsWith('.wasm'))) {
    rmSync(path.join(folder, RUNTIME, name));
  }
  const files = native === null ? null : path.join(NATIVE, ...native.split('/'));
  if (files !== null && existsSync(files)) cpSync(files, path.join(folder, RUNTIME), { recursive: true });
  return manifest;
}

function runNode(args, cwd) {
  const result = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`;
  if (result.status !== 0) {
    process.stderr.write(output);
    process.exit(1);
  }
  return output;
}
