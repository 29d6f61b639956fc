/**
 * How far the product is from what its work costs at the least: ours divided by a floor, on one real repository.
 *
 *   npm run build && node bench/limits.mjs [--rounds N]
 *
 * The repository is orun (../shared/workspaces/orun.bundle beside the project), without it this project itself. Every floor runs in a
 * process of its own, in rounds that take turns with ours; printed is the best of each, because what else the machine does only ever
 * adds. The floors:
 *   - cold index: reading, sha256, a block parse by markdown-it, one `git log` (bench/bare-parts.mjs); goal 2;
 *   - splitting into passages: that block parse;
 *   - terms of all passages: a split into words, each stemmed once by the same stemmer, into a Set (bench/limits/bareTerms.mjs);
 *   - embedding: the bare ONNX session, one text a call, tokenizing not counted (bench/bareSession.cjs); goal 1 / 0.90;
 *   - restart: `git status`; goal 3;
 *   - a question by words: one pass over the posting lists of its terms and one over the counts (bench/limits/bareIndex.mjs);
 *   - a question with vectors: the same, 32-bit dot products in plain JavaScript, and the bare session for the question.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { BareSession } from './limits/bareSession.mjs';
import { limitCells } from './limits/cells.mjs';
import { bareQuestions } from './limits/questionFloor.mjs';
import { bundled } from './scale/bundle.mjs';
import { inTemporaryFolder } from './scale/temporary.mjs';
import { fillVectors } from './scale/fill.mjs';
import { inProcess } from './scale/process.mjs';
import { questionsFrom } from './scale/questions.mjs';
import { NOW, bestOf, coldRounds, restartRounds } from './scale/rounds.mjs';
import { printSection } from './section.mjs';
import { PROJECT, bareParts, clonedBundle, hasSharedFile, median, numberArgument, requireBuild, scriptArguments } from './support.mjs';

const ORUN = 'workspaces/orun.bundle';
const ROUNDS = 5;
const QUESTIONS = 120;
const TEXTS = 60;

/**
 * Everything above as a section of `npm run bench`.
 * @param {{ rounds?: number, say?: (text: string) => void }} options
 * @returns {Promise<import('./section.mjs').Section>}
 */
export async function measureLimits({ rounds = ROUNDS, say = () => undefined } = {}) {
  requireBuild();
  const before = os.loadavg()[0];
  const isShared = hasSharedFile(ORUN);
  const folder = isShared ? clonedBundle('orun') : PROJECT;
  if (!existsSync(path.join(folder, '.git'))) {
    const skipped = `Skipped: ../shared/${ORUN} is not there, and this project is no git repository.`;
    return { title: 'Limits: ours / the least it can cost', rows: [], notes: [skipped], figures: {}, counts: {} };
  }
  const { limits, counts } = await inTemporaryFolder((place) => measured({ folder, place, rounds, say }));
  const prefix = isShared ? 'limits' : 'limitsOfOwnText';
  const named = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
  return {
    title: `Limits: ours / the least it can cost, ${isShared ? 'orun' : 'this project'}, ${counts.documents} documents, ${counts.passages} passages`,
    rows: limitCells(limits),
    notes: [
      ...(isShared ? [] : [`../shared/${ORUN} is not there: this project itself was measured.`]),
      'Rounds of ours and of its floor take turns, and the best of each counts: what else the machine does only ever adds. Each floor runs in a process of its own.',
      'The floor of a question counts shared words and picks the most: no title, entity, date, reason, citation, neighbourhood, nor the way to a worker and back.',
      'For questions with vectors, 256 passages were embedded and the others given made-up vectors (bench/scale/fillVectors.ts); the questions are embedded.',
      `Load of the machine (1 minute, ${os.availableParallelism()} processors): ${before.toFixed(1)} before, ${os.loadavg()[0].toFixed(1)} after.`,
    ],
    figures: named(Object.fromEntries(limits.flatMap(({ name, ours, floor, unit }) => [[`${name}.${unit}`, ours], [`${name}.floor.${unit}`, floor], [`${name}.ratio`, ours / floor]]))),
    counts: named(counts),
  };
}

