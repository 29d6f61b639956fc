/**
 * All that is measured of the product, in one run on this machine: ours beside the limits, the peers and the last figures.
 *
 *   npm run bench [-- --only scale,peers] [-- --quick] [-- --write]
 *
 * Builds the product where that is older than its sources, then runs these parts one after the other and prints each as it is done:
 * limits, scale, peers, profile, counts. Each says what it needs of ../shared and skips what is absent. `--only` names the parts
 * to run; `--quick` measures 1,000 passages and a few questions only; `--write` stores what was measured in
 * bench/figures/last.json, part by part, each with its date, machine, load and commit (and the counts by
 * `npm run bench:counts -- --write`). Beside the stored figures everything is shown as a ratio and nothing is judged by its time.
 * Prints the table of README.md last. Ends with exit code 1 when a part failed (the others run all the same) or a count is worse
 * than stored.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { compareCounts, ratioRows } from './compare.mjs';
import { isCountAbsent, storedCounts } from './counts.mjs';
import { readmeTable } from './readmeTable.mjs';
import { textOfSection } from './section.mjs';
import { fail, PROJECT, scriptArguments, table } from './support.mjs';

const LAST = path.join(PROJECT, 'bench', 'figures', 'last.json');

/** The picture of what grows with the workspace; one run of the scale makes it anew. */
const GROWTH = path.join(PROJECT, 'docs', 'growth.svg');

const say = (text) => process.stderr.write(`${text}\n`);

/**
 * The parts in the order they run: each a module that has a function by the name `measure`; `options` are what it is given, from
 * its module and whether little is to be measured.
 */
const PARTS = [
  { name: 'limits', measure: 'measureLimits', options: (_, isQuick) => (isQuick ? { rounds: 1 } : {}) },
  {
    name: 'scale',
    measure: 'measureScale',
    options: (_, isQuick) => (isQuick ? { sizes: [1_000], questions: 20 } : { sizes: [1_000, 10_000, 100_000], svg: GROWTH }),
  },
  {
    name: 'peers',
    measure: 'measurePeers',
    options: ({ defaultData }, isQuick) => {
      const data = defaultData();
      return isQuick ? { ...data, questions: data.questions.slice(0, 5), rounds: 1, only: ['minisearch', 'orama', 'flexsearch', 'ripgrep'] } : data;
    },
  },
  { name: 'profile', measure: 'measureProfile', options: (_, isQuick) => (isQuick ? { quick: true } : {}) },
  { name: 'counts', measure: 'measureCounts', options: () => ({}) },
];

/** Ratios nearer to 1 than this are noise on most machines. */
const WORTH_TELLING = 1.25;

/** The stored figures by part; without any where nothing is stored. */
export function lastFigures() {
  return existsSync(LAST) ? JSON.parse(readFileSync(LAST, 'utf8')) : { parts: {} };
}

/**
 * The parts that the arguments of the script ask for.
 * @throws Error a sentence that names the parts there are.
 */
export function chosenParts(own) {
  const at = own.indexOf('--only');
  if (at < 0) return PARTS;
  const names = (own[at + 1] ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (names.length === 0 || unknown.length > 0) throw new Error(`--only takes parts, separated by commas, of ${PARTS.map(({ name }) => name).join(', ')}.`);
  return PARTS.filter(({ name }) => names.includes(name));
}

/** What figures have to be read with: nothing of it names the machine or a person. */
function circumstances() {
  const [processor] = os.cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    processor: `${processor?.model.trim() ?? 'unknown'}, ${os.availableParallelism()} threads`,
    system: `${process.platform} ${process.arch}`,
    load: Number(os.loadavg()[0].toFixed(2)),
    commit: commit(),
  };
}

/** The commit that is checked out, with a plus where the files differ from it; null without git. */
function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'webpack.config.js', 'package-lock.json') !== '';
    return `${git('rev-parse', 'HEAD').slice(0, 12)}${isChanged ? '+' : ''}`;
  } catch {
    return null;
  }
}

async function runPart({ name, measure, options }, isQuick) {
  const module = await import(new URL(`${name}.mjs`, import.meta.url).href);
  if (typeof module[measure] !== 'function') throw new Error(`bench/${name}.mjs has no function ${measure}.`);
  return module[measure]({ ...options(module, isQuick), say });
}

/** A part beside what is stored of it, in sentences and a table; `isWorse` when a count is. */
function compared(name, section, stored, isQuick) {
  const texts = [];
  const ratios = ratioRows(stored?.figures ?? {}, section.figures, WORTH_TELLING);
  if (stored !== undefined) {
    texts.push(`Beside the figures of ${stored.date.slice(0, 10)} (${stored.processor}, Node ${stored.node}, load ${stored.load}), what is faster or slower by a quarter:`);
    texts.push(ratios === null ? 'nothing' : table(ratios));
  }
  const isCounts = name === 'counts';
  // Little was measured by a quick run, so its counts are others.
  const counts = isCounts ? storedCounts().counts : stored !== undefined && !isQuick ? stored.counts : null;
  if (counts === null) return { text: texts.join('\n'), isWorse: false };
  const { worse, better, missing } = compareCounts(counts, section.counts, isCounts ? isCountAbsent(section.counts) : () => true);
  const problems = [...worse, ...(isCounts ? missing : [])];
  if (better.length > 0) texts.push(`Counts better than stored:\n${better.join('\n')}`);
  if (problems.length > 0) texts.push(`Counts worse than stored:\n${problems.join('\n')}`);
  return { text: texts.join('\n'), isWorse: problems.length > 0 };
}

async function main() {
  const { own } = scriptArguments();
  const isQuick = own.includes('--quick');
  const print = (text) => process.stdout.write(`${text}\n`);
  let parts;
  try {
    parts = chosenParts(own);
  } catch (error) {
    fail(error.message);
  }
  if (isQuick && own.includes('--write')) fail('What --quick measures is too little to be stored; leave out one of --quick and --write.');
  // What `npm start` runs builds where that is needed.
  execFileSync(process.execPath, [path.join(PROJECT, 'scripts', 'start.mjs'), '--version'], { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] });

  const { processor, system, node, load, commit: at } = circumstances();
  print(`Workspace Context at ${at ?? 'no commit'} · ${processor} · ${system} · Node ${node} · load ${load}`);
  const last = lastFigures();
  const measured = {};
  for (const part of parts) {
    const about = circumstances();
    try {
      const section = await runPart(part, isQuick);
      print(textOfSection(section));
      const { text, isWorse } = compared(part.name, section, last.parts[part.name], isQuick);
      if (text !== '') print(`${text}\n`);
      if (isWorse) process.exitCode = 1;
      measured[part.name] = { ...about, title: section.title, figures: section.figures, counts: section.counts };
    } catch (error) {
      process.exitCode = 1;
      print(`\n## ${part.name}\n\nThis part failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    }
  }
  const together = { parts: { ...last.parts, ...measured } };
  if (own.includes('--write')) {
    mkdirSync(path.dirname(LAST), { recursive: true });
    writeFileSync(LAST, `${JSON.stringify(together, null, 2)}\n`);
    print('Stored in bench/figures/last.json; "node bench/readmeTable.mjs --write" brings README.md up to date.');
  }
  print(`\n${readmeTable(together)}`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
