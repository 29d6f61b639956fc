/**
 * Makes the VSIX of one platform, or of several: the same bundles, with the native embedding runtime of that
 * platform only. Where there is none for it (or it does not load), embedding runs on WebAssembly.
 *
 *   node scripts/package.mjs                                       for the platform this runs on
 *   node scripts/package.mjs --target linux-x64 --target win32-x64 --out FOLDER
 *   node scripts/package.mjs --all
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';

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

const { values } = parseArgs({
  options: { target: { type: 'string', multiple: true }, all: { type: 'boolean' }, out: { type: 'string' } },
});
const targets = values.all ? Object.keys(TARGETS) : (values.target ?? [`${process.platform}-${process.arch}`]);
const unknown = targets.filter((target) => !(target in TARGETS));
if (unknown.length > 0) {
  process.stderr.write(`There is no platform ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}.\n`);
  process.exit(2);
}

const out = path.resolve(values.out ?? PROJECT);
mkdirSync(out, { recursive: true });
runNode([path.join('node_modules', 'webpack', 'bin', 'webpack.js'), '--mode', 'production'], PROJECT);
for (const target of targets) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-package-'));
  try {
    packageFor(target, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function packageFor(target, folder) {
  stage(target, folder);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = path.join(out, `${manifest.name}-${target}-${manifest.version}.vsix`);
  const vsce = path.join(PROJECT, 'node_modules', '@vscode', 'vsce', 'vsce');
  const output = runNode([vsce, 'package', '--no-dependencies', '--target', target, '--out', file], folder);
  if (/warning/i.test(output)) {
    process.stderr.write(output);
    process.exit(1);
  }
  process.stdout.write(`${path.basename(file)}: ${megabytes(statSync(file).size)} (${partsOf(folder).join(', ')})\n`);
}

/** Copies what a package may hold, with the target's native files; .vscodeignore decides what it does hold. */
function stage(target, folder) {
  for (const name of readdirSync(PROJECT).filter((one) => /^(dist|media|package\.nls.*|[A-Z_]+(\.md)?|\.vscodeignore)$/.test(one))) {
    cpSync(path.join(PROJECT, name), path.join(folder, name), { recursive: true });
  }
  // Without the scripts: it is built already.
  const { scripts, ...manifest } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  for (const name of readdirSync(path.join(folder, RUNTIME)).filter((one) => !one.endsWith('.wasm'))) {
    rmSync(path.join(folder, RUNTIME, name));
  }
  const native = TARGETS[target];
  if (native !== null) cpSync(path.join(NATIVE, ...native.split('/')), path.join(folder, RUNTIME), { recursive: true });
}

/** What the package consists of, as large as it is in there. */
function partsOf(folder) {
  const packed = (place) => filesIn(path.join(folder, place)).reduce((sum, file) => sum + deflateRawSync(readFileSync(file)).length, 0);
  const wasm = packed(path.join(RUNTIME, 'ort-wasm-simd.wasm'));
  return [
    `model ${megabytes(packed(path.join('media', 'models')))}`,
    `native runtime ${megabytes(packed(RUNTIME) - wasm)}`,
    `WebAssembly runtime ${megabytes(wasm)}`,
  ];
}

function filesIn(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place).flatMap((name) => filesIn(path.join(place, name)));
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

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