/** Each limit: its name, what people read, ours and the floor in one unit, and the goal of their ratio where there is one. */
async function measured({ folder, place, rounds, say }) {
  const ours = await bundled('limits/ours.ts', place);
  const passagesFile = path.join(place, 'passages.json');
  const textsFile = path.join(place, 'texts.json');

  say('splitting and terms');
  const times = { split: [], parse: [], terms: [], tokens: [] };
  let split = { documents: 0, passages: 0 };
  for (let round = 0; round < rounds; round += 1) {
    times.parse.push(bareParts(folder).parse);
    split = told(ours, ['passages', folder, passagesFile]);
    times.split.push(split.millis);
    if (round === 0) writeFileSync(textsFile, JSON.stringify({ texts: JSON.parse(readFileSync(passagesFile, 'utf8')).map(({ text }) => text), questions: [] }));
    times.tokens.push(told(path.join(PROJECT, 'bench/limits/bareTokens.mjs'), [textsFile]).millis);
    times.terms.push(told(ours, ['terms', folder]).millis);
  }
  const passages = JSON.parse(readFileSync(passagesFile, 'utf8'));

  const best = bestOf(times);
  const questions = questionsFrom(passages, QUESTIONS);
  const workspace = { folder, repositories: [folder] };

  say('cold index');
  const cold = await coldRounds(workspace, rounds);
  say('restart');
  const restarted = await restartRounds(workspace, cold.home, questions[0].question, 2 * rounds + 1);
  say('embedding');
  const embedding = await embeddingRounds(ours, passages, rounds);
  say('questions');
  const asked = await questionRounds({ folder, home: cold.home, passages, questions, rounds: Math.min(rounds, 3) });

  const limit = (name, label, own, floor, floorLabel, goal) => ({ name, label, ours: own, floor, floorLabel, unit: 'milliseconds', goal });
  return {
    limits: [
      limit('cold.worker', 'cold index, in the worker', cold.worker, cold.bare, 'read, sha256, parse, git log', 2),
      limit('cold.cli', 'cold index, whole process', cold.cli, cold.bare, 'the same', 2),
      limit('cold.processor', '  processor, without git', cold.processor, cold.bareProcessor, 'that of read, sha256, parse'),
      limit('split', 'splitting into passages', best.split, best.parse, 'block parse by markdown-it'),
      limit('terms', 'terms of all passages', best.terms, best.tokens, 'words, stemmed, in a Set'),
      limit('embedding', `embedding ${embedding.texts} passages`, embedding.ours, embedding.bare, 'bare ONNX session', 1 / 0.9),
      limit('restart', 'restart, nothing changed', restarted.restart, restarted.status, 'git status', 3),
      limit('restart.answer', 'restart until it has answered', restarted.answer, restarted.status, 'git status'),
      limit('question.words', 'question by words', asked.words, asked.scan, 'posting lists scanned'),
      limit('question.vectors', 'question with vectors', asked.vectors, asked.scan + asked.products + asked.session, 'and dot products, bare session'),
    ],
    counts: { documents: split.documents, passages: split.passages, questions: questions.length },
  };
}

/** What a script prints as JSON. */
function told(script, args) {
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
}

/** Ours and the bare session in turns: milliseconds for all texts. */
async function embeddingRounds(script, passages, rounds) {
  const step = Math.max(1, Math.floor(passages.length / TEXTS));
  const texts = passages.filter((_, index) => index % step === 0).slice(0, TEXTS).map(({ text }) => text);
  const bare = new BareSession();
  const child = fork(script, ['embed', PROJECT]);
  const own = async () => {
    const answered = once(child, 'message');
    child.send(texts);
    return Number((await answered)[0]);
  };
  const times = { ours: [], bare: [] };
  await bare.millisecondsOf(texts);
  await own();
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await bare.millisecondsOf(texts));
    times.ours.push(await own());
  }
  child.disconnect();
  bare.end();
  return { texts: texts.length, ...bestOf(times) };
}

/** Warm questions of the product and what they cost at the least, in turns: the best of the rounds' medians. */
async function questionRounds({ folder, home, passages, questions, rounds }) {
  const p50 = async (embeddings) => median((await inProcess('questions', { folder, home, embeddings, questions, now: NOW })).asked.map(({ millis }) => millis));
  const times = { words: [], vectors: [], scan: [], products: [], session: [] };
  const session = new BareSession();
  const floors = async () => {
    const { scan, products } = await bareQuestions(passages.map(({ text }) => text), questions);
    times.scan.push(scan);
    times.products.push(products);
    times.session.push(median(await session.millisecondsOfEach(questions.slice(0, 40).map(({ question }) => question))));
  };
  for (let round = 0; round < rounds; round += 1) {
    await floors();
    times.words.push(await p50(false));
  }
  await fillVectors(home);
  for (let round = 0; round < rounds; round += 1) {
    await floors();
    times.vectors.push(await p50(true));
  }
  session.end();
  return bestOf(times);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { own } = scriptArguments();
  printSection(await measureLimits({ rounds: numberArgument(own, '--rounds', ROUNDS), say: (text) => process.stderr.write(`${text}\n`) }));
}
