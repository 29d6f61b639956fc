/**
 * Fuzz and faults: mutated documents, files of code, catalogs and arguments of the tools, garbage on MCP's lines, writers that are
 * killed while they write, and damaged files of the index. Prints how many there were of each kind and what came of them, and what
 * was found: laws that do not hold. What is found is saved in the system's temporary folder, and the exit code is 1.
 *
 *   npm run fuzz                      everything: 100,000 cases, 1,000 kills, damaged files; about ten minutes on two processors
 *   npm run fuzz -- --cases 2000      so many cases; kills and damaged files are fewer in proportion
 *   npm run fuzz -- --only documents  one of documents, catalogs, arguments, kills, damage
 *   npm run fuzz -- --seed 7          other cases; the same seed gives the same ones as long as the files they are made of are the same
 *   npm run fuzz -- --case 1234       with --only: one case again, by the number it was found with
 *   npm run fuzz -- --minutes 5       ends then and says how many were done
 *
 * Needs the project's build (`npm run build`) for the processes it kills and talks to. What lies in ../shared beside the project is
 * mutated, too, where it is there.
 */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { printSection } from './section.mjs';
import { PROJECT, clonedBundle, hasSharedFile, numberArgument, requireBuild, unpacked } from './support.mjs';

const LANE = path.join(PROJECT, 'bench', 'fuzz', 'lane.ts');
const VITE_NODE = path.join(path.dirname(createRequire(import.meta.url).resolve('vite-node/package.json')), 'vite-node.mjs');

const CASES = 100_000;
const MINUTES = 20;
/** What `--only` names, and the kinds each consists of: shares of the cases, or numbers of their own beside those. */
const GROUPS = {
  documents: { documents: 0.52, code: 0.05 },
  catalogs: { catalogs: 0.2 },
  arguments: { arguments: 0.22, stdio: 0.006, http: 0.004 },
  kills: { kills: 0.01 },
  damage: { damage: 0.01 },
};
/** Kills and damaged files come beside the cases: a thousand of each for 100,000. */
const BESIDE = ['kills', 'damage'];
/** Cases that a process is given at once. */
const BATCHES = { documents: 250, code: 50, catalogs: 100, arguments: 100, stdio: 50, http: 50, kills: 20, damage: 30 };

/** A case that nothing was heard of for so long hangs; it is then done once more, alone, with twice the patience. */
const PATIENCE_MILLISECONDS = 90_000;
/** A process that is done has this long to end by itself. */
const END_MILLISECONDS = 30_000;
/** Findings are alike when their words are; of each so many are shown. */
const SHOWN_OF_EACH = 3;

/** What `--only` calls the group of a kind. */
const groupOf = (kind) => Object.keys(GROUPS).find((name) => GROUPS[name][kind] !== undefined);

/** Folders with files to mutate. */
function seedFolders() {
  const folders = [path.join(PROJECT, 'test', 'fixtures'), path.join(PROJECT, 'docs'), path.join(PROJECT, 'src')];
  if (hasSharedFile('breakers/breakers.tar.xz')) folders.push(unpacked('breakers/breakers.tar.xz', 'breakers'));
  if (hasSharedFile('workspaces/opentelemetry-demo-code.tar.xz')) folders.push(path.dirname(unpacked('workspaces/opentelemetry-demo-code.tar.xz', 'opentelemetry-demo-code')));
  for (const name of ['orun', 'backstage-demo', 'opentelemetry-demo', 'roadie-backstage-plugins']) {
    if (hasSharedFile(`workspaces/${name}.bundle`)) folders.push(clonedBundle(name));
  }
  return folders;
}

/** Batches of all kinds in turn, so that a run that ends early has done a part of each. */
function batchesOf(wanted) {
  const batches = Object.entries(wanted).flatMap(([kind, count]) => {
    const size = BATCHES[kind];
    return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({ kind, from: index * size, to: Math.min(count, (index + 1) * size), place: (index * size) / count }));
  });
  return batches.sort((one, other) => one.place - other.place);
}

