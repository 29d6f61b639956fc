import { createHash } from 'node:crypto';
import type { Embedder, EmbedderState, TextEmbedding } from '../../src/ports/embedder';
import { EmbedderUnavailableError } from '../../src/ports/embedder';
import type { SearchableRepository } from '../../src/ports/store';
import type { Timer } from '../../src/ports/timer';
import type { EmbeddedText, VectorStore } from '../../src/ports/vectors';

export const MODEL = { id: 'test/words', dimensions: 16, pooling: 'mean' } as const;

/** A vector that two texts share the more, the more words they share: enough meaning for a test. */
export function wordsVector(text: string): Float32Array | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length === 0) return null;
  const vector = new Float32Array(MODEL.dimensions);
  for (const word of words) vector[(createHash('sha256').update(word).digest()[0] ?? 0) % MODEL.dimensions]! += 1;
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

export interface FakeEmbedder extends Embedder {
  /** Every text that was embedded, in order. */
  readonly texts: string[];
  readonly questions: string[];
  /** From now on everything fails with this reason. */
  fail(reason: string): void;
  /** Questions get no answer until `release` is called. */
  holdQuestions(): void;
  release(): void;
}

/** An embedder in this process. @param before is awaited before each text. */
export function fakeEmbedder(before: (text: string) => Promise<void> = async () => undefined): FakeEmbedder {
  const texts: string[] = [];
  const questions: string[] = [];
  let reason: string | null = null;
  let paused = false;
  let resumed = (): void => undefined;
  let whenResumed: Promise<void> = Promise.resolve();
  let released: Promise<void> = Promise.resolve();
  let release = (): void => undefined;
  const state = (): EmbedderState => ({
    phase: reason !== null ? 'failed' : texts.length + questions.length > 0 ? 'ready' : 'off',
    runtime: 'native',
    reason,
    notices: [],
    paused,
    waiting: 0,
  });
  return {
    model: MODEL,
    texts,
    questions,
    embed: async function* (asked, signal) {
      const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      for (const text of asked) {
        await Promise.race([whenResumed, aborted]);
        if (signal?.aborted === true) return;
        await before(text);
        if (reason !== null) throw new EmbedderUnavailableError(reason);
        texts.push(text);
        const vector = wordsVector(text);
        const embedding: TextEmbedding = vector === null ? { kind: 'none', why: 'no-known-token' } : { kind: 'vector', vector, cut: text.length > 600 };
        yield embedding;
      }
    },
    embedQuestion: async (question) => {
      questions.push(question);
      await released;
      return reason === null ? wordsVector(question) : null;
    },
    state,
    onStateChange: () => () => undefined,
    pause: () => {
      paused = true;
      whenResumed = new Promise((resolve) => (resumed = resolve));
    },
    resume: () => {
      paused = false;
      resumed();
    },
    stop: async () => undefined,
    fail: (why) => {
      reason = why;
    },
    holdQuestions: () => {
      released = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
  };
}

/** Timers that run out when told to. */
export function handTimer(): Timer & { run(): void; readonly waiting: number } {
  const waiting = new Set<() => void>();
  return {
    after: (_milliseconds, work) => {
      waiting.add(work);
      return () => void waiting.delete(work);
    },
    run: () => {
      for (const work of [...waiting]) {
        waiting.delete(work);
        work();
      }
    },
    get waiting() {
      return waiting.size;
    },
  };
}

/** A repository of which only its texts matter. */
export interface FakeRepository extends SearchableRepository {
  readonly texts: readonly string[];
}

export function fakeRepository(texts: readonly string[], sizes: readonly number[] = texts.map(({ length }) => length)): FakeRepository {
  const documents = texts.map((_, index) => ({ path: `${index}.md`, sourceKind: 'catalog_doc' }));
  const stamps = sizes.map((size, index) => ({ path: `${index}.md`, size }));
  return { texts, passageCount: texts.length, snapshot: { documents, stamps } } as unknown as FakeRepository;
}

/** Vectors in memory; `flushes` counts what was asked to be written. */
export function fakeVectors(): VectorStore & { readonly known: Map<string, EmbeddedText>; flushes: number; claims: number; taken: boolean; unwritable: Error | null } {
  const known = new Map<string, EmbeddedText>();
  const textsOf = (repository: SearchableRepository): readonly string[] => (repository as FakeRepository).texts;
  const store = {
    model: MODEL,
    known,
    flushes: 0,
    /** Held now. */
    claims: 0,
    taken: false,
    unwritable: null as Error | null,
    attach: async (repository: SearchableRepository) => {
      const found = textsOf(repository).flatMap((text) => known.get(text)?.embedding ?? []);
      return {
        passages: textsOf(repository).length,
        embedded: found.filter(({ kind }) => kind === 'vector').length,
        cut: found.filter((one) => one.kind === 'vector' && one.cut).length,
        without: found.filter(({ kind }) => kind === 'none').length,
      };
    },
    pending: async (repository: SearchableRepository, order: readonly number[], atMost: number) =>
      [...new Set(order.map((index) => textsOf(repository)[index]!))]
        .filter((text) => !known.has(text))
        .slice(0, atMost)
        .map((text) => ({ digest: text, text })),
    add: async (texts: readonly EmbeddedText[]) => {
      for (const text of texts) known.set(text.digest, text);
    },
    flush: async () => {
      store.flushes += 1;
      if (store.unwritable !== null) throw store.unwritable;
    },
    claimEmbedding: async () => {
      if (store.taken) return { kind: 'taken' } as const;
      store.claims += 1;
      return { kind: 'granted', claim: { renew: () => undefined, release: async () => void (store.claims -= 1) } } as const;
    },
  };
  return store;
}
