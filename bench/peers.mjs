/**
 * The product beside what people use today, in one run on one machine: MiniSearch, Orama and FlexSearch as libraries on
 * the product's own passages, mcp-local-rag and qmd as programs, ripgrep as an agent uses it.
 *
 *   npm run build && node bench/peers.mjs [--workspace FOLDER --questions FILE.jsonl] [--only NAME,...] [--rounds N] [--minutes N]
 *
 * A name is ours, ours-program, ours-meaning, minisearch, orama, flexsearch, ripgrep, qmd or mcp-local-rag; what a peer is divided by is
 * measured with it.
 * A question of the file is `{ question, expected: [{ path, lines: [first, last] }], style? }`. Without the options it is
 * ../shared (workspaces/orun.bundle, eval/orun.jsonl); without ../shared, times on this project's own documents.
 * The programs are measured when they are installed (`node bench/peers/install.mjs`, from the npm registry); else that is said.
 *
 * Printed for each: index (from nothing; a library in process, from passages that were split already, with storing them;
 * ours in process from the files on; a program as a whole process), the part of it that had the processors (it does not
 * grow with the load of the machine; of ours in process without git's), restart (nothing changed: a library loads what it
 * stored; ours compares its index with the files; a program runs its command again), first answer (from the start of
 * the process), a question when warm (p50, p95), the size of the index, memory after the questions, and answers: of the
 * questions that expect a passage, those with a right one first, in the first five, anywhere in what is returned (8 rows;
 * ours with meaning adds at most three as nearest), and those with a right file in the first five.
 * A figure in parentheses is the peer's divided by ours: a library's by ours in process, a program's by ours as a
 * program, of mcp-local-rag by ours with meaning. Each program may take some minutes (20 unless told) for each step.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { qualityOf } from './judging.mjs';
import { bestSetting, comparisonFigures, comparisonRows, styleSentence, triedSentence } from './peers/comparison.mjs';
import { LIBRARIES, measureLibrary } from './peers/libraries.mjs';
import { measureLocalRag } from './peers/localRag.mjs';
import { indexedHome, measureOwnCore, measureOwnProgram, passagesIn } from './peers/ours.mjs';
import { measureQmd } from './peers/qmd.mjs';
import { measureRipgrep } from './peers/ripgrep.mjs';
import { printSection } from './section.mjs';
import { PROJECT, clonedBundle, emptyFolder, fail, hasSharedFile, requireBuild, sharedFile } from './support.mjs';

const LIMIT = 8;
const BUNDLE = 'workspaces/orun.bundle';
const QUESTIONS = 'eval/orun.jsonl';
/** Questions of this style ask for entities of the graph, which only the product has: they are told apart. */
const GRAPH_STYLE = 'graph';
const OWN_DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs'];

/** Asked of this project's own documents when there is no other data; what they should find is not known. */
const OWN_QUESTIONS = [
  'How is the score of a passage made up?',
  'What happens when an index file is damaged?',
  'Which tools does the MCP server list?',
  'How are secrets left out of what is indexed?',
  'Where is the index kept on my machine?',
  'How do I make a package for one platform?',
  'What does the coordinator check before it asks a provider?',
  'How long does a restart take when nothing changed?',
  'Which languages can declarations be found in?',
  'How do I add the server to another agent?',
];

/**
 * The questions of a file of JSON lines.
 * @throws Error that names the line which is no question.
 */
export function parseQuestions(text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { question, expected = [], style = 'all' } = JSON.parse(line);
    if (typeof question !== 'string' || !Array.isArray(expected)) throw new Error(`Line ${index + 1} of the questions is none: it needs "question" and may have "expected".`);
    return [{ question, expected, style }];
  });
}

/** What is measured without another choice: orun's documentation, else this project's own; `missing` names what is not there. */
export function defaultData() {
  const missing = [BUNDLE, QUESTIONS].filter((name) => !hasSharedFile(name));
  if (missing.length === 0) {
    return { name: 'orun', workspace: clonedBundle('orun'), questions: parseQuestions(readFileSync(sharedFile(QUESTIONS), 'utf8')), missing };
  }
  const workspace = path.join(emptyFolder(), 'workspace-context');
  for (const name of OWN_DOCUMENTS.filter((one) => existsSync(path.join(PROJECT, one)))) cpSync(path.join(PROJECT, name), path.join(workspace, name), { recursive: true });
  return { name: 'ownDocuments', workspace, questions: OWN_QUESTIONS.map((question) => ({ question, expected: [], style: 'all' })), missing };
}

const library = (name) => ({
  id: name,
  title: `${LIBRARIES[name].title}, in process`,
  measure: async (options) => measureLibrary(name, { ...options, passages: await options.passages() }),
});

/** Each way in which the product is used, and the peers whose figures are divided by it. */
const GROUPS = [
  { id: 'ours', title: 'ours, words, in process', measure: measureOwnCore, peers: Object.keys(LIBRARIES).map(library) },
  {
    id: 'ours-program',
    title: 'ours, words, program',
    measure: (options) => measureOwnProgram(options, false),
    peers: [
      { id: 'ripgrep', title: 'ripgrep', measure: measureRipgrep },
      { id: 'qmd', title: 'qmd search', measure: async (options) => bestVariant(await measureQmd(options), options.asked) },
    ],
  },
  {
    id: 'ours-meaning',
    title: 'ours, words and meaning, program',
    measure: (options) => measureOwnProgram(options, true),
    peers: [{ id: 'mcp-local-rag', title: 'mcp-local-rag', measure: measureLocalRag }],
  },
];
const NAMES = GROUPS.flatMap(({ id, peers }) => [id, ...peers.map((peer) => peer.id)]);

