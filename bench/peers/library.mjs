/**
 * One library, in a process of its own, over the passages of the product: what `bench/peers.mjs` starts.
 *
 *   node --expose-gc bench/peers/library.mjs build NAME SETTING PASSAGES.json FOLDER
 *   node --expose-gc bench/peers/library.mjs ask NAME SETTING FOLDER QUESTIONS.json LIMIT ROUNDS
 *
 * `build` indexes and stores, `ask` loads what was stored and answers. Each prints one JSON value; times in milliseconds,
 * memory in bytes. A library is a module of `libraries/` with `settings` (each with a description), `build(passages,
 * setting)`, `store(index, folder)`, `load(folder, setting)` and `search(index, question, limit)`, which gives the places
 * of passages, best first.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { otherWordings, WARM_UP } from './wordings.mjs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

async function timed(work) {
  const started = performance.now();
  const value = await work();
  return { millis: performance.now() - started, value };
}

async function buildAndStore(library, setting, passagesFile, folder) {
  const passages = read(passagesFile);
  const before = process.cpuUsage();
  const built = await timed(() => library.build(passages, setting));
  const stored = await timed(() => library.store(built.value, folder));
  const { user, system } = process.cpuUsage(before);
  return { index: built.millis, store: stored.millis, processor: (user + system) / 1000 };
}

async function loadAndAsk(library, setting, folder, questionsFile, limit, rounds) {
  const questions = read(questionsFile);
  const loaded = await timed(() => library.load(folder, setting));
  await library.search(loaded.value, otherWordings(questions[0], WARM_UP), limit);
  // From the start of the process, that of Node included.
  const firstAnswer = performance.now();
  for (const question of questions) await library.search(loaded.value, otherWordings(question, WARM_UP), limit);
  const ranked = [];
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      const { millis, value } = await timed(() => library.search(loaded.value, otherWordings(question, round), limit));
      if (round === 0) ranked.push(value);
      times.push(millis);
    }
  }
  globalThis.gc();
  return { load: loaded.millis, firstAnswer, times, ranked, memory: process.memoryUsage().rss };
}

async function main([phase, name, settingName, ...rest]) {
  const library = await import(new URL(`libraries/${name}.mjs`, import.meta.url).href);
  const setting = library.settings[settingName];
  if (phase === 'build') return buildAndStore(library, setting, rest[0], rest[1]);
  return loadAndAsk(library, setting, rest[0], rest[1], Number(rest[2]), Number(rest[3]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(JSON.stringify(await main(process.argv.slice(2))));
}
