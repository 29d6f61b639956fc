/**
 * qmd: its search by words (BM25), which needs no model, asked over MCP as one `lex` search without reranking; the same
 * search as `qmd search`. Its rows are documents, each with the line of the best match. Two ways to ask: the question as
 * it is, of which every word has to be there, and each word that is no stop word as a search of its own, fused by qmd.
 */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { stopwords } from '@orama/stopwords/english';
import { wordsOf } from './lineRanking.mjs';
import { askServer } from './mcpServer.mjs';
import { runWell } from './processes.mjs';
import { environmentOf, INSTALL_COMMAND, QMD, startOf } from './programs.mjs';
import { bytesBelow, emptyFolder } from '../support.mjs';

const COLLECTION = 'bench';
const STOP_WORDS = new Set(stopwords);
/** So many searches its tool takes at once. */
const SEARCHES = 10;
const DOCUMENTS = '**/*.{md,mdx,markdown,adoc,asciidoc,rst,txt}';

export const QMD_SETTINGS = {
  'as asked': { description: 'the question as it is, by words alone', searchesOf: (question) => [question] },
  'word by word': { description: 'each word that is no stop word a search of its own, by words alone', searchesOf: (question) => wordsOf(question, STOP_WORDS).slice(0, SEARCHES) },
};

/** Measures indexing once and each way to ask; gives a row for each. */
export async function measureQmd({ workspace, questions, limit, rounds, limitMillis }) {
  const start = startOf(QMD);
  if (start === null) throw new Error(`it is not installed; "${INSTALL_COMMAND}" does that`);
  const root = realpathSync(workspace);
  const place = emptyFolder();
  const cache = path.join(place, 'cache');
  const env = environmentOf(start, { XDG_CACHE_HOME: cache, QMD_CONFIG_DIR: path.join(place, 'configuration'), QMD_FORCE_CPU: '1' });
  const run = (...args) => runWell(start.command, [...start.args, ...args], { env, limitMillis, cwd: place });

  const indexed = await run('collection', 'add', root, '--name', COLLECTION, '--mask', DOCUMENTS);
  const updated = await run('update');
  const bytes = bytesBelow(cache);
  const variants = [];
  for (const { description, searchesOf } of Object.values(QMD_SETTINGS)) {
    const served = await askServer({
      command: start.command,
      args: [...start.args, 'mcp'],
      env,
      cwd: place,
      limitMillis,
      rounds,
      questions,
      tool: 'query',
      argumentsOf: (question) => ({ searches: searchesOf(question).map((query) => ({ type: 'lex', query })), limit, rerank: false }),
    });
    variants.push({
      setting: `${QMD.version}, ${description}`,
      index: indexed.millis,
      indexProcessor: indexed.processor,
      restart: updated.millis,
      firstAnswer: served.firstAnswer,
      times: served.times,
      bytes,
      memory: served.memory,
      ranked: served.answers.map(({ structuredContent }) => structuredContent.results.map(placeOf)),
      notes: [],
    });
  }
  return variants;
}

/** A row's lines are those of its snippet, each of which begins with its number. */
function placeOf({ file, line, snippet }) {
  const numbers = [...snippet.matchAll(/^(\d+): /gm)].map(([, number]) => Number(number));
  return {
    path: file.replace(/^qmd:\/\//, '').slice(COLLECTION.length + 1),
    lines: { start: Math.min(line, ...numbers), end: Math.max(line, ...numbers) },
  };
}
