/**
 * The vector store with 100,000 passages: what embedding, a restart, a question and a save cost besides the model, and the
 * memory of the process that answers; and a whole question with its embedding. Two processes, one after the other, on an empty folder:
 *
 *   npx esbuild bench/vectorStore.ts --bundle --platform=node --external:sql.js --outfile=dist/bench.js
 *   node dist/bench.js fill FOLDER [PASSAGES]
 *   node --expose-gc dist/bench.js ask FOLDER
 *
 * (`npx vite-node` runs it, too, but takes much memory itself.) Prints milliseconds and megabytes; asserts nothing.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundledModel } from '../src/adapters/embedder/bundledModel';
import { createEmbedder } from '../src/adapters/embedder/embedder';
import { startLine } from '../src/adapters/embedder/line';
import { createStore, type FolderStore } from '../src/adapters/store/store';
import { DEFAULT_PASSAGES } from '../src/contract/constants';
import type { DocumentRecord, RepositorySnapshot, SearchableRepository, StoredContent } from '../src/ports/store';
import type { VectorStore } from '../src/ports/vectors';
import { analyzeQuestion } from '../src/ranking/question';
import { nearestPassages, rankPassages } from '../src/ranking/rank';
import { contentTermsOf } from '../src/text/terms';

const DIMENSIONS = 384;
const PASSAGES_A_DOCUMENT = 10;
const WORDS_A_PASSAGE = 90;
const KEY = 'd'.repeat(64);
const RUNS = 51;

const [phase, folder, passages = '100000'] = process.argv.slice(2) as [string, string, string?];

/** The same numbers in every run: a linear congruential generator. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomNumbers(1);
const vector = (): Float32Array => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
const word = (): string => `word${Math.floor(random() ** 3 * 30_000)}`;

function contentOf(number: number): StoredContent {
  const texts = Array.from({ length: PASSAGES_A_DOCUMENT }, (_, index) => ({
    headings: [`Part ${index} of ${number}`],
    text: Array.from({ length: WORDS_A_PASSAGE }, word).join(' '),
    lines: { start: 10 * index + 1, end: 10 * index + 9 },
  }));
  return { key: `${number}`.padStart(64, '0'), title: `Document ${number}`, passages: texts, terms: contentTermsOf(texts) };
}

const documentOf = (number: number): DocumentRecord => ({
  path: `docs/area-${number % 40}/page-${number}.md`,
  format: 'markdown',
  contentKey: `${number}`.padStart(64, '0'),
  title: `Document ${number}`,
  sourceKind: 'catalog_doc',
  attachedBy: 'repository',
  entityRefs: [],
  changedAt: null,
  dirty: false,
  permalinkCommit: null,
});

const snapshotOf = (documents: readonly DocumentRecord[]): RepositorySnapshot => ({
  verifiedAt: new Date().toISOString(),
  git: { kind: 'none', head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices: [] },
  nested: [],
  stamps: [],
  documents,
  passageCount: 0,
  entities: [],
  edges: [],
  packages: { provided: [], required: [] },
  skipped: [],
  notices: [],
  recipe: '',
  catalogInputs: '',
  lastRefresh: { found: 0, read: 0, parsed: 0, reused: 0, removed: 0 },
  footprint: null,
});

const openedStore = (): { store: FolderStore; vectors: VectorStore } => {
  const store = createStore({
    folder,
    sqlWasm: async () => readFileSync(createRequire(`${process.cwd()}/package.json`).resolve('sql.js/dist/sql-wasm.wasm')),
    log: { debug: () => undefined, warn: (message) => console.log(message) },
    model: { id: 'bench/model', dimensions: DIMENSIONS, pooling: 'mean' },
  });
  return { store, vectors: store.vectors! };
};

async function timed<Result>(label: string, work: () => Result | Promise<Result>): Promise<Result> {
  const started = performance.now();
  const used = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  console.log(`${label}: ${(performance.now() - started).toFixed(1)} ms, of the processor ${((user + system) / 1000).toFixed(1)} ms`);
  return result;
}

function told(label: string, millis: number[]): void {
  const sorted = [...millis].sort((one, other) => one - other);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
  console.log(`${label}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`);
}

function memory(label: string): void {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, arrayBuffers, external } = process.memoryUsage();
  const told = { rss, heapUsed, external, arrayBuffers };
  console.log(`${label}: ${Object.entries(told).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(0)} MB`).join(', ')}`);
}

/** The longest time that nothing else could run, until it is stopped. */
function watchedLoop(): () => number {
  let most = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - last);
    last = performance.now();
  }, 1);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const orderOf = (repository: SearchableRepository): number[] => repository.snapshot.documents.map((_, index) => index);

