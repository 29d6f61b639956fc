import { createHash } from 'node:crypto';
import type { EmbeddingModel, TextEmbedding } from '../../src/ports/embedder';

export const MODEL: EmbeddingModel = { id: 'example/model', dimensions: 12, pooling: 'mean' };

/** A vector that any text has of its own: as good as chance, and the same every time. */
export function vectorFor(text: string, dimensions = MODEL.dimensions): Float32Array {
  const bytes = createHash('sha512').update(text).digest();
  const numbers = Array.from({ length: dimensions }, (_, index) => bytes[index % bytes.length]! / 127.5 - 1);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/** `nothing` in a text: no word of the model is in it. `failing`: the model fails. `long`: longer than the model takes. */
export function embeddingFor(text: string): TextEmbedding {
  if (text.includes('nothing')) return { kind: 'none', why: 'no-known-token' };
  if (text.includes('failing')) return { kind: 'none', why: 'fails' };
  return { kind: 'vector', vector: vectorFor(text), cut: text.includes('long') };
}