function endProcess(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

/** A process that does cases; `run` resolves when its task is done, or with what went wrong and the number of the case. */
function startLane(options, onCase) {
  const child = fork(VITE_NODE, [LANE, JSON.stringify(options)], { cwd: PROJECT, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  let complaints = '';
  child.stderr.on('data', (data) => (complaints = (complaints + data.toString('utf8')).slice(-2_000)));
  const servers = [];
  let listener = () => undefined;
  child.on('message', (message) => (message.started === undefined ? listener(message) : servers.push(message.started)));
  child.on('exit', (code, signal) => listener({ died: `${signal ?? code} ${complaints}`.trim() }));
  const killAll = () => {
    child.kill('SIGKILL');
    for (const server of servers) endProcess(server);
  };
  const ready = new Promise((resolve, reject) => {
    listener = (message) => (message.ready === true ? resolve() : reject(new Error(`A process of the fuzzer ended: ${message.died ?? message.failed}`)));
  });
  const run = async (task, patience) => {
    await ready;
    return new Promise((resolve) => {
      let next = task.from;
      const giveUp = () => {
        killAll();
        resolve({ kind: 'hangs', number: next, why: 'nothing was heard of it' });
      };
      let timer = setTimeout(giveUp, patience);
      listener = (message) => {
        clearTimeout(timer);
        if (message.case !== undefined) {
          next = message.case.number + 1;
          onCase(message.case);
          timer = setTimeout(giveUp, patience);
        } else if (message.done === true) resolve({ kind: 'done' });
        else resolve({ kind: message.died === undefined ? 'failed' : 'died', number: next, why: message.died ?? message.failed });
      };
      child.send({ kind: task.kind, from: task.from, to: task.to });
    });
  };
  const end = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      listener = () => undefined;
      child.once('exit', resolve);
      child.send({ end: true });
      setTimeout(killAll, END_MILLISECONDS).unref();
    });
  return { run, end };
}

/** Removes from a finding what differs from case to case. */
const kindOfFinding = (finding) => finding.replace(/".*$/s, '…').replace(/\d+/g, '#').slice(0, 120);

/**
 * Does the cases.
 * @param {object} options
 * @param {number} [options.cases] of documents, code, catalogs, arguments and lines of MCP together; kills and damaged files in proportion
 * @param {number} [options.minutes] no batch is begun later than this
 * @param {string} [options.seed]
 * @param {string | null} [options.only] a key of GROUPS
 * @param {number | null} [options.single] the number of one case, with `only`
 * @param {number} [options.lanes] processes side by side
 * @param {number} [options.patience] milliseconds without a word of a case after which it hangs
 * @param {(line: string) => void} [options.progress]
 * @returns {Promise<import('./section.mjs').Section & { readonly findings: number }>}
 */
export async function measureFuzz({ cases = CASES, minutes = MINUTES, seed = '1', only = null, single = null, lanes = Math.min(2, os.availableParallelism()), patience = PATIENCE_MILLISECONDS, progress = () => undefined } = {}) {
  requireBuild();
  const folder = realpathSync.native(mkdtempSync(path.join(os.tmpdir(), 'workspace-context-fuzz-')));
  const saved = path.join(os.tmpdir(), 'workspace-context-fuzz-found', seed);
  const options = { seed, folder, seedFolders: seedFolders(), writers: path.join(folder, 'writers') };
  const groups = only === null ? Object.values(GROUPS) : [GROUPS[only]];
  const shares = groups.flatMap((group) => Object.entries(group));
  // With --only all of the cases are of that group.
  const whole = only === null || BESIDE.includes(only) ? 1 : shares.reduce((sum, [, share]) => sum + share, 0);
  const wanted = Object.fromEntries(shares.map(([kind, share]) => [kind, Math.max(1, Math.round((cases * share) / whole))]));
  const queue = single === null ? batchesOf(wanted) : shares.map(([kind]) => ({ kind, from: single, to: single + 1, place: 0 }));

  const deadline = Date.now() + minutes * 60_000;
  const outcomes = new Map();
  const findings = [];
  let done = 0;
  const addCase = ({ kind, number, subject, outcome, findings: found, input }) => {
    done += 1;
    const bySubject = outcomes.get(subject) ?? new Map();
    outcomes.set(subject, bySubject.set(outcome, (bySubject.get(outcome) ?? 0) + 1));
    if (found.length === 0) return;
    let file = null;
    if (input !== null) {
      mkdirSync(saved, { recursive: true });
      file = path.join(saved, `${kind}-${number}.bin`);
      writeFileSync(file, Buffer.from(input, 'base64'), { flag: 'w' });
    }
    for (const finding of found) findings.push({ kind, number, subject, finding, file });
    progress(`${kind} ${number} (${subject}): ${found[0]}`);
  };
  const lost = (kind, number, what) => addCase({ kind, number, subject: kind, outcome: what, findings: [what], input: null });

  const runLane = async () => {
    let lane = startLane(options, addCase);
    for (;;) {
      const batch = Date.now() < deadline ? queue.shift() : undefined;
      if (batch === undefined) break;
      let from = batch.from;
      while (from < batch.to) {
        const outcome = await lane.run({ ...batch, from }, patience);
        if (outcome.kind === 'done') break;
        if (outcome.kind === 'failed') throw new Error(`The fuzzer itself failed at ${batch.kind} ${outcome.number}: ${outcome.why}`);
        // Killed as a whole; the case is done again in a process of its own, to be sure that it is to blame.
        const alone = startLane(options, addCase);
        const again = await alone.run({ ...batch, from: outcome.number, to: outcome.number + 1 }, 2 * patience);
        if (again.kind === 'done') await alone.end();
        else lost(batch.kind, outcome.number, again.kind === 'hangs' ? 'the case hangs' : `the process ended (${again.why.replace(/\s+/g, ' ').slice(0, 200)})`);
        lane = startLane(options, addCase);
        from = outcome.number + 1;
      }
      progress(`${done} cases done`);
    }
    await lane.end();
  };
  try {
    if (queue.some(({ kind }) => kind === 'kills')) {
      const lane = startLane(options, addCase);
      const bundling = await lane.run({ kind: 'bundle', from: 0, to: 0 }, 10 * patience);
      if (bundling.kind !== 'done') throw new Error(`The scripts that are killed could not be made: ${bundling.why}`);
      await lane.end();
    }
    await Promise.all(Array.from({ length: lanes }, runLane));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return sectionOf({ outcomes, findings, done, wanted: single === null ? Object.values(wanted).reduce((sum, count) => sum + count, 0) : queue.length, seed, left: queue.length > 0 });
}

function sectionOf({ outcomes, findings, done, wanted, seed, left }) {
  const rows = [['what', 'cases', 'what came of them', 'found']];
  const counts = { 'fuzz.cases': done, 'fuzz.findings': findings.length };
  for (const [subject, byOutcome] of [...outcomes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const own = [...byOutcome.values()].reduce((sum, count) => sum + count, 0);
    const told = [...byOutcome].sort((one, other) => other[1] - one[1]).map(([outcome, count]) => `${count} ${outcome}`);
    rows.push([subject, own, told.join(' · '), findings.filter((one) => one.subject === subject).length]);
    counts[`fuzz.cases.${subject.replace(/[^A-Za-z0-9]+/g, '_')}`] = own;
  }
  const byKind = new Map();
  for (const one of findings) byKind.set(kindOfFinding(one.finding), [...(byKind.get(kindOfFinding(one.finding)) ?? []), one]);
  const notes = [`Seed ${seed}; ${done} cases${left ? ` of ${wanted}: the time was over` : ''}, ${findings.length} findings.`];
  for (const alike of byKind.values()) {
    for (const { kind, number, subject, finding, file } of alike.slice(0, SHOWN_OF_EACH)) notes.push(`FOUND ${kind} ${number} (${subject}): ${finding}${file === null ? '' : ` Saved as ${file}.`} Again: --seed ${seed} --only ${groupOf(kind)} --case ${number}.`);
    if (alike.length > SHOWN_OF_EACH) notes.push(`… and ${alike.length - SHOWN_OF_EACH} more like it.`);
  }
  return { title: 'Fuzz and faults', rows, notes, figures: {}, counts, findings: findings.length };
}

/** The text after an option of the script. */
function textArgument(own, name) {
  return own.includes(name) ? (own[own.indexOf(name) + 1] ?? null) : null;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const own = process.argv.slice(2);
  const only = textArgument(own, '--only');
  if (only !== null && GROUPS[only] === undefined) {
    process.stderr.write(`--only takes one of ${Object.keys(GROUPS).join(', ')}.\n`);
    process.exit(2);
  }
  const section = await measureFuzz({
    cases: numberArgument(own, '--cases', CASES),
    minutes: numberArgument(own, '--minutes', MINUTES),
    seed: textArgument(own, '--seed') ?? '1',
    only,
    single: own.includes('--case') ? numberArgument(own, '--case', 0) : null,
    lanes: numberArgument(own, '--lanes', Math.min(2, os.availableParallelism())),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  printSection(section);
  process.exitCode = section.findings > 0 ? 1 : 0;
}
