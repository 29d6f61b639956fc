/**
 * Where the time of a cold index and of a question goes: a table made of V8's own profiles.
 *
 *   npm run build && node bench/profile.mjs [--runs N] [--keep FOLDER]
 *
 * Indexes a repository with `node --cpu-prof dist/cli.js index`, words only, N times (3 unless given), then asks one process of
 * `mcp` 1,000 questions. The repository is orun of ../shared (workspaces/orun.bundle), else this project.
 * Shares are of the main thread's time. `--keep` keeps the profiles, which VS Code and a browser's developer tools open as flame graphs.
 * The machine's load stretches all of it alike, so shares are steadier than times.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { moduleLookup, phaseLookup, phasesOf } from './profile/phases.mjs';
import { printSection } from './section.mjs';
import { clonedBundle, freshHome, hasSharedFile, numberArgument, PROJECT, requireBuild, runCli, scriptArguments } from './support.mjs';

const CLI = path.join(PROJECT, 'dist', 'cli.js');
const ASKED = 1_000;

const QUESTIONS = [
  'How are discovery roots merged when a repo extends several presets?',
  'How long is a job lease good for?',
  'What does garbage collection sweep?',
  'Which section names are valid watches in intent.yaml?',
  'How is a stack layered in an OCI registry?',
  'state-worker',
];

/** What the program is at, by the modules its functions come from; the first that fits counts. */
const PHASES = [
  ['waiting (git, the disk, the other side)', ['(idle)']],
  ['collecting garbage', ['(garbage collector)']],
  ['V8 itself', ['(program)']],
  ['finding terms', ['src/text/term', 'src/text/stems', 'src/text/tokens', 'src/text/normalization']],
  ['blocks of Markdown and other formats', ['src/text/markdown', 'src/text/asciidoc', 'src/text/restructured', 'src/text/blankLine', 'src/text/outline']],
  ['front matter', ['src/text/frontMatter']],
  ['cutting passages', ['src/text/']],
  ['looking for secrets', ['src/workspace/withoutSecrets', 'src/adapters/secretScanner', 'src/text/secret', 'src/text/longRuns', 'src/text/labelled']],
  ['reading catalogs', ['src/workspace/catalogReading', 'src/catalog/']],
  ['packing contents', ['src/adapters/store/segment', 'src/adapters/store/passageTexts', 'src/adapters/store/contentPacker', 'src/adapters/store/contentSegments', 'src/adapters/store/growable']],
  ['posting lists', ['src/adapters/store/storedPostings', 'src/adapters/store/keptPostings', 'src/adapters/store/searchable', 'src/adapters/store/termTable', 'src/ranking/postingLists']],
  ['the snapshot', ['src/adapters/store/snapshot', 'src/adapters/store/repositoryFiles', 'src/adapters/store/sqliteTable']],
  ['the rest of the store', ['src/adapters/store/']],
  ['git', ['src/adapters/git/']],
  ['looking at folders and reading files', ['src/adapters/nodeFiles', 'src/workspace/walk', 'src/workspace/footprint', 'src/workspace/ignore', 'src/workspace/readFiles']],
  ['digests', ['src/adapters/nodeDigest', 'src/adapters/blobId']],
  ['the question and its entities', ['src/ranking/question', 'src/ranking/entit']],
  ['scoring and choosing', ['src/ranking/']],
  ['the neighborhood', ['src/graph/']],
  ['making the answer', ['src/workspace/answer', 'src/workspace/citation', 'src/workspace/permalink', 'src/workspace/pack', 'src/workspace/expand', 'src/workspace/harmless']],
  ['checking by schema', ['src/contract/']],
  ['the door', ['src/doors/', '@modelcontextprotocol']],
];

/** The module of a frame of our own bundles or of Node. */
function moduleOf(lookups) {
  return ({ url, lineNumber }) => {
    if (!url.startsWith('file://') && !path.isAbsolute(url)) return url === '' ? null : url;
    const file = url.startsWith('file://') ? fileURLToPath(url) : url;
    if (!file.startsWith(path.join(PROJECT, 'dist') + path.sep)) return null;
    if (!lookups.has(file)) lookups.set(file, moduleLookup(readFileSync(file, 'utf8')));
    return lookups.get(file)(lineNumber);
  };
}

/** Loading code is told by Node's own frames around it. */
const LOADING = /^node:internal\/modules\//;

function phaseOfFrames() {
  const known = phaseLookup(PHASES, moduleOf(new Map()));
  return (frame) => (LOADING.test(frame.url) ? 'loading and compiling the program' : known(frame));
}

const profilesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

