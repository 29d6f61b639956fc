import path from 'node:path';
import { bundledModel } from '../../../src/adapters/embedder/bundledModel';
import { createEmbedder, type EmbedderOptions } from '../../../src/adapters/embedder/embedder';
import { startLine } from '../../../src/adapters/embedder/line';
import type { ModelFolder } from '../../../src/adapters/embedder/modelFolder';
import type { Embedder, TextEmbedding } from '../../../src/ports/embedder';
import { PROJECT } from '../../support/cli';

export const MODELS = path.join(PROJECT, 'media/models');
export const ENTRY = path.join(PROJECT, 'dist/embedder.js');
export const OURS: ModelFolder = bundledModel(MODELS);

export const helper = (name: string): string => path.join(__dirname, name);

/** An embedder over the built bundle, or over another entry that wraps it. */
export function realEmbedder(options: Partial<EmbedderOptions> & { entry?: string; execArgv?: readonly string[] } = {}): Embedder {
  const { entry, execArgv, ...rest } = options;
  return createEmbedder({
    model: OURS,
    start: () => startLine(entry ?? ENTRY, execArgv),
    runtime: 'native',
    onNativeDistrusted: () => undefined,
    log: { debug: () => undefined, warn: () => undefined },
    ...rest,
  });
}

export async function allOf(embedder: Embedder, texts: readonly string[], signal?: AbortSignal): Promise<TextEmbedding[]> {
  const embeddings: TextEmbedding[] = [];
  for await (const embedding of embedder.embed(texts, signal)) embeddings.push(embedding);
  return embeddings;
}

export function vectorIn(embedding: TextEmbedding | undefined): Float32Array {
  if (embedding?.kind !== 'vector') throw new Error(`no vector but ${JSON.stringify(embedding)}`);
  return embedding.vector;
}

export function cosine(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let dot = 0;
  let firstNorm = 0;
  let secondNorm = 0;
  for (let index = 0; index < first.length; index += 1) {
    const [a, b] = [first[index] ?? 0, second[index] ?? 0];
    dot += a * b;
    firstNorm += a * a;
    secondNorm += b * b;
  }
  return dot / Math.sqrt(firstNorm * secondNorm);
}

export const PASSAGE =
  'Billing > Retries\nA failed charge is tried again after one hour, six hours and a day; after the third time the order is put on hold.';
