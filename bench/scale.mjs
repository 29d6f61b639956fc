/**
 * How the product behaves as a workspace grows: 1,000, 10,000 and 100,000 passages of real text, the same bytes in every run.
 *
 *   npm run build && node bench/scale.mjs [--sizes 1000,10000,100000] [--questions N] [--svg FILE] [--embed-all]
 *
 * Without sizes: 1,000 and 10,000 (a few minutes); 100,000 takes about ten more. The text comes from ../shared beside the project
 * (retrieval, workspaces); without it the project's own documents are used, over and over with names swapped, and that is said.
 * Workspaces are made once in the system's folder for temporary files. Prints, for each size, beside the goals:
 *   - a cold index by words, a whole process of the CLI and in a fresh worker, against its bare parts (bench/bare-parts.mjs);
 *   - a restart with nothing changed, against `git status`; the same until it has answered;
 *   - one saved file until an answer has it;
 *   - different questions (`--questions`, 240 unless given) by words, and with vectors, their own embedding included, each against
 *     the least it could cost (bench/limits/bareQuestions.mjs, and the bare ONNX session for the question);
 *   - the memory of the process that answers and of the one that embeds; the index on disk.
 * `--svg` writes a picture of how these grow. `--embed-all` embeds every passage; else only 1,000 are, and larger indexes are given
 * made-up vectors through the product's own store (bench/scale/fillVectors.ts).
 */
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { printSection } from './section.mjs';
import { numberArgument, requireBuild, scriptArguments } from './support.mjs';
import { scaleCells } from './scale/cells.mjs';
import { growthPicture } from './scale/picture.mjs';
import { growthPanels } from './scale/growth.mjs';
import { measureSize } from './scale/measure.mjs';

const SIZES = [1_000, 10_000];
const QUESTIONS = 240;

/**
 * Everything above as a section of `npm run bench`.
 * @param {{ sizes?: readonly number[], questions?: number, embedAll?: boolean, svg?: string | null, say?: (text: string) => void }} options
 * @returns {Promise<import('./section.mjs').Section>}
 */
export async function measureScale({ sizes = SIZES, questions = QUESTIONS, embedAll = false, svg = null, say = () => undefined } = {}) {
  requireBuild();
  const before = os.loadavg()[0];
  const measured = [];
  for (const size of [...sizes].sort((one, other) => one - other)) measured.push(await measureSize(size, { questions, embedAll, say }));
  const load = `Load of the machine (1 minute, ${os.availableParallelism()} processors): ${before.toFixed(1)} before, ${os.loadavg()[0].toFixed(1)} after.`;
  if (svg !== null) writePicture(svg, growthPicture(pictureOf(measured, load)));
  return {
    title: `Scale: ${measured.map(({ size }) => size.toLocaleString('en-GB')).join(', ')} passages`,
    rows: scaleCells(measured),
    notes: [...notesOf(measured), load, ...(svg === null ? [] : [`The picture of growth was written to ${svg}.`])],
    figures: flat(measured, ({ figures }) => figures),
    counts: flat(measured, ({ counts }) => counts),
  };
}

/** Other text gives other counts, so it has another name. */
function flat(measured, part) {
  return Object.fromEntries(
    measured.flatMap((one) => Object.entries(part(one)).map(([name, value]) => [`${one.text === 'shared' ? 'scale' : 'scaleOfOwnText'}.${one.size}.${name}`, value])),
  );
}

function notesOf(measured) {
  const madeUp = measured.filter(({ embedding }) => embedding === 'made up').map(({ size }) => size.toLocaleString('en-GB'));
  return [
    ...(measured.some(({ text }) => text === 'own') ? ['../shared is not there: the workspaces were made from the project\'s own documents, again and again with names swapped.'] : []),
    ...(madeUp.length === 0 ? [] : [`At ${madeUp.join(' and ')} passages only 256 texts were embedded; the others were given made-up vectors beside those, through the product's store (--embed-all embeds all). Questions are always embedded.`]),
    ...measured.filter(({ late }) => late > 0).map(({ size, late }) => `At ${size.toLocaleString('en-GB')} passages ${late} questions were answered by words alone, because they were not embedded in time.`),
    'Questions are asked as agents ask, who are answered from what is known; "compared with the files first" is how the panel, the chat and the CLI ask.',
    'A ratio is ours divided by its floor, measured in the same run: bare parts, git status, bare posting lists; with vectors also plain dot products and the bare ONNX session.',
    'Cold indexes, restarts and their floors: the best of rounds that take turns, because what else the machine does only ever adds. p50 and p99 are of all questions; "processor" is what was used of the processor by all threads of the measured process, which other load changes little.',
  ];
}

function pictureOf(measured, load) {
  return {
    title: 'Growth with size',
    subtitle: `Both axes are logarithmic; a dashed line and a cross mark a goal. ${load}`,
    xName: 'passages',
    panels: growthPanels(measured),
  };
}

/** Replaces the file, and a link in its place rather than what it leads to. */
function writePicture(file, picture) {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, picture, { flag: 'wx' });
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(file);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { own } = scriptArguments();
  const after = (name) => (own.includes(name) ? own[own.indexOf(name) + 1] : null);
  const sizes = after('--sizes')?.split(',').map(Number) ?? SIZES;
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    process.stderr.write('--sizes takes whole numbers with commas between: 1000,10000.\n');
    process.exit(2);
  }
  printSection(
    await measureScale({
      sizes,
      questions: numberArgument(own, '--questions', QUESTIONS),
      embedAll: own.includes('--embed-all'),
      svg: after('--svg'),
      say: (text) => process.stderr.write(`${text}\n`),
    }),
  );
}
