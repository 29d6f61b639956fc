import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextPackSchema } from '../../src/contract/tools';
import { CAN_MOUNT } from '../support/mount';
import { runCli, temporaryFolder } from '../support/cli';
import { temporaryTree } from '../workspace/temporaryTree';

const FILES = { 'a.md': '# A\n\nfrobnicate\n' };
const COMMANDS = [
  ['ask', 'frobnicate', '--no-embeddings'],
  ['ask', 'frobnicate', '--no-embeddings', '--no-wait'],
  ['expand', 'nothing', '--no-embeddings'],
];

describe('an index that cannot be kept, which turns out after the answer', () => {
  it.each(COMMANDS)('is told on standard error by %s %s, with what to do; the answer is one JSON value all the same', async (...command) => {
    const home = temporaryFolder('home');
    const root = temporaryTree(FILES);
    await runCli(['index', '--workspace', root], { home });
    const repositories = path.join(home, 'repositories');
    const name = readdirSync(repositories).find((one) => one.endsWith('.sqlite'))!;
    rmSync(path.join(repositories, name));
    mkdirSync(path.join(repositories, name));
    writeFileSync(path.join(repositories, name, 'mine.txt'), 'mine');
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout, stderr } = await runCli([...command, '--json', '--workspace', root], { home });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ contract: '1.0.0' });
      // Every run says it as long as it is so, and never that anything was rebuilt.
      expect(stderr).toBe(`${path.basename(root)}: The index is not kept for next time: A folder that is not empty lies where a file of the index belongs; remove "repositories/${name}" from the index folder.\n`);
      expect(stdout).not.toMatch(/rebuilt/);
    }
    rmSync(path.join(repositories, name), { recursive: true });
    expect((await runCli([...command, '--json', '--workspace', root], { home })).stderr).toBe('');
  });

  it.skipIf(!CAN_MOUNT)('because the disk is full is told by a single ask (needs to mount: root on Linux)', async () => {
    const home = temporaryFolder('full');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', home]);
    try {
      const large = Object.fromEntries(Array.from({ length: 20 }, (_, file) => [`${file}.md`, Array.from({ length: 4000 }, (_, word) => `word${file * 4000 + word} `).join('')]));
      const { code, stdout, stderr } = await runCli(['ask', 'frobnicate', '--no-embeddings', '--json', '--workspace', temporaryTree({ ...FILES, ...large })], { home });
      const pack = contextPackSchema.parse(JSON.parse(stdout));
      expect([code, pack.passages.map(({ text }) => text)]).toEqual([0, ['frobnicate']]);
      const said = [...pack.notices, ...stderr.split('\n')].filter((line) => /not kept for next time: The disk with the index folder is full/.test(line));
      // With the answer, or after it: once.
      expect(said).toHaveLength(1);
    } finally {
      execFileSync('umount', ['-l', home]);
    }
  });

  it('because there is no such folder to be had is told with the answer, and not once more', async () => {
    const file = path.join(temporaryTree({ 'a-file': '' }), 'a-file');
    const { code, stdout, stderr } = await runCli(['ask', 'frobnicate', '--no-embeddings', '--json', '--workspace', temporaryTree(FILES)], { home: path.join(file, 'home') });
    const pack = contextPackSchema.parse(JSON.parse(stdout));
    expect([code, stderr, pack.passages.length]).toEqual([0, '', 1]);
    expect(pack.notices).toEqual([expect.stringMatching(/not kept for next time: The index folder could not be written to \(ENOTDIR\)/)]);
  });
});

describe('two index folders', () => {
  it('know nothing of each other: clear empties one of what the product wrote, and leaves the other one and foreign files alone', async () => {
    const root = temporaryTree(FILES);
    const [one, other] = [temporaryFolder('one'), temporaryFolder('other')];
    const below = (home: string): string[] =>
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(home, path.join(entry.parentPath, entry.name)))
        .sort();
    for (const home of [one, other]) {
      await runCli(['ask', 'frobnicate', '--no-embeddings', '--workspace', root], { home });
      await runCli(['run', '--workspace', root, '--', process.execPath, '-e', ''], { home, cwd: root });
    }
    const foreign = ['notes.txt', 'content/notes.segment', 'repositories/mine.sqlite', 'repositories/0123.lock', 'runs/mine.json', 'content/deeper/x', 'else/where.sqlite'];
    for (const name of foreign) {
      mkdirSync(path.dirname(path.join(one, name)), { recursive: true });
      writeFileSync(path.join(one, name), 'mine');
    }
    const before = below(other);
    expect(before.length).toBeGreaterThanOrEqual(4);
    const { code, stdout } = await runCli(['clear', '--json'], { home: one });
    expect([code, JSON.parse(stdout)]).toEqual([0, { cleared: true }]);
    expect(below(one)).toEqual([...foreign].sort());
    expect(below(other)).toEqual(before);
    const { stdout: again } = await runCli(['ask', 'frobnicate', '--no-embeddings', '--no-wait', '--json', '--workspace', root], { home: other });
    expect(contextPackSchema.parse(JSON.parse(again)).degraded).toEqual([]);
    const { stdout: cold } = await runCli(['ask', 'frobnicate', '--no-embeddings', '--no-wait', '--json', '--workspace', root], { home: one });
    expect(contextPackSchema.parse(JSON.parse(cold)).degraded).toEqual(['index-cold']);
    expect((await runCli(['clear'], { home: other })).code).toBe(0);
    expect(readdirSync(other)).toEqual([]);
  });
});
