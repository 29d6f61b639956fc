/**
 * Gives every passage of an index a vector through the product's own store, so that 100,000 passages can be asked by meaning
 * without embedding them for half an hour. Some texts are embedded by the product's model; every other one is given a vector
 * beside one of theirs, decided by its digest: the same in every run, spread as real ones are.
 *
 *   npm run build && npx vite-node bench/scale/fillVectors.ts PROJECT_FOLDER INDEX_FOLDER
 *
 * The index has to be there (`workspace-context index --no-embeddings`). Prints JSON: passages, how many were really embedded.
 * bench/scale.mjs runs it bundled, which is quicker.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundledModel } from '../../src/adapters/embedder/bundledModel';
import { createEmbedder } from '../../src/adapters/embedder/embedder';
import { startLine } from '../../src/adapters/embedder/line';
import { createStore, type FolderStore } from '../../src/adapters/store/store';
import type { SearchableRepository } from '../../src/ports/store';
import type { PendingText, VectorStore } from '../../src/ports/vectors';
import { vectorBeside } from './madeVectors';

const EMBEDDED = 256;
const AT_ONCE = 512;
const ENDING = '.sqlite';

const [PROJECT, home] = process.argv.slice(2);
if (PROJECT === undefined || home === undefined) throw new Error('Name the folders of the project and of the index.');
const model = bundledModel(path.join(PROJECT, 'media/models'));
const log = { debug: () => undefined, warn: (message: string) => console.error(message) };
const store = createStore({ folder: home, sqlWasm: async () => readFileSync(path.join(PROJECT!, 'dist/sql-wasm.wasm')), log, model });
const vectors = vectorsOf(store);

function vectorsOf({ vectors: own }: FolderStore): VectorStore {
  if (own === null) throw new Error('The store has no vectors.');
  return own;
}

async function opened(key: string): Promise<SearchableRepository> {
  const reading = await store.readSnapshot(key);
  if (reading.kind !== 'found') throw new Error(`The index of a repository is ${reading.kind}.`);
  return (await store.open(reading.snapshot)).repository;
}

const orderOf = ({ snapshot }: SearchableRepository): number[] => snapshot.documents.map((_, index) => index);

async function embedded(texts: readonly PendingText[]): Promise<Float32Array[]> {
  const embedder = createEmbedder({
    model,
    start: () => startLine(path.join(PROJECT!, 'dist/embedder.js')),
    runtime: 'native',
    onNativeDistrusted: () => undefined,
    log,
  });
  const made: Float32Array[] = [];
  for await (const embedding of embedder.embed(texts.map(({ text }) => text))) if (embedding.kind === 'vector') made.push(embedding.vector);
  await embedder.stop();
  return made;
}

async function fill(folder: string): Promise<void> {
  const keys = readdirSync(path.join(folder, 'repositories')).filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length)).sort();
  let real: readonly Float32Array[] = [];
  let passages = 0;
  for (const key of keys) {
    const repository = await opened(key);
    const order = orderOf(repository);
    if (real.length === 0) real = await embedded(await vectors.pending(repository, order, EMBEDDED));
    for (;;) {
      const pending = await vectors.pending(repository, order, AT_ONCE);
      if (pending.length === 0) break;
      await vectors.add(pending.map(({ digest }) => ({ digest, embedding: { kind: 'vector' as const, vector: vectorBeside(real, digest), cut: false } })));
      await vectors.attach(repository);
      await vectors.flush();
    }
    passages += (await vectors.attach(repository)).embedded;
  }
  console.log(JSON.stringify({ passages, embedded: real.length }));
}

void fill(home);
