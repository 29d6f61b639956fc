import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { GRAMMARS as LICENSED } from '../../scripts/grammar-licenses/grammars.mjs';
import { GRAMMARS as SHIPPED } from '../../src/code/languages';

const project = path.resolve(__dirname, '../..');

it('THIRD_PARTY_NOTICES.md names what package-lock.json installs; a stale file says how to renew it', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(project, 'scripts/third-party-notices.mjs'), '--check'],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('says the same number of languages everywhere, one for each grammar', () => {
  const read = (name: string): string => readFileSync(path.join(project, name), 'utf8');
  for (const name of ['README.md', 'CHANGELOG.md', 'docs/ARCHITECTURE.md', 'docs/USER_GUIDE.md']) {
    const said = [...read(name).matchAll(/(\d+)\s+languages/g)].map(([, count]) => Number(count));
    expect([name, said]).toEqual([name, said.length === 0 ? [SHIPPED.length] : said.map(() => SHIPPED.length)]);
  }
  const [, listed = ''] = /Declarations are found in \d+ languages: ([^.]+)\./.exec(read('docs/USER_GUIDE.md')) ?? [];
  expect(listed.split(/,\s+|\s+and\s+/)).toHaveLength(SHIPPED.length);
});

it('names the licence of every grammar that is shipped, with its text and its copyright', () => {
  // What the languages are read with, and what the build copies.
  const build = readFileSync(path.join(project, 'webpack.config.js'), 'utf8');
  const copied = [...build.matchAll(/^  (?:runtime|more): \[(.*)\],$/gm)].flatMap(([, names = '']) => names.split(', ').map((name) => name.replaceAll("'", '')));
  expect(copied.sort()).toEqual([...SHIPPED]);
  expect(LICENSED.map(({ grammar }) => grammar)).toEqual([...SHIPPED]);
  const notices = readFileSync(path.join(project, 'THIRD_PARTY_NOTICES.md'), 'utf8');
  for (const { grammar, name, within, home, license, file } of LICENSED) {
    const text = readFileSync(path.join(project, 'scripts/grammar-licenses', file), 'utf8').trim();
    expect(text).toMatch(license === 'MIT' ? /^Copyright \(c\) \d{4}.*\S/m : /Apache License\s+Version 2\.0/);
    const from = notices.indexOf(`## Grammar ${grammar}: ${name}, in ${within}\n`);
    expect(from).toBeGreaterThan(0);
    const part = notices.slice(from, notices.indexOf('\n## ', from));
    expect(part).toContain(`Licence: ${license}`);
    expect(part).toContain(`<${home}>`);
    expect(part).toContain(text.replaceAll('\r\n', '\n'));
  }
});
