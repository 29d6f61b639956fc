/** Libraries on the product's passages: each setting of each library in processes of its own, the one that answers best is shown. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { qualityOf } from '../judging.mjs';
import { PROJECT, bytesBelow, emptyFolder } from '../support.mjs';
import { bestSetting, triedSentence } from './comparison.mjs';
import { runWell } from './processes.mjs';

const LIBRARY = fileURLToPath(new URL('library.mjs', import.meta.url));

/** The libraries by the names of their modules. */
export const LIBRARIES = {
  minisearch: { title: 'MiniSearch', package: 'minisearch' },
  orama: { title: 'Orama', package: '@orama/orama' },
  flexsearch: { title: 'FlexSearch', package: 'flexsearch' },
};

/** `questions` are texts, `asked` the same questions with what they expect, `passages` those of the product. */
export async function measureLibrary(name, { passages, questions, asked, limit, rounds, limitMillis }) {
  const { settings } = await import(new URL(`libraries/${name}.mjs`, import.meta.url).href);
  const place = emptyFolder();
  const [passagesFile, questionsFile] = [path.join(place, 'passages.json'), path.join(place, 'questions.json')];
  writeFileSync(passagesFile, JSON.stringify(passages));
  writeFileSync(questionsFile, JSON.stringify(questions));
  const tried = [];
  for (const [setting, { description }] of Object.entries(settings)) {
    const folder = emptyFolder();
    const run = (phase, ...args) => runWell(process.execPath, ['--expose-gc', LIBRARY, phase, name, setting, ...args], { limitMillis });
    const built = await run('build', passagesFile, folder);
    const { index, store, processor } = JSON.parse(built.stdout);
    const { load, firstAnswer, times, ranked, memory } = JSON.parse((await run('ask', folder, questionsFile, String(limit), String(rounds))).stdout);
    const rows = ranked.map((places) => places.map((place) => passages[place]));
    tried.push({ description, index: index + store, indexProcessor: processor, restart: load, firstAnswer, times, bytes: bytesBelow(folder), memory, ranked: rows, quality: qualityOf(asked, rows) });
  }
  const best = bestSetting(tried);
  const { version } = JSON.parse(readFileSync(path.join(PROJECT, 'node_modules', LIBRARIES[name].package, 'package.json'), 'utf8'));
  return { ...best, setting: `${version}, ${best.description}`, notes: [triedSentence(LIBRARIES[name].title, tried)] };
}
