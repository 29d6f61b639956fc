/**
 * How much work the product does, in counts that are the same in every run, beside the stored ones.
 *
 *   npm run build && npm run bench:counts [-- --write] [-- --explain]
 *
 * Counted from outside (bench/counts/recorder.cjs): documents found, read, parsed and reused, texts embedded, programs and
 * threads started, files opened, folders listed, facts of files asked, bytes read and written; and from inside, what the ranking
 * looks at for a few questions (bench/counts/questions.ts). In the situations of bench/counts/situations.mjs, on the sample
 * workspace, and on orun where ../shared (workspaces/orun.bundle) lies beside the project. Takes about a minute.
 *
 * Ends with exit code 1 when a count is worse than in bench/figures/counts.json, or missing there or here. Fewer are told, and
 * stored by `--write`. Bytes may vary by a hundredth and two pages of SQLite. Times are printed beside the stored ones and never
 * judged. `--explain` also prints the git commands of each situation and the files that were opened more than once.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { cellOf, compareCounts, ratioRows } from './compare.mjs';
import { gitCommands, openedAgain } from './counts/events.mjs';
import { countSituations } from './counts/situations.mjs';
import { orunSubject, sampleSubject } from './counts/subjects.mjs';
import { PROJECT, requireBuild, scriptArguments, table } from './support.mjs';

const STORED = path.join(PROJECT, 'bench', 'figures', 'counts.json');

/** The stored counts and times, with what they were measured with; without any where nothing is stored. */
export function storedCounts() {
  return existsSync(STORED) ? JSON.parse(readFileSync(STORED, 'utf8')) : { counts: {}, figures: {} };
}

/**
 * Counts the work in all situations.
 * @param {{ explain?: boolean }} [options] `explain` adds notes on git commands and files opened again.
 * @returns {Promise<import('./section.mjs').Section>} its table has each count beside the stored one.
 */
export async function measureCounts({ explain = false } = {}) {
  const subjects = Object.entries({ sample: await sampleSubject(), orun: orunSubject() }).filter(([, subject]) => subject !== null);
  const notes = subjects.length === 1 ? ['orun is skipped: ../shared/workspaces/orun.bundle is not there.'] : [];
  const measured = await Promise.all(
    subjects.map(async ([name, subject]) => {
      const look = (situation, events, places) => {
        if (!explain) return;
        notes.push(`${name}, ${situation}: git ${gitCommands(events).join(', ') || 'is not started'}; opened again: ${openedAgain(events, places).join(', ') || 'nothing'}`);
      };
      return [name, await countSituations(subject, look)];
    }),
  );
  const counts = {};
  const figures = {};
  for (const [name, { counts: situations, millis }] of measured) {
    for (const [situation, ofSituation] of Object.entries(situations)) {
      for (const [what, count] of Object.entries(ofSituation)) counts[`counts.${name}.${situation}.${what}`] = count;
    }
    for (const [situation, took] of Object.entries(millis)) figures[`counts.${name}.${situation}.milliseconds`] = took;
  }
  return { title: 'Counts of work, beside the stored ones', rows: rowsOf(counts, storedCounts().counts), notes, figures, counts };
}

/** Whether a stored count is of something that is not on this machine. */
export function isCountAbsent(measured) {
  const has = (prefix) => Object.keys(measured).some((name) => name.startsWith(prefix));
  return (name) => name.startsWith('counts.orun.') && !has('counts.orun.');
}

/** A line for each kind of count, a column for each situation; a dash where a situation has no such count. */
function rowsOf(counts, stored) {
  const names = Object.keys(counts).map((name) => name.split('.').slice(1));
  const situations = [...new Set(names.map(([, situation]) => situation))];
  const lines = [...new Set(names.map(([subject, , what]) => `${subject}.${what}`))];
  const cells = (line) => {
    const [subject, what] = line.split('.');
    return situations.map((situation) => {
      const name = `counts.${subject}.${situation}.${what}`;
      return counts[name] === undefined ? '-' : cellOf(name, stored[name], counts[name]);
    });
  };
  return [['', ...situations], ...lines.map((line) => [line, ...cells(line)])];
}

/** What counts may depend on, because it does work for the product. */
function measuredWith() {
  return { node: process.version, git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim(), platform: process.platform };
}

async function main() {
  const { own } = scriptArguments();
  requireBuild();
  const stored = storedCounts();
  const { rows, notes, counts, figures } = await measureCounts({ explain: own.includes('--explain') });
  const print = (text) => process.stdout.write(`${text}\n`);
  // A table of all situations is too wide to be read: a few at a time.
  for (let from = 1; from < rows[0].length; from += 5) {
    const part = rows.map((row) => [row[0], ...row.slice(from, from + 5)]).filter(([, ...cells]) => cells.some((cell) => cell !== '-'));
    print(`\n${table(part)}`);
  }
  notes.forEach((note) => print(`- ${note}`));
  const here = measuredWith();
  const other = Object.keys(here).filter((what) => stored[what] !== undefined && stored[what] !== here[what]);
  if (other.length > 0) print(`- Stored with ${other.map((what) => stored[what]).join(', ')}; here it is ${other.map((what) => here[what]).join(', ')}, which may be why counts differ.`);
  const times = ratioRows(stored.figures, figures);
  if (times !== null) print(`\nTimes in milliseconds, with the recorder in every process; they depend on the machine and its load:\n${table(times)}`);

  if (own.includes('--write')) {
    const absent = Object.entries(stored.counts).filter(([name]) => counts[name] === undefined && isCountAbsent(counts)(name));
    const kept = { ...here, counts: { ...counts, ...Object.fromEntries(absent) }, figures };
    writeFileSync(STORED, `${JSON.stringify(kept, null, 2)}\n`);
    print(`\nStored in bench/figures/counts.json.`);
    return;
  }
  const { worse, better, missing, absent } = compareCounts(stored.counts, counts, isCountAbsent(counts));
  if (absent > 0) print(`\n${absent} stored counts are of data that is not here, and were not compared.`);
  if (better.length > 0) print(`\nBetter than stored; store them with "npm run bench:counts -- --write":\n${better.join('\n')}`);
  if (missing.length > 0) print(`\nMissing; measure with all data there and store with --write:\n${missing.join('\n')}`);
  if (worse.length > 0) print(`\nWorse than stored, which is a regression unless it was meant (then store it and say why):\n${worse.join('\n')}`);
  if (worse.length + missing.length > 0) process.exitCode = 1;
  else print(`\n${Object.keys(counts).length} counts, none worse than stored.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
