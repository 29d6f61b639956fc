/**
 * Answers found in 2,809 pages of AWS guides: 50 natural questions, the page that answers each.
 *
 *   npm run build && node bench/aws-eval.mjs [--verbose] [-- --no-embeddings]
 *
 * Needs ../shared (retrieval/aws-guides.tar.xz and its questions), tar and xz. Prints in how many of the
 * questions the page is among the first 1, 5 and 8 passages, and among those and the nearest.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { freshHome, median, requireBuild, runCli, scriptArguments, share, sharedFile, table, unpacked } from './support.mjs';

const { own, forCli } = scriptArguments();
requireBuild();
const workspace = unpacked('retrieval/aws-guides.tar.xz', 'aws-guides');
const home = freshHome();
const questions = readFileSync(sharedFile('retrieval/aws-guides-questions.tsv'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))
  .map(([id, question, page]) => ({ id, question, page }));

const common = ['--workspace', workspace, '--json', ...forCli];
const indexed = await runCli(['index', '--wait-embeddings', ...common], home);
const results = [];
for (const { id, question, page } of questions) {
  const args = ['ask', question, '--limit', '8', '--now', '2026-11-30T00:00:00Z', ...common];
  const { json, millis } = await runCli(args, home);
  const pages = json.passages.map(pageOf);
  const rank = pages.indexOf(page);
  results.push({ id, question, page, pages, millis, rank: rank < 0 ? Infinity : rank + 1, near: json.nearest.map(pageOf).includes(page) });
}

const within = (limit) => share(results.filter((result) => result.rank <= limit).length, results.length);
const orNearest = share(results.filter((result) => result.rank <= 8 || result.near).length, results.length);
process.stdout.write(
  `${table([
    ['questions', 'first', 'first 5', 'first 8', 'or nearest'],
    [results.length, within(1), within(5), within(8), orNearest],
  ])}\n\nindex: ${(indexed.millis / 1000).toFixed(1)} s, ${indexed.peakMiB.toFixed(0)} MiB at most\n` +
    `ask, whole process, p50: ${median(results.map((one) => one.millis)).toFixed(0)} ms\n`,
);
if (own.includes('--verbose')) {
  for (const { id, question, page, pages } of results.filter((result) => result.rank > 5)) {
    process.stdout.write(`\n${id} ${question}\n  want ${page}\n${pages.slice(0, 5).map((one) => `       ${one}\n`).join('')}`);
  }
}

function pageOf(passage) {
  return passage.sourceRef.slice(passage.sourceRef.indexOf('/') + 1);
}