/**
 * Measures the product and its peers, one after the other. `workspace` is a folder, `questions` what `parseQuestions`
 * gives, `name` stands in the figures' names, `missing` says what of ../shared is not there: `defaultData()` gives all
 * four. `only` names what is measured, and what it is divided by is measured with it (all unless given); `rounds` is how often
 * each question is timed, each time in another order of its words; `minutes` is what a step of a program may take; `say` is
 * told what is measured next. What cannot be measured is a note.
 *
 * @returns {Promise<import('./section.mjs').Section>}
 * @throws Error when `only` names what is not known.
 */
export async function measurePeers({ workspace, questions: given, name = 'own', missing = [], only = null, rounds = 3, minutes = 20, say = () => {} }) {
  const unknown = (only ?? []).filter((one) => !NAMES.includes(one));
  if (unknown.length > 0) throw new Error(`Nothing here is called ${unknown.join(' or ')}: the names are ${NAMES.join(', ')}.`);
  const questions = given.filter(({ expected }) => expected.length > 0 || given.every((one) => one.expected.length === 0));
  // Those that are not counted expect nothing.
  const asked = questions.map((one) => (one.style === GRAPH_STYLE ? { ...one, expected: [] } : one));
  const limitMillis = minutes * 60_000;
  let passages = null;
  const options = {
    workspace,
    questions: questions.map(({ question }) => question),
    asked,
    limit: LIMIT,
    rounds,
    limitMillis,
    passages: async () => (passages ??= await passagesIn(await indexedHome(workspace, limitMillis), limitMillis)),
  };
  const [loadBefore] = os.loadavg();
  const systems = [];
  const notes = missing.map((file) => `../shared/${file} is not there: times on this project's own documents, no answer quality.`);
  const measure = async ({ id, title, measure: work }, base) => {
    say(title);
    try {
      const measured = await work(options);
      const system = { id, title, base, ...measured, quality: qualityOf(asked, measured.ranked, measured.returned) };
      systems.push(system);
      notes.push(...measured.notes);
      return system;
    } catch (error) {
      notes.push(`${title} is left out: ${error.message}.`);
      return null;
    }
  };
  for (const group of GROUPS) {
    const peers = group.peers.filter(({ id }) => only === null || only.includes(id));
    if (only !== null && peers.length === 0 && !only.includes(group.id)) continue;
    const ours = await measure(group, null);
    if (ours === null) continue;
    for (const peer of peers) await measure(peer, ours);
  }

  const expecting = asked.filter(({ expected }) => expected.length > 0).length;
  notes.push(
    `${questions.length} questions, each timed ${rounds} times; load of the machine ${loadBefore.toFixed(1)} before and ${os.loadavg()[0].toFixed(1)} after, ${os.cpus().length} processors.`,
    ...systems.map(({ title, setting }) => `${title}: ${setting}.`),
    ...(passages === null ? [] : [`A library's index begins with the ${passages.length} passages that the product has split; ours in process begins with the files, reads git and leaves out secrets. A library that is loaded has not looked whether a file changed; ours has.`]),
    ...(expecting === 0 ? [] : qualityNotes(questions, expecting, systems)),
  );
  // This project's own documents are others with every change of it.
  const counts = missing.length > 0 || passages === null ? {} : { [`peers.${name}.passages`]: passages.length };
  return { title: `Beside what is used today: ${name}`, rows: comparisonRows(systems), notes, figures: comparisonFigures(`peers.${name}`, systems), counts };
}

/** The way to ask qmd that answers best; a note tells of the others. */
function bestVariant(variants, asked) {
  const tried = variants.map((variant) => ({ ...variant, description: variant.setting, quality: qualityOf(asked, variant.ranked) }));
  const best = bestSetting(tried);
  return { ...best, notes: [...best.notes, triedSentence('qmd', tried)] };
}

function qualityNotes(questions, expecting, systems) {
  const peers = systems.filter(({ base }) => base !== null);
  const best = peers.length === 0 ? [] : [bestSetting(peers)];
  const ours = systems.filter(({ base }) => base === null);
  const graph = questions.filter(({ style }) => style === GRAPH_STYLE).length;
  return [
    `Answers are counted over ${expecting} questions that expect a passage${graph > 0 ? `; ${graph} more ask for what the graph knows: they are timed, and judged by style only` : ''}.`,
    ...[...ours, ...best].map(({ title, ranked }) => styleSentence(title, questions, ranked, qualityOf)),
  ];
}

function dataOf({ workspace, questions }) {
  if (workspace === undefined && questions === undefined) return defaultData();
  if (workspace === undefined || questions === undefined) fail('--workspace and --questions go together.');
  return { name: path.basename(path.resolve(workspace)).replace(/[^\p{L}\p{N}]+/gu, '-'), workspace: path.resolve(workspace), questions: parseQuestions(readFileSync(questions, 'utf8')), missing: [] };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { workspace: text, questions: text, only: text, rounds: text, minutes: text } });
  requireBuild();
  printSection(
    await measurePeers({
      ...dataOf(values),
      only: values.only?.split(',') ?? null,
      rounds: Number(values.rounds ?? 3),
      minutes: Number(values.minutes ?? 20),
      say: (title) => process.stderr.write(`${title}\n`),
    }),
  );
}
