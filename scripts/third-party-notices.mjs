/**
 * Writes THIRD_PARTY_NOTICES.md: name, version and licence text of everything a release may hold, which
 * is the production dependencies of package-lock.json, the grammars of programming languages and the models in media/models.
 *
 *   node scripts/third-party-notices.mjs            writes the file
 *   node scripts/third-party-notices.mjs --check    exits with 1 when the file is not what would be written
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { GRAMMARS, RUNTIME } from './grammar-licenses/grammars.mjs';

const PROJECT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const NOTICES = path.join(PROJECT, 'THIRD_PARTY_NOTICES.md');
const LICENSE_NAME = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
/** Made for some systems only, and copied into a release all the same. */
const COPIED = new Set(['node_modules/onnxruntime-node']);
/** Licence texts of packages that come without one. */
const TEXTS_ELSEWHERE = {
  'onnxruntime-common': 'vendor/licenses/onnxruntime.txt',
  'onnxruntime-node': 'vendor/licenses/onnxruntime.txt',
  'onnxruntime-web': 'vendor/licenses/onnxruntime.txt',
};

/** Packages that another one was published with inside, so that package-lock.json does not name them. */
const EMBEDDED = {
  '@secretlint/secretlint-rule-preset-recommend': [
    { name: '@textlint/regexp-string-matcher', version: '2.0.2', license: 'MIT', home: 'https://github.com/textlint/regexp-string-matcher', file: 'regexp-string-matcher.txt' },
    { name: 'escape-string-regexp', version: '4.0.0', license: 'MIT', home: 'https://github.com/sindresorhus/escape-string-regexp', file: 'escape-string-regexp.txt' },
    { name: 'lodash.sortby', version: '4.7.0', license: 'MIT', home: 'https://lodash.com/', file: 'lodash.txt' },
    { name: 'lodash.uniq', version: '4.5.0', license: 'MIT', home: 'https://lodash.com/', file: 'lodash.txt' },
    { name: 'lodash.uniqwith', version: '4.5.0', license: 'MIT', home: 'https://lodash.com/', file: 'lodash.txt' },
  ],
};

const packages = await bundledPackages();
const models = await bundledModels();
const grammars = await bundledGrammars();
const text = render([...packages, ...grammars, ...models]);
if (process.argv.includes('--check')) {
  const present = await readText(NOTICES).catch(() => null);
  if (present !== text) {
    process.stderr.write('THIRD_PARTY_NOTICES.md is out of date: run "node scripts/third-party-notices.mjs".\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(NOTICES, text);
  process.stdout.write(`THIRD_PARTY_NOTICES.md: ${packages.length} packages, ${GRAMMARS.length} grammars and their runtime, ${models.length} models.\n`);
}

/** Production packages by name and version; type declarations and what is made for one system only (`os`, `cpu`) are not bundled. */
async function bundledPackages() {
  const lock = JSON.parse(await readText(path.join(PROJECT, 'package-lock.json')));
  const found = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    const isOurs = !place.startsWith('node_modules/') || entry.link === true;
    const isForOneSystem = (entry.os || entry.cpu) && !COPIED.has(place);
    const isTypes = place.startsWith('node_modules/@types/');
    if (isOurs || isTypes || entry.dev || entry.devOptional || isForOneSystem || (entry.optional && entry.peer)) {
      continue;
    }
    const folder = path.join(PROJECT, place);
    const manifest = JSON.parse(await readText(path.join(folder, 'package.json')));
    found.set(`${manifest.name}@${manifest.version}`, {
      name: manifest.name,
      version: manifest.version,
      license: licenseNameOf(manifest),
      home: homeOf(manifest),
      texts: await textsOf(manifest.name, folder),
    });
  }
  for (const { file, ...embedded } of [...found.values()].flatMap(({ name }) => EMBEDDED[name] ?? [])) {
    const text = await readText(path.join(PROJECT, 'scripts', 'embedded-licenses', file));
    found.set(`${embedded.name}@${embedded.version}`, { ...embedded, texts: [text.trim()] });
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

async function textsOf(name, folder) {
  const elsewhere = TEXTS_ELSEWHERE[name];
  return elsewhere === undefined ? licenseTexts(folder) : [(await readText(path.join(PROJECT, elsewhere))).trim()];
}

/** The grammars and their runtime, which two packages hold ready-made. */
async function bundledGrammars() {
  const textIn = async (file) => (await readText(path.join(PROJECT, 'scripts', 'grammar-licenses', file))).trim();
  const { version, ...runtime } = RUNTIME;
  const grammars = GRAMMARS.map(async ({ grammar, within, name, asked, textOf, license, home, file }) => ({
    name: `Grammar ${grammar}: ${name}, in ${within}`,
    version: '',
    license: `${license}  \nVersion: ${asked === null ? 'not told by that package' : `\`${asked}\`, as that package asks for it`}; the licence text is that of ${name} ${textOf}`,
    home,
    texts: [await textIn(file)],
  }));
  return [{ ...runtime, name: `${runtime.name} ${version}, in ${runtime.within}`, version: '', texts: [await textIn(runtime.file)] }, ...(await Promise.all(grammars))];
}

async function bundledModels() {
  const root = path.join(PROJECT, 'media', 'models');
  const texts = await licenseTexts(root).catch(() => []);
  return texts.length === 0
    ? []
    : [{ name: 'Embedding model (media/models)', version: '', license: 'see below', home: '', texts }];
}

async function licenseTexts(folder) {
  const names = (await readdir(folder)).filter((name) => LICENSE_NAME.test(name)).sort(compare);
  const texts = await Promise.all(names.map((name) => readText(path.join(folder, name)).catch(() => '')));
  return texts.map((one) => one.trim()).filter((one) => one !== '');
}

function licenseNameOf(manifest) {
  const license = manifest.license ?? manifest.licenses?.[0];
  return (typeof license === 'string' ? license : license?.type) ?? 'unknown';
}

function homeOf(manifest) {
  const repository = typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
  const home = manifest.homepage ?? repository ?? '';
  return /^https?:/.test(home.replace(/^git\+/, '')) ? home.replace(/^git\+/, '') : '';
}

function render(components) {
  const parts = components.map(({ name, version, license, home, texts }) => {
    const head = `## ${[name, version].filter(Boolean).join(' ')}\n\nLicence: ${license}${home === '' ? '' : `  \n<${home}>`}\n`;
    const bodies = texts.map((body) => `\n${fenced(body)}\n`);
    return head + bodies.join('');
  });
  return [
    '# Third-party notices\n',
    'Workspace Context is distributed with the following software. Each part is under its own licence.\n',
    ...parts,
  ].join('\n');
}

/** A fence longer than any run of backticks in the text. */
function fenced(body) {
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${body}\n${fence}`;
}

/** Order by code units: the same in every language. */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function readText(file) {
  return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
}
