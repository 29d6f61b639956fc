/** The measures of an index's work, each a function: bench/index.mjs prints all of them, others print one in detail. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { PROJECT, freshHome, median, runCli, startCore, timeCommand, timed } from './support.mjs';

const QUESTION = 'How long is a lease good for?';

/** The bare parts of a cold index of a folder, measured in a process of their own; `sum` is all of them, in milliseconds. */
export function bareParts(folder) {
  const parts = JSON.parse(execFileSync(process.execPath, [path.join(PROJECT, 'bench/bare-parts.mjs'), folder], { encoding: 'utf8' }));
  return { ...parts, sum: parts.read + parts.sha256 + parts.parse + parts.gitLog };
}

/**
 * Cold indexes of a folder, medians over rounds that each measure the bare parts too: by the CLI, a whole process, and
 * in process, by a core whose thread has loaded its code and done nothing yet.
 */
export async function coldIndex(folder, runs) {
  const bare = [];
  const whole = [];
  const inProcess = [];
  let documents = 0;
  for (let run = 0; run < runs; run += 1) {
    bare.push(bareParts(folder));
    whole.push(await runCli(['index', '--no-embeddings', '--json', '--workspace', folder], freshHome()));
    const core = startCore(folder, freshHome());
    await core.call('idle');
    const { millis, value } = await timed(() => core.call('index'));
    inProcess.push(millis);
    documents = value.repositories.reduce((sum, repository) => sum + repository.documents, 0);
    await core.end();
  }
  const sum = median(bare.map((one) => one.sum));
  const millis = median(whole.map((one) => one.millis));
  return {
    documents,
    bare: sum,
    whole: millis,
    inProcess: median(inProcess),
    wholeRatio: millis / sum,
    inProcessRatio: median(inProcess) / sum,
    peakMiB: Math.max(...whole.map((one) => one.peakMiB)),
  };
}

/**
 * What a restart costs when nothing changed, in process: a fresh core loads the index and compares it with the files
 * (`restart`), does so again when its code is compiled (`warm`), and another one answers a question (`answer`).
 * Medians, in milliseconds; `status` is `git status` of the same repository in the same rounds.
 */
export async function restart(folder, runs) {
  const home = freshHome();
  const inCore = async (use) => {
    const core = startCore(folder, home);
    await core.call('idle');
    await use(core.call);
    await core.end();
  };
  // Made, then looked at twice more: the young files of a fresh clone are looked at closely once.
  for (let round = 0; round < 3; round += 1) await inCore((call) => call('index'));
  const times = { status: [], restart: [], answer: [], warm: [] };
  let documents = 0;
  for (let run = 0; run < runs; run += 1) {
    times.status.push(await timeCommand('git', ['--no-optional-locks', 'status', '--porcelain'], folder));
    await inCore(async (call) => {
      const { millis, value } = await timed(() => call('index'));
      const [{ documents: found, lastRefresh }] = value.repositories;
      if (lastRefresh.read + lastRefresh.parsed > 0) throw new Error(`something was read again: ${JSON.stringify(lastRefresh)}`);
      documents = found;
      times.restart.push(millis);
      for (let again = 0; again < 5; again += 1) await call('index');
      times.warm.push((await timed(() => call('index'))).millis);
    });
    await inCore(async (call) => {
      times.answer.push((await timed(() => call('ask', { question: QUESTION }, { wait: true, now: null }))).millis);
    });
  }
  const medians = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
  return { documents, ...medians };
}

/**
 * How long after a file was written an answer has it: the core runs in its worker thread, as in the editor; a file is
 * written, reported as the editor does on a save, and asked for at once. The same for a commit, until it is indexed.
 * In milliseconds; `atOnce` counts the answers that had the change at the first asking.
 */
export async function saveToAnswer(folder, runs) {
  const place = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-freshness-'));
  const root = path.join(place, path.basename(folder));
  cpSync(folder, root, { recursive: true, preserveTimestamps: true });
  const core = startCore(root, freshHome());
  const { call } = core;
  const ask = (question) => call('ask', { question, limit: 3 }, { wait: false, now: null });
  const pause = (length) => new Promise((resolve) => setTimeout(resolve, length));

  await call('index');
  // Files of a fresh copy are too young for their times to tell that they did not change.
  await pause(2_500);
  await call('index');
  await call('idle');
  await ask('how does it work');

  const file = path.join(root, 'README.md');
  const saves = [];
  let atOnce = 0;
  for (let run = 0; run < runs; run += 1) {
    const word = `zanzibar${String.fromCharCode(97 + (run % 26))}${String.fromCharCode(97 + Math.floor(run / 26))}x`;
    const started = performance.now();
    writeFileSync(file, `# Read me\n\nThe word is ${word}.\n`);
    const seen = call('filesChanged', { paths: [file] });
    let pack = await ask(word);
    const has = () => pack.passages.some(({ text }) => text.includes(word));
    if (has()) atOnce += 1;
    while (!has()) pack = await ask(word);
    saves.push(performance.now() - started);
    await seen;
    await pause(100);
  }
  await call('idle');
  const git = (...args) => execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: root });
  git('commit', '--quiet', '--all', '--message', 'A change');
  const { millis: commit, value } = await timed(() => call('filesChanged', { paths: [path.join(root, '.git', 'logs', 'HEAD')] }));
  await core.end();
  rmSync(place, { recursive: true, force: true });
  return { median: median(saves), slowest: Math.max(...saves), atOnce, commit, parsedAgain: value[0]?.counts.parsed ?? 0 };
}

/** How late the event loop of the thread that routes was, while a core indexed a folder from nothing: milliseconds. */
export async function routingDelay(folder) {
  const resolution = 1;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const core = startCore(folder, freshHome());
  await core.call('index');
  delay.disable();
  await core.end();
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
  return { p99: late(delay.percentile(99)), worst: late(delay.max) };
}
