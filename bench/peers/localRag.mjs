/** mcp-local-rag: chunks by meaning, with the product's own model, asked over MCP. Indexed by its own command. */
import { cpSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, bytesBelow, emptyFolder } from '../support.mjs';
import { linesOfChunk } from './chunkLines.mjs';
import { askServer } from './mcpServer.mjs';
import { runWell } from './processes.mjs';
import { environmentOf, INSTALL_COMMAND, LOCAL_RAG, startOf } from './programs.mjs';

/** Nobody listens there: a file of the model that is missing is looked for on this machine alone. */
const NO_HUB = 'http://127.0.0.1:9';

export async function measureLocalRag({ workspace, questions, limit, rounds, limitMillis }) {
  const start = startOf(LOCAL_RAG);
  if (start === null) throw new Error(`it is not installed; "${INSTALL_COMMAND}" does that`);
  // It names files by their physical path.
  const root = realpathSync(workspace);
  const place = emptyFolder();
  const models = path.join(place, 'models');
  cpSync(path.join(PROJECT, 'media/models'), models, { recursive: true });
  const database = path.join(place, 'database');
  const env = environmentOf(start, { BASE_DIR: root, DB_PATH: database, CACHE_DIR: models, RAG_DTYPE: 'q8', HF_ENDPOINT: NO_HUB });
  const run = (...args) => runWell(start.command, [...start.args, ...args], { env, limitMillis, cwd: place });

  const ingested = await run('ingest', root);
  const synced = await run('sync', root);
  const bytes = bytesBelow(database);
  const served = await askServer({
    ...start,
    env,
    cwd: place,
    limitMillis,
    rounds,
    questions,
    tool: 'query_documents',
    argumentsOf: (question) => ({ query: question, limit }),
  });
  const texts = new Map();
  let lost = 0;
  const placeOf = ({ filePath, text }) => {
    if (!texts.has(filePath)) texts.set(filePath, readFileSync(filePath, 'utf8'));
    const lines = linesOfChunk(texts.get(filePath), text);
    if (lines === null) lost += 1;
    return { path: path.relative(root, filePath).replaceAll(path.sep, '/'), lines: lines ?? { start: 0, end: 0 } };
  };
  const ranked = served.answers.map(({ content }) => JSON.parse(content[0].text).map(placeOf));
  const rows = ranked.reduce((sum, { length }) => sum + length, 0);
  return {
    setting: `${LOCAL_RAG.version}, its defaults, the same embedding model (q8)`,
    index: ingested.millis,
    indexProcessor: ingested.processor,
    restart: synced.millis,
    firstAnswer: served.firstAnswer,
    times: served.times,
    bytes,
    memory: served.memory,
    ranked,
    notes: lost === 0 ? [] : [`mcp-local-rag: ${lost} of ${rows} chunks were not found in their files and count as no hit for a passage.`],
  };
}
