import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Vsix from '../../scripts/vsix.mjs';
import { chosenModel } from '../../src/adapters/embedder/chosenModel';
import { allOf, PASSAGE, realEmbedder, vectorIn } from '../adapters/embedder/lines';
import { GRAMMARS } from '../../src/code/languages';
import { PROJECT, temporaryFolder } from '../support/cli';

const HERE = `${process.platform}-${process.arch}`;
/** A platform whose native runtime cannot load here. */
const ELSEWHERE = process.platform === 'win32' ? 'darwin-arm64' : 'win32-x64';
const DIST = path.join(PROJECT, 'dist');
const { version } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as { version: string };

const folder = temporaryFolder('package');
const vsixOf = (target: string): string => path.join(folder, `workspace-context-${target}-${version}.vsix`);
const nativeFilesOf = (target: string): string[] => {
  const place = path.join(PROJECT, 'node_modules/onnxruntime-node/bin/napi-v3', ...target.split('-'));
  return existsSync(place) ? readdirSync(place) : [];
};

let vsix: typeof Vsix;
let entries: readonly Vsix.VsixEntry[] = [];
const paths = (): string[] => entries.map((entry) => entry.path);

beforeAll(async () => {
  const packaging = spawnSync(
    process.execPath,
    [path.join(PROJECT, 'scripts/package.mjs'), '--built', '--target', HERE, '--target', ELSEWHERE, '--out', folder],
    { encoding: 'utf8' },
  );
  if (packaging.status !== 0) throw new Error(packaging.stderr);
  vsix = (await import(pathToFileURL(path.join(PROJECT, 'scripts/vsix.mjs')).href)) as typeof Vsix;
  entries = await vsix.entriesOf(vsixOf(HERE));
  await vsix.unpack(vsixOf(HERE), path.join(folder, HERE));
  await vsix.unpack(vsixOf(ELSEWHERE), path.join(folder, ELSEWHERE));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('holds every bundle that is built', () => {
    const built = readdirSync(DIST).filter((name) => /\.(js|wasm)$/.test(name));
    expect(paths()).toEqual(expect.arrayContaining(built.map((name) => `dist/${name}`)));
  });

  it('holds the embedding model with its licence and where it comes from', () => {
    expect(paths().filter((name) => name.startsWith('media/models/')).sort()).toEqual([
      'media/models/LICENSE',
      'media/models/README.md',
      'media/models/Xenova/all-MiniLM-L6-v2/config.json',
      'media/models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx',
      'media/models/Xenova/all-MiniLM-L6-v2/special_tokens_map.json',
      'media/models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
      'media/models/Xenova/all-MiniLM-L6-v2/tokenizer_config.json',
    ]);
  });

  it('holds both embedding runtimes, the native one of its platform alone', async () => {
    const runtimes = (all: readonly Vsix.VsixEntry[]): string[] =>
      all.flatMap((entry) => (entry.path.startsWith('dist/onnxruntime/') ? [path.posix.basename(entry.path)] : [])).sort();
    expect(nativeFilesOf(ELSEWHERE)).not.toEqual([]);
    expect(runtimes(entries)).toEqual(['ort-wasm-simd.wasm', ...nativeFilesOf(HERE)].sort());
    expect(runtimes(await vsix.entriesOf(vsixOf(ELSEWHERE)))).toEqual(['ort-wasm-simd.wasm', ...nativeFilesOf(ELSEWHERE)].sort());
  });

  it('holds the grammars that code is read with, each named in .vscodeignore, and their runtime', () => {
    const built = readdirSync(path.join(DIST, 'grammars'));
    const grammars = new Set(GRAMMARS.map((name) => `tree-sitter-${name}.wasm`));
    expect(new Set(built)).toEqual(new Set([...grammars, 'tree-sitter.js', 'tree-sitter.wasm']));
    expect(paths().filter((name) => name.startsWith('dist/grammars/')).sort()).toEqual(built.map((name) => `dist/grammars/${name}`).sort());
  });

  it('holds the sentences of every language there is, and the pictures of the walkthrough', () => {
    const inFolder = (folder: string): string[] => readdirSync(path.join(PROJECT, folder)).map((name) => `${folder}/${name}`).sort();
    expect(paths().filter((name) => name.startsWith('l10n/')).sort()).toEqual(inFolder('l10n'));
    expect(paths().filter((name) => name.startsWith('media/walkthrough/')).sort()).toEqual(inFolder('media/walkthrough'));
    expect(paths().filter((name) => name.startsWith('package.nls')).sort()).toEqual(['package.nls.de.json', 'package.nls.json']);
  });

  it('holds the licences of all that is in it', () => {
    expect(paths()).toEqual(expect.arrayContaining(['LICENSE.txt', 'THIRD_PARTY_NOTICES.md']));
  });

  it('holds nothing that nobody runs or reads: no source maps, no sources, no node_modules, no tests, no screenshots', () => {
    const known = /^(dist\/[\w-]+\.(js|wasm)|dist\/webview(-graph)?\.js\.LICENSE\.txt|dist\/codicons\/codicon\.(css|ttf)|dist\/onnxruntime\/[\w.-]+|dist\/grammars\/tree-sitter[\w-]*\.(js|wasm)|dist\/grammars\/tree-sitter[\w-]*\.(js|wasm)|media\/models\/.+|media\/[\w-]+\.(css|svg|png)|media\/walkthrough\/[a-z]+\.svg|l10n\/bundle\.l10n[\w.-]*\.json|package\.json|package\.nls[\w.-]*\.json|[A-Za-z_]+\.(md|txt))$/;
    expect(paths().filter((name) => !known.test(name))).toEqual([]);
    expect(paths().filter((name) => /\.map$|(^|\/)sharp|libvips|node_modules/.test(name))).toEqual([]);
  });

  it('holds nothing twice', () => {
    // Each bundle has its own part with the rules that find secrets, whose inner names go with that bundle: 20 kB packed.
    const contents = entries.filter(({ path: name }) => !name.endsWith('-secrets.js')).map(({ bytes, crc32 }) => `${bytes} ${crc32}`);
    expect(contents.filter((content, index) => contents.indexOf(content) !== index)).toEqual([]);
  });

  it('is told by its parts, which add up to all of it', () => {
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
    const parts = vsix.partsOf(entries);
    expect(sum(parts.map(({ packedBytes }) => packedBytes))).toBe(sum(entries.map(({ packedBytes }) => packedBytes)));
    expect(parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['embedding model, weights', 'embedding runtime, WebAssembly', 'embedding process']));
  });
});