async function profiledIndexes(workspace, folder, runs) {
  for (let run = 0; run < runs; run += 1) {
    const args = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder, CLI, 'index', '--no-embeddings', '--json', '--workspace', workspace];
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, WORKSPACE_CONTEXT_HOME: freshHome() }, maxBuffer: 64 * 1024 * 1024 });
  }
}

/** Asks a process that finds its index made over MCP. */
async function profiledQuestions(workspace, folder) {
  const home = freshHome();
  await runCli(['index', '--no-embeddings', '--workspace', workspace], home);
  const client = new Client({ name: 'workspace-context-bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder, CLI, 'mcp', '--no-embeddings', '--workspace', workspace],
      env: { ...process.env, WORKSPACE_CONTEXT_HOME: home },
      stderr: 'ignore',
    }),
  );
  for (let call = 0; call < ASKED; call += 1) {
    await client.callTool({ name: 'workspace_context', arguments: { question: QUESTIONS[call % QUESTIONS.length] } });
  }
  await client.close();
}

/** The table's rows of summed phases, those of less than 1% together. */
function rowsOf(title, phases, per) {
  const total = phases.reduce((sum, [, millis]) => sum + millis, 0);
  const large = phases.filter(([, millis]) => millis >= total / 100);
  const rest = total - large.reduce((sum, [, millis]) => sum + millis, 0);
  const row = ([phase, millis]) => [`  ${phase}`, `${((100 * millis) / total).toFixed(1)}%`, `${(millis / per).toFixed(2)} ms`];
  return [[title, '100%', `${(total / per).toFixed(2)} ms`], ...large.map(row), row(['less than 1% each', rest])];
}

function summed(profiles, phaseOf) {
  const sums = new Map();
  for (const profile of profiles) for (const [phase, millis] of phasesOf(profile, phaseOf)) sums.set(phase, (sums.get(phase) ?? 0) + millis);
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** What stands in a name of a figure instead of spaces and signs. */
const key = (phase) => phase.replaceAll(/[^A-Za-z0-9]+/g, '-');

/**
 * Profiles a cold index and questions.
 * @param {{ quick?: boolean, runs?: number, keep?: string | null }} options `quick`: one index only is profiled
 * @returns {Promise<import('./section.mjs').Section>} figures: each phase's share, which adds up to 1 for each of the two
 */
export async function measureProfile({ quick = false, runs = 3, keep = null } = {}) {
  requireBuild();
  const isOrun = hasSharedFile('workspaces/orun.bundle');
  const workspace = isOrun ? clonedBundle('orun') : PROJECT;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-profile-'));
  const [indexes, questions] = ['index', 'questions'].map((name) => path.join(folder, name));
  try {
    await profiledIndexes(workspace, indexes, quick ? 1 : runs);
    await profiledQuestions(workspace, questions);
    const phaseOf = phaseOfFrames();
    const indexed = summed(profilesIn(indexes), phaseOf);
    // Loading belongs to the process, not to a question; so does what it waits for between two.
    const answered = summed(profilesIn(questions), phaseOf).filter(([phase]) => phase !== PHASES[0][0] && phase !== 'loading and compiling the program');
    if (keep !== null) cpSync(folder, keep, { recursive: true });
    const name = isOrun ? 'orun' : 'this project';
    const figures = Object.fromEntries(
      [['index', indexed], ['questions', answered]].flatMap(([what, phases]) => {
        const total = phases.reduce((sum, [, millis]) => sum + millis, 0);
        return phases.map(([phase, millis]) => [`profile.${what}.${key(phase)}.share`, millis / total]);
      }),
    );
    return {
      title: `Where the time goes, ${name}, words only`,
      rows: [['', 'share', 'time'], ...rowsOf('a cold index, whole process', indexed, quick ? 1 : runs), ...rowsOf(`a question, of ${ASKED.toLocaleString('en-GB')} asked of one mcp process`, answered, ASKED)],
      notes: [
        `The main thread's time by V8's samples every 0.2 ms${quick ? '' : `, of ${runs} indexes`}; a library counts for whoever calls it. Profiling itself slows what it looks at.`,
        ...(isOrun ? [] : ['../shared/workspaces/orun.bundle is not there, so this project was indexed.']),
        ...(keep === null ? [] : [`The profiles are in ${keep}.`]),
      ],
      figures,
      counts: {},
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { own } = scriptArguments();
  const keep = own.includes('--keep') ? path.resolve(own[own.indexOf('--keep') + 1] ?? '.') : null;
  if (keep !== null) mkdirSync(keep, { recursive: true });
  printSection(await measureProfile({ runs: numberArgument(own, '--runs', 3), keep }));
}
