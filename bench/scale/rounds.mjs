/**
 * Cold indexes and restarts in rounds that take turns with their floors. The best of the rounds counts, of ours and of the floor:
 * what else the machine does can only add, and does so by chance.
 */
import { rmSync } from 'node:fs';
import { bareParts, freshHome, runCli, timeCommand } from '../support.mjs';
import { inProcess } from './process.mjs';

/** The clock of every score: the answers are the same in every run. */
export const NOW = Date.parse('2026-11-30T12:00:00Z');

/**
 * Cold indexes by words, a whole process of the CLI and in a fresh worker, and their bare parts: milliseconds. `processor` is what the
 * worker's process took of the processor, `bareProcessor` the bare parts, both without git; `peak` the most memory of the CLI's, in MiB; `home` the last index that the CLI made.
 */
export async function coldRounds({ folder, repositories }, rounds) {
  const times = { bare: [], bareProcessor: [], cli: [], worker: [], processor: [] };
  let peak = 0;
  let home = '';
  let status = null;
  for (let round = 0; round < rounds; round += 1) {
    const parts = repositories.map(bareParts);
    times.bare.push(parts.reduce((total, { sum }) => total + sum, 0));
    times.bareProcessor.push(parts.reduce((total, { processor }) => total + processor, 0));
    if (home !== '') rmSync(home, { recursive: true, force: true });
    home = freshHome();
    const { millis, peakMiB, json } = await runCli(['index', '--no-embeddings', '--json', '--workspace', folder], home);
    times.cli.push(millis);
    peak = Math.max(peak, peakMiB);
    status = json;
    const other = freshHome();
    const { millis: inWorker, processor } = await inProcess('index', { folder, home: other, embeddings: false });
    times.worker.push(inWorker);
    times.processor.push(processor);
    rmSync(other, { recursive: true, force: true });
  }
  const sum = (count) => status.repositories.reduce((total, repository) => total + count(repository), 0);
  return {
    ...bestOf(times),
    home,
    peak,
    documents: sum(({ documents }) => documents),
    passages: sum(({ passages }) => passages),
    parsed: sum(({ lastRefresh }) => lastRefresh.parsed),
  };
}

/** Restarts with nothing changed, until an answer too, and `git status` of the same repositories, one after the other: milliseconds. */
export async function restartRounds({ folder, repositories }, home, question, rounds) {
  const task = { folder, home, question, now: NOW };
  // The young files of a fresh workspace are looked at closely once.
  for (let round = 0; round < 2; round += 1) await inProcess('restart', task);
  const times = { status: [], restart: [], answer: [] };
  let parsed = 0;
  for (let round = 0; round < rounds; round += 1) {
    let status = 0;
    for (const repository of repositories) status += await timeCommand('git', ['--no-optional-locks', 'status', '--porcelain'], repository);
    times.status.push(status);
    const restarted = await inProcess('restart', task);
    times.restart.push(restarted.millis);
    times.answer.push(restarted.answer);
    parsed += restarted.parsed + restarted.read;
  }
  return { ...bestOf(times), parsed };
}

/** The least of each list. */
export function bestOf(times) {
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, Math.min(...values)]));
}
