/**
 * One situation in the worker thread that the editor uses, for `bench/counts/situations.mjs`, which starts this in a process
 * of its own with the recorder in it. Takes a JSON text: `{ folder, home, embeddings, before, change, calls }`: calls of the worker
 * that come before, a change that is made then (see changes.mjs; null for none), and the calls that are measured, each `[method,
 * ...parameters]`. Writes `["begin"]` and `["end"]` around the events of these, and prints what they answered, as JSON.
 */
import { appendFileSync, fstatSync, openSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { startCore } from '../support.mjs';
import { applyChange } from './changes.mjs';

const QUIET_MILLISECONDS = 600;
const LOOKS = 100;

const events = process.env.WORKSPACE_CONTEXT_BENCH_EVENTS;
/** Asked by its descriptor, which the recorder does not tell of. */
const log = openSync(events, 'r');
const sizeOfLog = () => fstatSync(log).size;
const mark = (name) => appendFileSync(events, `${JSON.stringify([name])}\n`);

/** Until nothing more is asked of the machine: what goes on behind an answer (an index written, vectors kept) is work, too. */
async function untilQuiet() {
  for (let look = 0; look < LOOKS; look += 1) {
    const size = sizeOfLog();
    await pause(QUIET_MILLISECONDS);
    if (sizeOfLog() === size) return;
  }
  throw new Error('The worker does not come to rest.');
}

const { folder, home, embeddings, before, change, calls } = JSON.parse(process.argv[2]);
const core = startCore(folder, home, embeddings);
const inTurn = async (some) => {
  const answers = [];
  for (const [method, ...parameters] of some) answers.push({ method, answer: await core.call(method, ...parameters) });
  await core.call('idle');
  await untilQuiet();
  return answers;
};

await inTurn(before);
if (change !== null) applyChange(change);
mark('begin');
const answers = await inTurn(calls);
mark('end');
await core.end();
process.stdout.write(JSON.stringify(answers));
process.exit(0);
