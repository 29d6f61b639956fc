import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InferenceSession, OnnxValue } from 'onnxruntime-common';
import type { EmbedderRuntime, TextEmbedding } from '../../../ports/embedder';
import type { ModelFolder } from '../modelFolder';
import { pooledVector } from './pooling';
import type { Runtime } from './runtime';
import { loadTokenizer, type Tokenizer } from './tokenizer';

/** A loaded model. One text at a time: the scale of a quantised model's activations is that of all it is given. */
export interface TextModel {
  readonly runtime: EmbedderRuntime;
  embed(text: string): Promise<TextEmbedding>;
}

/** A model that cannot be used; `message` is a sentence for people, without any path of the machine. */
export class ModelUnusableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ModelUnusableError';
  }
}

const TOKEN_VECTORS = ['last_hidden_state', 'token_embeddings'];
const PROBE = 'a text';

/**
 * Loads a model, its files compared with their checksums first, on the first of the runtimes that loads and gives a
 * vector for a text: one that loads may still be refused what it needs by its host.
 * @param onRefusal is told why a runtime cannot be used where there is another one to try.
 * @throws ModelUnusableError, or what loading the last runtime throws.
 */
export async function loadTextModel(
  model: ModelFolder,
  runtimes: readonly (() => Promise<Runtime>)[],
  onRefusal: (why: unknown) => void,
): Promise<TextModel> {
  const weights = await verifiedWeights(model);
  const tokenizer = await loadTokenizer(model).catch((thrown: unknown) => {
    throw new ModelUnusableError('The tokenizer of the embedding model cannot be used.', { cause: thrown });
  });
  for (const [index, loadRuntime] of runtimes.entries()) {
    try {
      return await openTextModel(model, weights, tokenizer, await loadRuntime());
    } catch (thrown) {
      if (index === runtimes.length - 1) throw thrown;
      onRefusal(thrown);
    }
  }
  throw new ModelUnusableError('There is no runtime for the embedding model.');
}

async function openTextModel(model: ModelFolder, weights: Uint8Array, tokenizer: Tokenizer, runtime: Runtime): Promise<TextModel> {
  const session = await runtime.open(weights).catch((thrown: unknown) => {
    throw new ModelUnusableError('The weights of the embedding model cannot be used.', { cause: thrown });
  });
  const embed = embedderOf(model, runtime, tokenizer, session);
  const probed = await embed(PROBE);
  if (probed.kind === 'none') {
    throw new ModelUnusableError('The embedding model gives no vectors.');
  }
  return { runtime: runtime.name, embed: (text) => embed(text).catch(() => ({ kind: 'none', why: 'fails' })) };
}

async function verifiedWeights(model: ModelFolder): Promise<Uint8Array> {
  let weights: Uint8Array | null = null;
  for (const file of model.files) {
    const bytes = await readFile(path.join(model.folder, ...file.path.split('/'))).catch((thrown: unknown) => {
      throw new ModelUnusableError(`The embedding model's file ${file.path} cannot be read.`, { cause: thrown });
    });
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
      throw new ModelUnusableError(
        `The embedding model's file ${file.path} is not the one it should be: its checksum (sha256) differs.`,
      );
    }
    if (file.path === model.weights) weights = bytes;
  }
  if (weights === null) throw new ModelUnusableError('The embedding model has no weights.');
  return weights;
}

function embedderOf(
  model: ModelFolder,
  { Tensor }: Runtime,
  tokenizer: Tokenizer,
  session: InferenceSession,
): (text: string) => Promise<TextEmbedding> {
  const output = TOKEN_VECTORS.find((name) => session.outputNames.includes(name));
  if (output === undefined) {
    throw new ModelUnusableError(`The embedding model has no output named ${TOKEN_VECTORS.join(' or ')}.`);
  }
  const inputValues: Readonly<Record<string, (ids: readonly number[]) => BigInt64Array>> = {
    input_ids: (ids) => BigInt64Array.from(ids, BigInt),
    attention_mask: (ids) => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: (ids) => new BigInt64Array(ids.length),
  };
  const stranger = session.inputNames.find((name) => inputValues[name] === undefined);
  if (stranger !== undefined) {
    throw new ModelUnusableError('The embedding model wants an input that texts do not have.');
  }
  return async (text) => {
    const { ids, cut, known } = tokenizer(text);
    if (!known) return { kind: 'none', why: 'no-known-token' };
    const feeds: Record<string, OnnxValue> = {};
    for (const name of session.inputNames) {
      feeds[name] = new Tensor('int64', inputValues[name]!(ids), [1, ids.length]);
    }
    const result = (await session.run(feeds, [output]))[output];
    if (result === undefined || !(result.data instanceof Float32Array) || result.dims[2] !== model.dimensions) {
      throw new ModelUnusableError('The embedding model gives vectors of another length than its config.json says.');
    }
    const vector = pooledVector(result.data, model.dimensions, model.pooling);
    return vector === null ? { kind: 'none', why: 'fails' } : { kind: 'vector', vector, cut };
  };
}
