/**
 * README's figures: the part between two markers is made from bench/figures/last.json, so that none is typed by hand.
 *
 *   node bench/readmeTable.mjs            prints it
 *   node bench/readmeTable.mjs --write    puts it into README.md
 *
 * `npm run bench -- --write` measures and stores what it is made from; a test compares README.md with it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PROJECT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const README = path.join(PROJECT, 'README.md');
const LAST = path.join(PROJECT, 'bench', 'figures', 'last.json');

const BEGIN = '<!-- figures: made by "node bench/readmeTable.mjs --write" from bench/figures/last.json -->';
const END = '<!-- end of figures -->';

const NOTHING = 'Nothing is measured yet: `npm run bench -- --write` does.';
const NONE = '–';

/** Who is measured side by side, by the name in figures. */
const PEERS = [
  ['ours-meaning', '**Workspace Context**'],
  ['ours-program', 'the same, by words alone'],
  ['ours', 'the same, by words alone, in process'],
  ['minisearch', 'MiniSearch, in process'],
  ['orama', 'Orama, in process'],
  ['flexsearch', 'FlexSearch, in process'],
  ['mcp-local-rag', 'mcp-local-rag'],
  ['qmd', 'qmd search'],
  ['ripgrep', 'ripgrep, lines ranked'],
];

const PEER_COLUMNS = [
  ['right passage first', 'passageFirst.share', share],
  ['in the first 5', 'passageInFive.share', share],
  ['right file in the first 5', 'fileInFive.share', share],
  ['index', 'index.milliseconds', time],
  ['restart', 'restart.milliseconds', time],
  ['question, p50', 'question.p50.milliseconds', time],
];

const PEERS_NOTE =
  'A library is given passages that are split already, and loads what it stored without looking whether a file changed; ours begins with the files, and compares them.';

const SIZES = [1_000, 10_000, 100_000];

const SCALE_COLUMNS = [
  ['cold index', 'cold.worker.milliseconds', time],
  ['restart', 'restart.milliseconds', time],
  ['one change', 'change.p50.milliseconds', time],
  ['question by words, p50', 'question.words.p50.milliseconds', time],
  ['with meaning, p50', 'question.vectors.p50.milliseconds', time],
  ['memory', 'memory.vectors.megabytes', megabytes],
  ['index on disk', 'disk.vectors.megabytes', megabytes],
];

/**
 * The figures as Markdown; a sentence where nothing is stored.
 * @param {{ parts: Record<string, { date: string, node: string, processor: string, figures: Record<string, number> }> }} last
 *   what bench/figures/last.json holds
 */
export function readmeTable(last) {
  const texts = [peersText(last.parts.peers), scaleText(last.parts.scale)].filter((text) => text !== null);
  return texts.length === 0 ? NOTHING : texts.join('\n\n');
}

/** The part of README's text between the markers, without the line ends around it; null where the markers are not. */
export function figuresIn(readme) {
  const [begin, end] = placesIn(readme);
  return begin < 0 ? null : readme.slice(begin, end).replaceAll('\r\n', '\n').trim();
}

/**
 * README's text with other figures between the markers.
 * @throws Error a sentence where the markers are missing.
 */
export function withFigures(readme, text) {
  const [begin, end] = placesIn(readme);
  if (begin < 0) throw new Error(`README.md lacks the lines ${BEGIN} and ${END}.`);
  return `${readme.slice(0, begin)}\n\n${text}\n\n${readme.slice(end)}`;
}

function placesIn(readme) {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END, begin);
  return begin < 0 || end < 0 ? [-1, -1] : [begin + BEGIN.length, end];
}

function peersText(part) {
  if (part === undefined) return null;
  const rows = PEERS.map(([key, label]) => [label, ...PEER_COLUMNS.map(([, name, write]) => cell(part.figures[`peers.orun.${key}.${name}`], write))]);
  const text = textOf('Beside others, on the same documents and questions', ['', ...PEER_COLUMNS.map(([heading]) => heading)], rows, part, 'peers');
  return text === null ? null : `${text}\n\n${PEERS_NOTE}`;
}

function scaleText(part) {
  if (part === undefined) return null;
  const rows = SIZES.map((size) => [size.toLocaleString('en-GB'), ...SCALE_COLUMNS.map(([, name, write]) => cell(part.figures[`scale.${size}.${name}`], write))]);
  return textOf('As the workspace grows', ['passages', ...SCALE_COLUMNS.map(([heading]) => heading)], rows, part, 'scale');
}

/** A table of the rows that hold anything, with what measured it; null without one. */
function textOf(title, headings, rows, { date, node, processor }, name) {
  const measured = rows.filter(([, ...cells]) => cells.some((text) => text !== NONE));
  if (measured.length === 0) return null;
  const line = (cells) => `| ${cells.join(' | ')} |`.replace(/^\|  \|/, '| |');
  return [
    `${title} (\`npm run bench -- --only ${name}\`; ${processor}, Node ${node.replace(/^v/, '')}, ${date.slice(0, 10)}):`,
    '',
    line(headings),
    line(headings.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...measured.map(line),
  ].join('\n');
}

const cell = (value, write) => (typeof value === 'number' && Number.isFinite(value) ? write(value) : NONE);

function share(value) {
  return `${Math.round(value * 100)}%`;
}

/** Two digits that mean something, in milliseconds below a second and in seconds above. */
function time(milliseconds) {
  return milliseconds < 999.5 ? `${digits(milliseconds)} ms` : `${digits(milliseconds / 1000)} s`;
}

function megabytes(value) {
  return `${digits(value)} MB`;
}

function digits(value) {
  return value >= 9.95 ? Math.round(value).toLocaleString('en-GB') : value >= 0.995 ? value.toFixed(1) : value.toFixed(2);
}

function main() {
  const last = existsSync(LAST) ? JSON.parse(readFileSync(LAST, 'utf8')) : { parts: {} };
  const text = readmeTable(last);
  if (!process.argv.includes('--write')) {
    process.stdout.write(`${text}\n`);
    return;
  }
  try {
    writeFileSync(README, withFigures(readFileSync(README, 'utf8'), text));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) main();
