/**
 * Save -> answer: how long after a file was written an answer has it, on orun.
 *
 *   npm run build && node bench/freshness.mjs [--runs N]
 *
 * Needs ../shared (workspaces/orun.bundle). The core runs in its worker thread, as in the editor: a file is
 * written, reported as the editor does on a save, and asked for at once. Prints the median and the slowest of
 * the runs, how many answers had the change at the first asking, and the same for a commit.
 */
import process from 'node:process';
import { saveToAnswer } from './measures.mjs';
import { clonedBundle, milliseconds, numberArgument, requireBuild, scriptArguments, table } from './support.mjs';

const { own } = scriptArguments();
const runs = numberArgument(own, '--runs', 20);
requireBuild();
const { median, slowest, atOnce, commit, parsedAgain } = await saveToAnswer(clonedBundle('orun'), runs);
process.stdout.write(
  `${table([
    [`save -> answer, median of ${runs}`, milliseconds(median)],
    ['  slowest', milliseconds(slowest)],
    ['  had it at the first asking', `${atOnce} of ${runs}`],
    ['commit -> index (pause of a burst included)', milliseconds(commit)],
    ['  parsed again', String(parsedAgain)],
  ])}\n`,
);
