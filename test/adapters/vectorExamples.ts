import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { StoreOptions } from '../../src/adapters/store/store';
import type { DocumentRecord, RepositoryKey, SearchableRepository, Store, StoredContent } from '../../src/ports/store';
import type { VectorCoverage, VectorStore } from '../../src/ports/vectors';
import { contentOf, documentOf, type Logged, openStore, snapshotOf } from './storeExamples';
import { embeddingFor, MODEL } from './vectorTexts';

export { embeddingFor, MODEL, vectorFor } from './vectorTexts';

export function vectorsOf(store: Store): VectorStore {
  if (store.vectors === null) throw new Error('The store has no vectors.');
  return store.vectors;
}

export function openVectors(folder: string, options: Partial<StoreOptions> = {}): Logged & { readonly vectors: VectorStore } {
  const logged = openStore(folder, { model: MODEL, ...options });
  return { ...logged, vectors: vectorsOf(logged.store) };
}

/** Every document of a repository, in order. */
export const orderOf = (repository: SearchableRepository): number[] => repository.snapshot.documents.map((_, index) => index);

/** Embeds what is pending, a few texts at a time as the product does; the texts that were. Writes nothing. */
export async function embed(store: Store, repository: SearchableRepository, atMost = 5): Promise<string[]> {
  const vectors = vectorsOf(store);
  const embedded: string[] = [];
  for (;;) {
    const pending = await vectors.pending(repository, orderOf(repository), atMost);
    if (pending.length === 0) return embedded;
    await vectors.add(pending.map(({ digest, text }) => ({ digest, embedding: embeddingFor(text) })));
    embedded.push(...pending.map(({ text }) => text));
  }
}

/** A repository of these contents, opened and written as a refresh does. */
export async function writeRepository(
  store: Store,
  key: RepositoryKey,
  contents: readonly StoredContent[],
  documents: readonly DocumentRecord[] = contents.map((content) => documentOf(`${content.key}.md`, content.key, content.title ?? content.key)),
): Promise<SearchableRepository> {
  await store.addContents(contents);
  const { repository } = await store.open(snapshotOf(documents));
  await store.writeSnapshot(key, repository.snapshot);
  return repository;
}

/** The repository as a process that has just started opens it. */
export async function reopen(store: Store, key: RepositoryKey): Promise<SearchableRepository> {
  const reading = await store.readSnapshot(key);
  if (reading.kind !== 'found') throw new Error(`The snapshot is ${reading.kind}.`);
  return (await store.open(reading.snapshot)).repository;
}

/** A repository of numbered documents with two passages each, all embedded and written. */
export async function embeddedRepository(store: Store, key: RepositoryKey, numbers: readonly number[]): Promise<SearchableRepository> {
  const repository = await writeRepository(store, key, numbers.map(numbered));
  await embed(store, repository);
  await vectorsOf(store).flush();
  return repository;
}

export const numbered = (number: number): StoredContent =>
  contentOf(`key-${number}`, `Title ${number}`, [
    ['First', `The worker ships order ${number}.`],
    ['Second', `Charges of ${number} are tried again.`],
  ]);

export const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

export function vectorFiles(folder: string): string[] {
  const vectors = path.join(folder, 'vectors');
  const models = list(vectors);
  return models.flatMap((model) => list(path.join(vectors, model)).map((name) => path.join(vectors, model, name)));
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

export const waitingOf = ({ passages, embedded, without }: VectorCoverage): number => passages - embedded - without;