async function fill(): Promise<void> {
  const { store, vectors } = openedStore();
  const documents: DocumentRecord[] = [];
  for (let number = 0; number < Number(passages) / PASSAGES_A_DOCUMENT; ) {
    const contents: StoredContent[] = [];
    for (; contents.length < 1000 && number < Number(passages) / PASSAGES_A_DOCUMENT; number += 1) {
      contents.push(contentOf(number));
      documents.push(documentOf(number));
    }
    await store.addContents(contents);
  }
  const { repository } = await store.open(snapshotOf(documents));
  await store.writeSnapshot(KEY, repository.snapshot);
  const order = orderOf(repository);
  const stop = watchedLoop();
  const [pendings, adds, flushes]: number[][] = [[], [], []] as number[][];
  const measured = async <Result>(into: number[], work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work();
    into.push(performance.now() - started);
    return result;
  };
  for (let unwritten = 0; ; ) {
    const pending = await measured(pendings!, () => vectors.pending(repository, order, 32));
    if (pending.length === 0) break;
    const embedded = pending.map(({ digest }) => ({ digest, embedding: { kind: 'vector' as const, vector: vector(), cut: false } }));
    await measured(adds!, () => vectors.add(embedded));
    await vectors.attach(repository);
    unwritten += pending.length;
    if (unwritten >= 512) {
      await measured(flushes!, () => vectors.flush());
      unwritten = 0;
    }
  }
  await vectors.flush();
  told('pending, 32 texts', pendings!);
  told('add, 32 texts', adds!);
  told('flush, 512 texts', flushes!);
  console.log(`event loop kept for ${stop().toFixed(1)} ms at most`);
  memory('filled');
}

async function ask(): Promise<void> {
  memory('started');
  const { store, vectors } = openedStore();
  const reading = await timed('read the snapshot', () => store.readSnapshot(KEY));
  if (reading.kind !== 'found') throw new Error(reading.kind);
  const { repository } = await timed('open', () => store.open(reading.snapshot));
  memory('opened');
  const stop = watchedLoop();
  const coverage = await timed('attach after a restart', () => vectors.attach(repository));
  console.log(coverage, `event loop kept for ${stop().toFixed(1)} ms at most`);
  memory('attached');
  told('attach, nothing new', await repeated(() => vectors.attach(repository)));
  told('pending, nothing new', await repeated(() => vectors.pending(repository, orderOf(repository), 32)));
  for (const terms of [['word7'], ['word1', 'word20', 'word300', 'word4000', 'document'], []]) {
    told(`candidates by words, ${terms.length} terms`, await repeated(() => repository.candidates(terms)));
    told(`candidates with meaning, ${terms.length} terms`, await repeated(() => repository.candidates(terms, vector())));
  }
  // A whole question: its vector by the product's own model and process, the candidates, the best eight and the nearest.
  const embedder = createEmbedder({
    model: bundledModel(path.resolve('media/models')),
    start: () => startLine(path.resolve('dist/embedder.js')),
    runtime: 'native',
    onNativeDistrusted: () => undefined,
    log: { debug: () => undefined, warn: (message) => console.log(message) },
  });
  await embedder.embedQuestion('the model is loaded with this one');
  let asked = 0;
  const whole = async (withMeaning: boolean): Promise<void> => {
    asked += 1;
    const question = analyzeQuestion(`how does word${asked} go together with word${asked * 7} and word${asked * 31} in a document`);
    const questionVector = withMeaning ? await embedder.embedQuestion(question.text) : null;
    const candidates = repository.candidates(question.terms.map(({ term }) => term), questionVector);
    const ranked = [{ id: 'bench', ownRef: 'repo:default/bench', lastRun: null, candidates }];
    const context = { now: Date.now(), titleOf: () => null };
    const { passages: best } = rankPassages(question, ranked, context, DEFAULT_PASSAGES);
    nearestPassages(question, ranked, context, best);
  };
  told('a whole question by words', await repeated(() => whole(false)));
  told('a whole question by words and meaning', await repeated(() => whole(true)));
  await embedder.stop();
  const shared = vector();
  repository.candidates([], shared);
  told('the same with the cosines of the column known', await repeated(() => repository.candidates(['word7'], shared)));
  memory('asked');
  // One file is saved: one document of a hundred thousand passages is another.
  const content = contentOf(10_000_000);
  await store.addContents([content]);
  const documents = [documentOf(10_000_000), ...reading.snapshot.documents.slice(1)];
  const { repository: saved } = await timed('open after a save', () => store.open(snapshotOf(documents)));
  await timed('attach after a save', () => vectors.attach(saved));
  const pending = await timed('pending after a save', () => vectors.pending(saved, orderOf(saved), 32));
  await vectors.add(pending.map(({ digest }) => ({ digest, embedding: { kind: 'vector', vector: vector(), cut: false } })));
  await store.writeSnapshot(KEY, saved.snapshot);
  await timed('flush after a save', () => vectors.flush());
  told('candidates with meaning, all but nothing missing', await repeated(() => saved.candidates(['word7'], vector())));
  memory('saved');
}

async function repeated(work: () => unknown): Promise<number[]> {
  const millis: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await work();
    millis.push(performance.now() - started);
  }
  return millis;
}

void (phase === 'fill' ? fill() : ask());
