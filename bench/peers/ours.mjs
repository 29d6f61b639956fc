/** The product itself: in process by words alone, and as a program over MCP, by words alone and with meaning. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { placeOfPassage } from '../judging.mjs';
import { PROJECT, bytesBelow, emptyFolder, median } from '../support.mjs';
import { askServer } from './mcpServer.mjs';
import { runWell } from './processes.mjs';

const CLI = path.join(PROJECT, 'dist', 'cli.js');
const OWN_CORE = fileURLToPath(new URL('ownCore.mjs', import.meta.url));
const RESTARTS = 5;
/** Files that were just written are looked at closely, once: until then a restart reads them again. */
const SETTLING = 2;

/** An index by words alone, for those that are given its passages; the folder it lies in. */
export async function indexedHome(workspace, limitMillis) {
  const home = emptyFolder();
  await runWell(process.execPath, [CLI, 'index', '--no-embeddings', '--json', '--workspace', workspace], { limitMillis, env: { ...process.env, WORKSPACE_CONTEXT_HOME: home } });
  return home;
}

/** The product's passages of an index: `{ path, lines, title, headings, text }`. */
export async function passagesIn(home, limitMillis) {
  const viteNode = path.join(PROJECT, 'node_modules', 'vite-node', 'vite-node.mjs');
  const script = path.join(PROJECT, 'bench', 'peers', 'passages.ts');
  const { stdout } = await runWell(process.execPath, [viteNode, script, home], { limitMillis, cwd: PROJECT });
  return JSON.parse(stdout);
}

export async function measureOwnCore({ workspace, questions, limit, rounds, limitMillis }) {
  const home = emptyFolder();
  const file = path.join(emptyFolder(), 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  const notes = [];
  const once = (args) => runWell(process.execPath, ['--expose-gc', OWN_CORE, ...args], { limitMillis });
  const run = async (phase, ...more) => {
    const args = [phase, workspace, home, ...more];
    // Seen when the worker's thread is ended: told, and measured once more.
    const { stdout } = await once(args).catch((error) => {
      if (!error.message.includes('SIGSEGV')) throw error;
      notes.push(`Ours, in process: a process crashed (SIGSEGV) in "${phase}" and was started once more.`);
      return once(args);
    });
    return JSON.parse(stdout);
  };
  const { index, processor } = await run('build');
  for (let round = 0; round < SETTLING; round += 1) await run('restart');
  const restarts = [];
  for (let round = 0; round < RESTARTS; round += 1) restarts.push((await run('restart')).load);
  const { firstAnswer, times, ranked, memory } = await run('ask', file, String(limit), String(rounds));
  return {
    setting: 'as the editor runs it: a worker thread',
    index,
    indexProcessor: processor,
    restart: median(restarts),
    firstAnswer,
    times,
    bytes: bytesBelow(home),
    memory,
    ranked,
    notes,
  };
}

export async function measureOwnProgram({ workspace, questions, limit, rounds, limitMillis }, meaning) {
  const home = emptyFolder();
  const env = { ...process.env, WORKSPACE_CONTEXT_HOME: home };
  const common = ['--workspace', workspace, ...(meaning ? [] : ['--no-embeddings'])];
  const index = () => runWell(process.execPath, [CLI, 'index', '--json', ...(meaning ? ['--wait-embeddings'] : []), ...common], { limitMillis, env });
  const indexed = await index();
  for (let round = 0; round < SETTLING; round += 1) await index();
  const again = [];
  for (let round = 0; round < RESTARTS; round += 1) again.push((await index()).millis);
  const bytes = bytesBelow(home);
  const served = await askServer({
    command: process.execPath,
    args: [CLI, 'mcp', ...common],
    env,
    cwd: home,
    limitMillis,
    rounds,
    questions,
    tool: 'workspace_context',
    argumentsOf: (question) => ({ question, limit }),
  });
  const packs = served.answers.map(({ structuredContent }) => structuredContent);
  const late = meaning ? packs.filter(({ degraded }) => degraded.includes('embeddings-pending')).length : 0;
  return {
    setting: meaning ? 'command line and MCP, words and meaning' : 'command line and MCP',
    index: indexed.millis,
    indexProcessor: indexed.processor,
    restart: median(again),
    firstAnswer: served.firstAnswer,
    times: served.times,
    bytes,
    memory: served.memory,
    ranked: packs.map(({ passages }) => passages.map(placeOfPassage)),
    returned: packs.map(({ passages, nearest }) => [...passages, ...nearest].map(placeOfPassage)),
    notes: late === 0 ? [] : [`Ours with meaning: ${late} of ${packs.length} answers went by words alone, because the question's vector was not made in time.`],
  };
}
