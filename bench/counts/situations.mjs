/** What the product does in the situations of a day, counted from outside: by the CLI, and by the worker the editor uses. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PROJECT, freshHome } from '../support.mjs';
import { applyChange } from './changes.mjs';
import { countsOfEvents, eventsOf } from './events.mjs';

const run = promisify(execFile);
const RECORDER = path.join(PROJECT, 'bench', 'counts', 'recorder.cjs');
const CLI = path.join(PROJECT, 'dist', 'cli.js');
const VITE_NODE = path.join(path.dirname(createRequire(import.meta.url).resolve('vite-node/package.json')), 'vite-node.mjs');
const SESSION = path.join(PROJECT, 'bench', 'counts', 'session.mjs');

/** A file's time of change tells of changes only when it lies more than two seconds back. */
const YOUNG_MILLISECONDS = 2_200;

const CLOCK = '2026-11-30T00:00:00Z';
/** As agents ask, from memory; and as people do in the panel, who wait until the index was compared with the files. */
const AT_ONCE = { wait: false, now: Date.parse(CLOCK) };
const WAIT = { wait: true, now: Date.parse(CLOCK) };

/** What a change appends; it holds words of its own, so that new terms are among it. */
const DOCUMENT_TEXT = '\n## Measured\n\nThe zanzibar of the bench is quokka.\n';

/**
 * @typedef {object} Subject what the counts are taken of; it is changed, so it must be a copy
 * @property {string} opened a folder or a `.code-workspace` file, as the CLI takes it
 * @property {string} folder the physical folder that holds everything
 * @property {string} repository the folder of the repository that is changed
 * @property {string} repositoryId
 * @property {[string, string]} documents paths of two documents of it
 * @property {{ path: string, text: string } | null} code a file of code of it, and what is appended to it; null where there is none
 * @property {boolean} embeddings whether passages are embedded, too
 * @property {string[]} questions
 * @property {string} task
 */

/**
 * The counts of each situation, and the milliseconds each took, by the situation's name.
 * @param {Subject} subject
 * @param {(name: string, events: readonly (readonly unknown[])[], places: object) => void} [look] is shown all events.
 */
