/**
 * Ranking quality on Cranfield: 1,400 abstracts of aerodynamics, 225 questions of engineers, graded judgements.
 *
 *   npm run build && npx vite-node bench/cranfield.ts
 *
 * Needs ../shared (retrieval/cranfield). Each abstract is a Markdown file in one plain folder. Prints the mean nDCG@10 over
 * documents (gain 4 for a complete answer down to 1, the best passage of a document counts) for words alone, for words and
 * meaning, for the same with `nearest` after the passages, and for MiniSearch's BM25 over the same passages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { contentOf } from '../src/text/content';
import type { ContextPack, PassageRow } from '../src/contract/tools';
import { freshHome, requireBuild, sharedFile, startCore, table } from './support.mjs';

const FIRST = 10;
const LIMIT = 25;
const NOW = Date.parse('2026-11-30T00:00:00Z');

interface Abstract {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Records of SMART format: `.I` a number, then sections by a letter. */
function recordsOf(file: string): Map<string, string>[] {
  return readFileSync(sharedFile(`retrieval/cranfield/${file}`), 'utf8')
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [id = '', ...sections] = record.split(/^\.([A-Z])\s*$/m);
      const fields = new Map([['I', String(Number(id.trim()))]]);
      for (let index = 0; index + 1 < sections.length; index += 2) fields.set(sections[index]!, sections[index + 1]!.trim());
      return fields;
    });
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function abstracts(): Abstract[] {
  return recordsOf('cran.all.1400').map((fields) => {
    const title = oneLine(fields.get('T') ?? '');
    const text = oneLine(fields.get('W') ?? '');
    // The abstract repeats its title.
    return { id: fields.get('I')!, title, text: text.startsWith(title) ? text.slice(title.length).trim() : text };
  });
}

/** Gains by question (its place, from 1) and document. */
function judgements(): Map<number, Map<string, number>> {
  const gains = new Map<number, Map<string, number>>();
  for (const line of readFileSync(sharedFile('retrieval/cranfield/cranqrel'), 'utf8').split('\n')) {
    const [question, document, code] = line.trim().split(/\s+/);
    if (code === undefined) continue;
    const gain = Number(code) >= 1 && Number(code) <= 4 ? 5 - Number(code) : 0;
    const known = gains.get(Number(question)) ?? new Map<string, number>();
    gains.set(Number(question), known.set(document!, gain));
  }
  return gains;
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, FIRST).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

/** nDCG@10 of documents in the order given. */
function quality(documents: readonly string[], gains: ReadonlyMap<string, number>): number {
  const best = discounted([...gains.values()].sort((left, right) => right - left));
  return best === 0 ? 0 : discounted([...new Set(documents)].map((document) => gains.get(document) ?? 0)) / best;
}

const documentOf = ({ sourceRef }: PassageRow): string => path.basename(sourceRef, '.md');
const fileOf = ({ title, text }: Abstract): string => `# ${title}\n\n${text}\n`;

async function packsOf(folder: string, questions: readonly string[], embeddings: boolean): Promise<ContextPack[]> {
  const core = startCore(folder, freshHome(), embeddings);
  await core.call('index', { waitForEmbeddings: embeddings });
  const packs: ContextPack[] = [];
  for (const question of questions) packs.push((await core.call('ask', { question, limit: LIMIT }, { wait: true, now: NOW })) as ContextPack);
  await core.end();
  return packs;
}

function bm25(documents: readonly Abstract[], questions: readonly string[]): string[][] {
  const search = new MiniSearch({ fields: ['title', 'headings', 'text'], storeFields: ['document'] });
  search.addAll(
    documents.flatMap((document) => {
      const { title, passages } = contentOf(fileOf(document), 'markdown');
      return passages.map(({ headings, text }, index) => ({ id: `${document.id}:${index}`, document: document.id, title: title ?? '', headings: headings.join(' '), text }));
    }),
  );
  return questions.map((question) => search.search(question).map(({ document }) => String(document)));
}

requireBuild();
const documents = abstracts();
const questions = recordsOf('cran.qry').map((fields) => oneLine(fields.get('W') ?? ''));
const gains = judgements();
const folder = path.join(freshHome(), 'cranfield');
mkdirSync(folder);
for (const document of documents) writeFileSync(path.join(folder, `${document.id}.md`), fileOf(document));

const mean = (ranked: readonly (readonly string[])[]): string =>
  (ranked.reduce((sum, one, index) => sum + quality(one, gains.get(index + 1) ?? new Map()), 0) / ranked.length).toFixed(3);
const words = await packsOf(folder, questions, false);
const both = await packsOf(folder, questions, true);
process.stdout.write(
  `${table([
    [`${documents.length} documents, ${questions.length} questions`, 'nDCG@10'],
    ['words alone', mean(words.map(({ passages }) => passages.map(documentOf)))],
    ['words and meaning', mean(both.map(({ passages }) => passages.map(documentOf)))],
    ['the same, three nearest first', mean(both.map(({ passages, nearest }) => [...nearest, ...passages].map(documentOf)))],
    ["MiniSearch's BM25", mean(bm25(documents, questions))],
  ])}\n`,
);
