/**
 * What the index costs, all of it in one run: ratios to what the same run measured of the bare parts and of git.
 *
 *   npm run build && npm run bench:index -- [--runs N]
 *
 * The repositories are looked for in ../shared beside the project (workspaces/orun.bundle,
 * workspaces/kubernetes-enhancements.tar.xz, retrieval/aws-guides.tar.xz); what is absent is skipped, and said. They
 * are cloned or unpacked once into the system's folder for temporary files. Printed, as medians of N rounds (3 unless given):
 *   - a cold index from words alone against the sum of its bare parts (bench/bare-parts.mjs: read, sha256, block parse
 *     by markdown-it, one `git log`): a whole process of the CLI, and in process, in a fresh worker thread; goal: 2;
 *   - a restart with nothing changed, in process, against `git status`; goal: 3;
 *   - a save until an answer has it; goal: 200 ms;
 *   - how late the event loop of the thread that routes was while the largest of the repositories was indexed (p99);
 *   - the peak memory of a cold index.
 * bench/cold-index.mjs, bench/restart.mjs and bench/freshness.mjs show one of these in detail.
 */
import path from 'node:path';
import process from 'node:process';
import { coldIndex, restart, routingDelay, saveToAnswer } from './measures.mjs';
import { clonedBundle, hasSharedFile, milliseconds, numberArgument, repositoryOf, requireBuild, scriptArguments, table, unpacked } from './support.mjs';

const SOURCES = [
  { name: 'orun', file: 'workspaces/orun.bundle', open: () => clonedBundle('orun') },
  {
    name: 'kubernetes-enhancements',
    file: 'workspaces/kubernetes-enhancements.tar.xz',
    // Its archive has no folder of its own at the top.
    open: () => repositoryOf(path.dirname(unpacked('workspaces/kubernetes-enhancements.tar.xz', 'kubernetes-enhancements'))),
  },
  { name: 'aws-guides', file: 'retrieval/aws-guides.tar.xz', open: () => repositoryOf(unpacked('retrieval/aws-guides.tar.xz', 'aws-guides')) },
];

const { own } = scriptArguments();
const runs = numberArgument(own, '--runs', 3);
requireBuild();
const repositories = SOURCES.filter(({ file }) => hasSharedFile(file)).map(({ name, open }) => ({ name, folder: open() }));
for (const { name, file } of SOURCES.filter(({ file }) => !hasSharedFile(file))) {
  process.stdout.write(`${name} is skipped: ../shared/${file} is not there.\n`);
}
if (repositories.length === 0) process.exit(0);

const print = (title, rows) => process.stdout.write(`\n${title}\n${table(rows)}\n`);

const cold = [['', 'documents', 'bare parts', 'whole process', 'ratio', 'in process', 'ratio', 'peak memory']];
for (const { name, folder } of repositories) {
  const { documents, bare, whole, wholeRatio, inProcess, inProcessRatio, peakMiB } = await coldIndex(folder, runs);
  cold.push([name, documents, milliseconds(bare), milliseconds(whole), wholeRatio.toFixed(2), milliseconds(inProcess), inProcessRatio.toFixed(2), `${peakMiB.toFixed(0)} MiB`]);
}
print('Cold index, words only', cold);

const restarts = [['', 'documents', 'git status', 'restart', 'ratio', 'first answer', 'ratio', 'warm', 'ratio']];
for (const { name, folder } of repositories) {
  const { documents, status, ...times } = await restart(folder, 2 * runs + 1);
  restarts.push([name, documents, milliseconds(status), ...['restart', 'answer', 'warm'].flatMap((what) => [milliseconds(times[what]), (times[what] / status).toFixed(1)])]);
}
print('Restart, nothing changed, in process', restarts);

const [first] = repositories;
const saved = await saveToAnswer(first.folder, 5 * runs);
const largest = repositories.find(({ name }) => name === 'kubernetes-enhancements') ?? repositories.at(-1);
const delay = await routingDelay(largest.folder);
print('While it runs', [
  [`save -> answer, ${first.name}, median of ${5 * runs}`, milliseconds(saved.median)],
  ['  slowest', milliseconds(saved.slowest)],
  ['  had it at the first asking', `${saved.atOnce} of ${5 * runs}`],
  [`event loop that routes, late by (p99), cold index of ${largest.name}`, milliseconds(delay.p99)],
  ['  worst', milliseconds(delay.worst)],
]);
