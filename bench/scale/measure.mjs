/** All measures of one generated workspace: numbers by names, and whatever has to be said beside them. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BareSession } from '../limits/bareSession.mjs';
import { bareQuestions } from '../limits/questionFloor.mjs';
import { bytesBelow, median } from '../support.mjs';
import { markdownFilesOf } from './files.mjs';
import { fillVectors } from './fill.mjs';
import { percentile } from './goals.mjs';
import { inProcess } from './process.mjs';
import { QUESTION_KINDS } from './questions.mjs';
import { NOW, coldRounds, restartRounds } from './rounds.mjs';
import { NOTE, scaleWorkspace } from './workspace.mjs';

/** Small workspaces take little time and vary most. */
const COLD_ROUNDS = [[1_000, 7], [10_000, 5], [Number.POSITIVE_INFINITY, 3]];
const RESTARTS = 9;
const CHANGES = 10;
const MEGABYTE = 1_000_000;
const FROM_MIB = (1024 * 1024) / MEGABYTE;

/**
 * @param {number} size passages asked of the generator
 * @param {{ questions: number, embedAll: boolean, say: (text: string) => void }} options
 * @returns {Promise<{ size: number, text: string, embedding: 'real' | 'made up', late: number, figures: Record<string, number>, counts: Record<string, number> }>}
 */
export async function measureSize(size, { questions: asked, embedAll, say }) {
  say(`${size}: making the workspace`);
  const workspace = scaleWorkspace(size);
  const questions = workspace.questions.slice(0, asked);
  const { folder } = workspace;
  writeFileSync(noteOf(workspace), NOTE.text);

  say(`${size}: cold index`);
  const cold = await coldRounds(workspace, COLD_ROUNDS.find(([most]) => size <= most)[1]);
  const { home } = cold;
  const bytesByWords = bytesBelow(home);

  say(`${size}: restart`);
  const restart = await restartRounds(workspace, home, questions[0].question, RESTARTS);

  say(`${size}: one change`);
  const change = await inProcess('change', { folder, home, file: noteOf(workspace), original: NOTE.text, runs: CHANGES });

  say(`${size}: questions by words`);
  const floor = await questionFloor(workspace, questions);
  const words = await inProcess('questions', { folder, home, questions, now: NOW });

  const isReal = embedAll || size <= 1000;
  say(`${size}: ${isReal ? 'embedding' : 'making up vectors'}`);
  const embedding = isReal ? await embedReally(folder, home) : await fillVectors(home);
  say(`${size}: questions with vectors`);
  const vectors = await inProcess('questions', { folder, home, embeddings: true, questions, now: NOW });
  const bytesWithVectors = bytesBelow(home);
  rmSync(home, { recursive: true, force: true });

  const wordsMillis = words.asked.map(({ millis }) => millis);
  const vectorMillis = vectors.asked.map(({ millis }) => millis);
  const figures = {
    'cold.bare.milliseconds': cold.bare,
    'cold.cli.milliseconds': cold.cli,
    'cold.worker.milliseconds': cold.worker,
    'cold.worker.processor.milliseconds': cold.processor,
    'cold.worker.processor.ratio': cold.processor / cold.bareProcessor,
    'cold.cli.ratio': cold.cli / cold.bare,
    'cold.worker.ratio': cold.worker / cold.bare,
    'cold.peak.megabytes': cold.peak * FROM_MIB,
    'restart.status.milliseconds': restart.status,
    'restart.milliseconds': restart.restart,
    'restart.ratio': restart.restart / restart.status,
    'restart.answer.milliseconds': restart.answer,
    'change.p50.milliseconds': median(change.millis),
    'change.worst.milliseconds': Math.max(...change.millis),
    ...questionFigures('question.words', words),
    'question.words.floor.milliseconds': floor.scan,
    'question.words.ratio': median(wordsMillis) / floor.scan,
    ...questionFigures('question.vectors', vectors),
    'question.vectors.floor.milliseconds': floor.scan + floor.products + floor.session,
    'question.vectors.ratio': median(vectorMillis) / (floor.scan + floor.products + floor.session),
    'memory.words.megabytes': words.rss * FROM_MIB,
    'memory.words.peak.megabytes': words.peak * FROM_MIB,
    'memory.vectors.megabytes': vectors.rss * FROM_MIB,
    'memory.vectors.peak.megabytes': vectors.peak * FROM_MIB,
    ...(vectors.embedder === null
      ? {}
      : { 'memory.embedder.megabytes': vectors.embedder.now * FROM_MIB, 'memory.embedder.peak.megabytes': vectors.embedder.most * FROM_MIB }),
    'disk.words.megabytes': bytesByWords / MEGABYTE,
    'disk.vectors.megabytes': bytesWithVectors / MEGABYTE,
    ...(isReal ? { 'embedding.perSecond': (embedding.embedded * 1000) / embedding.millis } : {}),
  };
  const counts = {
    documents: cold.documents,
    documentsParsed: cold.parsed,
    documentsParsedAtRestart: restart.parsed,
    passages: cold.passages,
    bytesOfText: workspace.bytes,
    questions: questions.length,
    questionsThatFindTheirPage: words.asked.filter(({ rank }) => rank >= 0).length,
    questionsWithTheirPageFirst: words.asked.filter(({ rank }) => rank === 0).length,
    ...(isReal ? { textsEmbedded: embedding.embedded } : {}),
  };
  const late = vectors.asked.filter(({ isLate }) => isLate).length;
  return { size, text: workspace.text, embedding: isReal ? 'real' : 'made up', late, figures, counts };
}

function questionFigures(name, { asked, patient, processor }) {
  const millis = asked.map((one) => one.millis);
  return {
    [`${name}.p50.milliseconds`]: median(millis),
    [`${name}.p99.milliseconds`]: percentile(millis, 0.99),
    ...Object.fromEntries(QUESTION_KINDS.map((kind) => [`${name}.${kind}.p50.milliseconds`, median(asked.filter((one) => one.kind === kind).map((one) => one.millis))])),
    [`${name}.processor.milliseconds`]: processor,
    [`${name}.patient.p50.milliseconds`]: median(patient),
  };
}

const noteOf = ({ folder }) => path.join(folder, NOTE.repository, NOTE.path);

/** What the same questions cost at the least over the same sections: medians, in milliseconds. */
async function questionFloor({ folder }, questions) {
  const texts = markdownFilesOf(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split(/^(?=## )/m));
  const session = new BareSession();
  try {
    const embedded = await session.millisecondsOfEach(questions.slice(0, 50).map(({ question }) => question));
    return { ...(await bareQuestions(texts, questions)), session: median(embedded) };
  } finally {
    session.end();
  }
}

async function embedReally(folder, home) {
  const { millis, embedded, pending } = await inProcess('index', { folder, home, embeddings: true });
  if (pending > 0) throw new Error(`${pending} passages were not embedded.`);
  return { millis, embedded };
}
