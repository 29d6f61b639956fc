/**
 * Files found by code.context, measured with the history of any git repository.
 *
 *   npm run build && node bench/code-history.mjs FOLDER [--commits N] [--verbose]
 *
 * The repository is taken as it was N commits ago (100 unless told; along the first parents). Each commit since then is a
 * task: its subject is what is asked, the files it changed are what should be found. Left out are merges, reverts, commits
 * that changed more than 5 files, and files that were not there then or that no grammar reads. A hit is a changed file among
 * the first 1 (5, 10) different files of `symbols`. Nothing is written to the repository: its clone is in a temporary folder,
 * which is removed at the end.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fail, freshHome, numberArgument, requireBuild, scriptArguments, share, startCore, table } from './support.mjs';

const { endingOf, GRAMMARS } = createRequire(import.meta.url)('./grammars.cjs');
const MOST_FILES = 5;
const COMMITS = 100;

const { own } = scriptArguments();
const [source] = own;
if (source === undefined || source.startsWith('--')) fail('Name the folder of a git repository: node bench/code-history.mjs FOLDER [--commits N]');
const most = numberArgument(own, '--commits', COMMITS);
if (!Number.isInteger(most) || most < 1) fail('--commits takes a whole number, 1 or more.');
requireBuild();

const place = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-history-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
const folder = path.join(place, 'repository');
const git = (...args) => execFileSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
try {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', path.resolve(source), folder], { stdio: 'ignore' });
  git('rev-parse', 'HEAD^');
} catch {
  fail(`${source} is no git repository that can be cloned, or has no more than one commit.`);
}

/** The commit the tasks begin after: N before the last one, or the first of all. */
const line = git('rev-list', '--first-parent', `--max-count=${most + 1}`, 'HEAD').trim().split('\n');
const [last, before] = [line[0], line.at(-1)];
git('checkout', '--quiet', '--detach', before);
const present = new Set(git('ls-tree', '-r', '-z', '--name-only', before).split('\0').filter(Boolean));

/** Records of `git log`: a byte that no text has begins each. */
const commits = git('log', '--no-merges', '--no-renames', '--name-only', '-z', '--format=%x01%s%x02', `${before}..${last}`)
  .split('\x01')
  .slice(1)
  .map((record) => {
    const [subject, names = ''] = record.split('\x02');
    return { subject, files: names.split('\0').map((name) => name.trim()).filter(Boolean) };
  });
const tasks = commits
  .filter(({ subject, files }) => subject.trim() !== '' && !/^revert\b/i.test(subject) && files.length <= MOST_FILES)
  .map(({ subject, files }) => ({ task: subject, expected: files.filter((file) => present.has(file) && GRAMMARS[endingOf(file)] !== undefined) }))
  .filter(({ expected }) => expected.length > 0);

const core = startCore(folder, freshHome());
const repo = path.basename(folder);
await core.call('codeContext', { repo, task: 'anything' }, { wait: true, now: null });
const results = [];
for (const { task, expected } of tasks) {
  const { symbols } = await core.call('codeContext', { repo, task }, { wait: false, now: null });
  const files = [...new Set(symbols.map((symbol) => symbol.path))];
  const found = files.findIndex((file) => expected.includes(file));
  results.push({ task, expected, files, rank: found < 0 ? Infinity : found + 1 });
}
await core.end();

const within = (limit) => share(results.filter(({ rank }) => rank <= limit).length, results.length);
process.stdout.write(
  `${path.basename(path.resolve(source))}: ${tasks.length} of ${commits.length} commits since ${before.slice(0, 12)} are tasks\n\n` +
    `${table([['tasks', 'first', 'first 5', 'first 10'], [results.length, within(1), within(5), within(10)]])}\n`,
);
if (own.includes('--verbose')) {
  for (const { task, expected, files, rank } of results) {
    if (rank > 5) process.stdout.write(`\nrank ${rank}: ${task}\n  want ${expected.join(', ')}\n  got  ${files.slice(0, 5).join(', ')}\n`);
  }
}
process.exit(0);
