/**
 * One measure of a workspace in a process of its own, which is the process that answers: the core runs in its worker, as in
 * the editor. Started by `inProcess`, which sends the measure's name and what it needs and is sent what came of it.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { BroadcastChannel } from 'node:worker_threads';
import { startCore, timed } from '../support.mjs';

const MIB = 1024 * 1024;
const WARM_UP = 15;
const PATIENT = 40;
const COLLECTING_MILLISECONDS = 300;

const MEASURES = {
  /** A core that has loaded its code and done nothing yet makes an index; everything is embedded, too, where that is on. */
  index: ({ folder, home, embeddings }) =>
    withCore({ folder, home, embeddings }, async ({ call }) => {
      const before = process.cpuUsage();
      const { millis, value } = await timed(() => call('index', { waitForEmbeddings: embeddings }));
      const { user, system } = process.cpuUsage(before);
      return { millis, processor: (user + system) / 1000, ...countsOf(value) };
    }),

  /** A fresh core finds that nothing changed, and answers. */
  restart: async ({ folder, home, question, now }) => {
    const restarted = await withCore({ folder, home }, async ({ call }) => {
      const { millis, value } = await timed(() => call('index'));
      return { millis, ...countsOf(value) };
    });
    const answer = await withCore({ folder, home }, async ({ call }) => (await timed(() => call('ask', { question }, { wait: true, now }))).millis);
    return { ...restarted, answer };
  },

  /** A file is written, reported as the editor does on a save, and asked for until an answer has it. */
  change: ({ folder, home, file, original, runs }) =>
    withCore({ folder, home }, async ({ call }) => {
      const millis = [];
      await call('index');
      try {
        for (let run = 0; run < runs; run += 1) {
          const word = `zanzibar${String.fromCharCode(97 + (run % 26))}${String.fromCharCode(97 + Math.floor(run / 26))}x`;
          const started = performance.now();
          writeFileSync(file, `${original}\nThe word is ${word}.\n`);
          const seen = call('filesChanged', { paths: [file] });
          const has = async () => (await call('ask', { question: word, limit: 3 }, { wait: false, now: null })).passages.some(({ text }) => text.includes(word));
          while (!(await has()));
          millis.push(performance.now() - started);
          await seen;
          await call('idle');
        }
      } finally {
        writeFileSync(file, original);
      }
      return { millis };
    }),

  /**
   * Many different questions, one after the other, once the code is warm; then what the process takes in memory. They are asked
   * as agents ask, who are answered from what is known; then some as people ask in the panel and by the CLI (`patient`), for whom
   * everything is compared with the files first.
   */
  questions: ({ folder, home, embeddings, questions, now }) =>
    withCore({ folder, home, embeddings }, async ({ call }) => {
      const ask = (question, wait) => call('ask', { question }, { wait, now });
      const hasMeaning = ({ embedding }) => !embeddings || embedding.state === 'ready';
      await call('index');
      // Other questions than those that are measured: the vectors of some are remembered.
      for (let number = 0; number < WARM_UP; number += 1) {
        const pack = await ask(`${questions[number % questions.length].question} (${number})`, true);
        if (!hasMeaning(pack)) throw new Error(`A question was answered without meaning: ${pack.notices.join(' ')}`);
      }
      const asked = [];
      const before = process.cpuUsage();
      for (const { kind, question, path } of questions) {
        const { millis, value } = await timed(() => ask(question, false));
        asked.push({ kind, millis, isLate: !hasMeaning(value), rank: value.passages.findIndex(({ sourceRef }) => sourceRef === path) });
      }
      const { user, system } = process.cpuUsage(before);
      const patient = [];
      for (const { question } of questions.slice(0, PATIENT)) patient.push((await timed(() => ask(`${question} (again)`, true))).millis);
      return { asked, patient, processor: (user + system) / 1000 / questions.length, ...(await memoryOfProcess()), embedder: embedderMemory() };
    }),
};

async function withCore({ folder, home, embeddings = false }, use) {
  const core = startCore(folder, home, embeddings);
  await core.call('idle');
  const result = await use(core);
  await core.end();
  return result;
}

function countsOf({ repositories, embedding }) {
  const sum = (count) => repositories.reduce((total, repository) => total + count(repository), 0);
  return {
    documents: sum(({ documents }) => documents),
    passages: sum(({ passages }) => passages),
    read: sum(({ lastRefresh }) => lastRefresh?.read ?? 0),
    parsed: sum(({ lastRefresh }) => lastRefresh?.parsed ?? 0),
    embedded: sum(({ embedding: own }) => own?.embedded ?? 0),
    pending: sum(({ embedding: own }) => own?.pending ?? 0),
    runtime: embedding.runtime,
  };
}

/** MiB that are in use after both threads collected their garbage, and the most there ever were. */
async function memoryOfProcess() {
  const channel = new BroadcastChannel('workspace-context-bench');
  for (let round = 0; round < 2; round += 1) {
    channel.postMessage('collect');
    await new Promise((resolve) => setTimeout(resolve, COLLECTING_MILLISECONDS));
  }
  const memory = { rss: process.memoryUsage().rss / MIB, peak: process.resourceUsage().maxRSS / 1024 };
  channel.postMessage('leave');
  await new Promise((resolve) => setTimeout(resolve, COLLECTING_MILLISECONDS));
  channel.close();
  return memory;
}

/** MiB of the process that embeds, now and at most; null where there is none or the system does not tell. */
function embedderMemory() {
  const tasks = `/proc/${process.pid}/task`;
  if (!existsSync(tasks)) return null;
  // The worker's thread started it: a child belongs to the thread that did.
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').trim().split(' '));
  const found = children.flatMap((pid) => {
    if (pid === '' || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('embedder.js')) return [];
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const size = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
    return [{ now: size('VmRSS'), most: size('VmHWM') }];
  });
  return found[0] ?? null;
}

process.once('message', async ({ measure, task }) => {
  try {
    process.send({ value: await MEASURES[measure](task) }, () => process.disconnect());
  } catch (thrown) {
    process.send({ error: String(thrown.stack ?? thrown) }, () => process.exit(1));
  }
});

// Whoever started this is gone, or has what it wanted.
process.once('disconnect', () => process.exit());
