/**
 * What `npm run l10n` runs: gathers every sentence that people read in the editor (each `l10n.t('…')` of src) into
 * l10n/bundle.l10n.json, and says what the translations lack.
 *
 *   npm run l10n                 writes the bundle; lists keys without a translation, and translations of nothing
 *   npm run l10n -- --check      writes nothing; fails when something is stale or missing
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { getL10nJson } from '@vscode/l10n-dev';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const jsonOf = (value) => `${JSON.stringify(value, null, 2)}\n`;
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The sentences of the sources, by themselves. */
export const sentencesOf = async (folder = join(root, 'src')) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).sort();
  const contents = files.map((name) => ({ extension: extname(name), contents: readFileSync(join(folder, name), 'utf8') }));
  return sorted(await getL10nJson(contents));
};

/** The files that hold English sentences, and the translations that lie beside each, by language. */
export const translationsOf = () => {
  const beside = (folder, start) =>
    readdirSync(join(root, folder)).flatMap((name) => {
      const language = name.startsWith(`${start}.`) && name.endsWith('.json') ? name.slice(start.length + 1, -'.json'.length) : '';
      return language === '' ? [] : [{ language, file: join(folder, name), keys: read(join(root, folder, name)) }];
    });
  return [
    { file: join('l10n', 'bundle.l10n.json'), english: read(join(root, 'l10n', 'bundle.l10n.json')), translations: existsSync(join(root, 'l10n')) ? beside('l10n', 'bundle.l10n') : [] },
    { file: 'package.nls.json', english: read(join(root, 'package.nls.json')), translations: beside('.', 'package.nls') },
  ];
};

/** What a translation lacks, and what it has too much, as lines to read. */
const gapsOf = () =>
  translationsOf().flatMap(({ english, translations }) =>
    translations.flatMap(({ file, keys }) => [
      ...Object.keys(english).filter((key) => !(key in keys)).map((key) => `${file} lacks    ${JSON.stringify(key)}`),
      ...Object.keys(keys).filter((key) => !(key in english)).map((key) => `${file} has, of nothing,    ${JSON.stringify(key)}`),
    ]),
  );

const main = async () => {
  const isCheck = process.argv.includes('--check');
  const bundle = join(root, 'l10n', 'bundle.l10n.json');
  const text = jsonOf(await sentencesOf());
  const isStale = !existsSync(bundle) || readFileSync(bundle, 'utf8') !== text;
  if (isStale && !isCheck) {
    mkdirSync(dirname(bundle), { recursive: true });
    writeFileSync(bundle, text);
  }
  const problems = [...(isStale && isCheck ? ['l10n/bundle.l10n.json is stale: run npm run l10n'] : []), ...gapsOf()];
  problems.forEach((problem) => process.stdout.write(`${problem}\n`));
  if (problems.length === 0) process.stdout.write('Every sentence is in the bundle, and every language has all of them.\n');
  if (isCheck && problems.length > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