describe('the package, installed', () => {
  const distOf = (target: string): string => path.join(folder, target, 'dist');

  it('has a command line that runs', () => {
    const { stdout } = spawnSync(process.execPath, [path.join(distOf(HERE), 'cli.js'), '--version'], { encoding: 'utf8', cwd: folder });
    expect(stdout.trim()).toBe(version);
  });

  it.each([
    [HERE, 'native', nativeFilesOf(HERE).length > 0 ? 'native' : 'wasm'],
    [HERE, 'wasm', 'wasm'],
    // The native runtime of another system does not load, which is said and nothing worse.
    [ELSEWHERE, 'native', 'wasm'],
  ] as const)('(%s) embeds on what is in it: asked for %s it runs on %s', async (target, wanted, runtime) => {
    const chosen = await chosenModel({ enabled: true, modelFolder: null }, distOf(target));
    if (chosen.kind === 'off') throw new Error(chosen.reason ?? 'off');
    const embedder = realEmbedder({ entry: path.join(distOf(target), 'embedder.js'), model: chosen.model, runtime: wanted });
    const [embedding] = await allOf(embedder, [PASSAGE]);
    expect(vectorIn(embedding)).toHaveLength(384);
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime, reason: null });
    expect(embedder.state().notices.join(' ')).toMatch(wanted === runtime ? /^$|before/ : /cannot be used on this system/);
    await embedder.stop();
  });
});
