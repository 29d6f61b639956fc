/**
 * The product in process, as the editor runs it (its worker, by words alone), in a process of its own like the libraries:
 *
 *   node --expose-gc bench/peers/ownCore.mjs build WORKSPACE HOME
 *   node --expose-gc bench/peers/ownCore.mjs ask WORKSPACE HOME QUESTIONS.json LIMIT ROUNDS
 *   node --expose-gc bench/peers/ownCore.mjs restart WORKSPACE HOME
 *
 * `restart` compares the stored index with the files. Prints one JSON value; times in milliseconds, memory in bytes.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { placeOfPassage } from '../judging.mjs';
import { startCore, timed } from '../support.mjs';
import { otherWordings, WARM_UP } from './wordings.mjs';

const [phase, workspace, home, questionsFile, limit, rounds] = process.argv.slice(2);

async function build() {
  const core = startCore(workspace, home);
  await core.call('idle');
  const before = process.cpuUsage();
  const { millis } = await timed(() => core.call('index'));
  await core.end();
  const { user, system } = process.cpuUsage(before);
  return { index: millis, processor: (user + system) / 1000 };
}

async function ask() {
  const questions = JSON.parse(readFileSync(questionsFile, 'utf8'));
  const core = startCore(workspace, home);
  // As the editor's tools ask: at once, of the index as it is.
  const answer = (question) => core.call('ask', { question, limit: Number(limit) }, { wait: false, now: null });
  await answer(otherWordings(questions[0], WARM_UP));
  const firstAnswer = performance.now();
  for (const question of questions) await answer(otherWordings(question, WARM_UP));
  const ranked = [];
  const times = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const question of questions) {
      const { millis, value } = await timed(() => answer(otherWordings(question, round)));
      if (round === 0) ranked.push(value.passages.map(placeOfPassage));
      times.push(millis);
    }
  }
  globalThis.gc();
  const memory = process.memoryUsage().rss;
  await core.end();
  return { firstAnswer, times, ranked, memory };
}

async function restart() {
  const core = startCore(workspace, home);
  await core.call('idle');
  const { millis } = await timed(() => core.call('index'));
  await core.end();
  return { load: millis };
}

process.stdout.write(JSON.stringify(await { build, restart, ask }[phase]()));
