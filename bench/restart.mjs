/**
 * What a restart costs when nothing changed, in process and without the start of Node: a fresh worker thread,
 * as the extension starts one, loads the index and compares it with the files; and the same until it has
 * answered a question. `git status` of the same repository is measured in the same rounds.
 *
 *   npm run build && node bench/restart.mjs [--runs N]
 *
 * Needs ../shared (workspaces/orun.bundle and workspaces/kubernetes-enhancements.tar.xz). Prints medians.
 * "warm" is a further refresh in the same worker, when its code has been compiled: what a window pays later.
 */
import path from 'node:path';
import process from 'node:process';
import { restart } from './measures.mjs';
import { clonedBundle, milliseconds, numberArgument, repositoryOf, requireBuild, scriptArguments, table, unpacked } from './support.mjs';

const { own } = scriptArguments();
const runs = numberArgument(own, '--runs', 11);
requireBuild();

const rows = [['', 'documents', 'git status', 'restart', 'ratio', 'first answer', 'ratio', 'warm', 'ratio']];
for (const [name, folder] of [
  ['orun', clonedBundle('orun')],
  // Its archive has no folder of its own at the top.
  ['kubernetes-enhancements', repositoryOf(path.dirname(unpacked('workspaces/kubernetes-enhancements.tar.xz', 'kubernetes-enhancements')))],
]) {
  const { documents, status, ...times } = await restart(folder, runs);
  const cells = ['restart', 'answer', 'warm'].flatMap((what) => [milliseconds(times[what]), (times[what] / status).toFixed(1)]);
  rows.push([name, documents, milliseconds(status), ...cells]);
}
process.stdout.write(`${table(rows)}\n`);