export async function countSituations(subject, look = () => undefined) {
  const home = freshHome();
  const places = { workspace: subject.folder, home };
  const counts = {};
  const millis = {};
  let runs = 0;

  const recorded = async (script, args) => {
    runs += 1;
    const file = `${home}.events-${runs}`;
    const env = {
      ...process.env,
      WORKSPACE_CONTEXT_HOME: home,
      WORKSPACE_CONTEXT_BENCH_EVENTS: file,
      NODE_OPTIONS: `--require ${JSON.stringify(RECORDER)}`,
      NO_COLOR: '1',
    };
    const started = performance.now();
    try {
      const { stdout } = await run(process.execPath, [script, ...args], { cwd: PROJECT, env, maxBuffer: 1 << 28 });
      return { answer: JSON.parse(stdout), events: eventsOf(readFileSync(file, 'utf8')), millis: performance.now() - started };
    } finally {
      rmSync(file, { force: true });
    }
  };
  const keep = (name, events, refreshes, took) => {
    look(name, events, places);
    counts[name] = { ...(refreshes === null ? {} : documentsOf(refreshes)), ...countsOfEvents(events, places) };
    if (took !== undefined) millis[name] = took;
  };

  const common = ['--workspace', subject.opened, '--json', '--now', CLOCK];
  const words = subject.embeddings ? [] : ['--no-embeddings'];
  const indexArguments = ['index', ...(subject.embeddings ? ['--wait-embeddings'] : words), ...common];
  const byCli = async (name, args) => {
    const { answer, events, millis: took } = await recorded(CLI, args);
    keep(name, events, answer.repositories === undefined ? null : answer.repositories.map(({ lastRefresh }) => lastRefresh), took);
  };
  /** Until no file's time is too young to be trusted, and the index knows that. */
  const settle = async () => {
    await pause(YOUNG_MILLISECONDS);
    await recorded(CLI, indexArguments);
  };
  const byWorker = async (name, { before = [], change = null, calls, embeddings = subject.embeddings }) => {
    const { answer, events } = await recorded(SESSION, [JSON.stringify({ folder: subject.opened, home, embeddings, before, change, calls })]);
    const reported = answer.filter(({ method }) => method === 'filesChanged');
    const refreshes = reported.flatMap(({ answer: told }) => told.map(({ counts: refresh }) => refresh));
    keep(name, measuredOf(events), reported.length === 0 ? null : refreshes);
  };

  const [first, second] = subject.questions;
  const ask = (text, options) => ['ask', { question: text }, { ...options, waitForEmbeddings: subject.embeddings }];
  const askedBefore = [ask(first, WAIT)];
  const changed = (file) => ['filesChanged', { paths: [file] }];
  const [document, otherDocument] = subject.documents.map((name) => path.join(subject.repository, name));

  await pause(YOUNG_MILLISECONDS);
  await byCli('cold', indexArguments);
  await settle();
  const ranking = await rankingWork(home, subject.questions);
  counts.questionsByWords = ranking.words;
  counts.questionsWithMeaning = ranking.meaning;
  await byCli('restart', indexArguments);
  await byCli('askRestarted', ['ask', first, ...(subject.embeddings ? ['--wait-embeddings'] : words), ...common]);
  await byWorker('askWarm', { before: askedBefore, calls: [ask(second, AT_ONCE)] });
  await byWorker('askWarmWaiting', { before: askedBefore, calls: [ask(second, WAIT)] });
  await byWorker('documentChanged', {
    before: askedBefore,
    change: { file: document, text: DOCUMENT_TEXT },
    calls: [changed(document), ask(first, AT_ONCE)],
  });
  await settle();
  applyChange({ file: otherDocument, text: DOCUMENT_TEXT });
  await byCli('documentChangedWhileClosed', indexArguments);
  await settle();
  await byWorker('commitMade', {
    before: askedBefore,
    change: { commit: subject.repository },
    calls: [changed(path.join(subject.repository, '.git', 'logs', 'HEAD')), ask(first, AT_ONCE)],
  });
  if (subject.code === null) return { counts, millis };

  await settle();
  const code = path.join(subject.repository, subject.code.path);
  const find = (options) => ['codeContext', { repo: subject.repositoryId, task: subject.task }, options];
  await byWorker('codeCold', { calls: [find(WAIT)], embeddings: false });
  await pause(YOUNG_MILLISECONDS);
  await byWorker('codeRestarted', { calls: [find(WAIT)], embeddings: false });
  await byWorker('codeWarm', { before: [find(WAIT)], calls: [find(AT_ONCE)], embeddings: false });
  await byWorker('codeChanged', {
    before: [find(WAIT)],
    change: { file: code, text: subject.code.text },
    calls: [changed(code), find(AT_ONCE)],
    embeddings: false,
  });
  return { counts, millis };
}

/** How much the ranking looks at for all questions together: see questions.ts. */
async function rankingWork(home, questions) {
  const { stdout } = await run(process.execPath, [VITE_NODE, path.join(PROJECT, 'bench', 'counts', 'questions.ts'), home, ...questions], { cwd: PROJECT });
  return JSON.parse(stdout);
}

/** What lies between each `begin` and its `end`. */
export function measuredOf(events) {
  const measured = [];
  let isMeasured = false;
  for (const event of events) {
    if (event[0] === 'begin') isMeasured = true;
    else if (event[0] === 'end') isMeasured = false;
    else if (isMeasured) measured.push(event);
  }
  return measured;
}

/** What refreshes did with documents, by the product's own counts, all of them together. */
function documentsOf(refreshes) {
  const sum = (name) => refreshes.reduce((total, refresh) => total + (refresh?.[name] ?? 0), 0);
  return { documentsFound: sum('found'), documentsRead: sum('read'), documentsParsed: sum('parsed'), documentsReused: sum('reused') };
}
