import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { BUNDLED_MODEL } from '../../../src/adapters/embedder/bundledModel';
import { readModelFolder } from '../../../src/adapters/embedder/modelFolder';
import { sha256OfFile } from '../../../src/adapters/embedder/sha256OfFile';
import { allOf, cosine, OURS, PASSAGE, realEmbedder, vectorIn } from './lines';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

type Content = string | Readonly<Record<string, unknown>> | 'copy';

const LAYOUT: Readonly<Record<string, Content>> = {
  'config.json': { hidden_size: 768, max_position_embeddings: 512 },
  'tokenizer.json': '{}',
  'tokenizer_config.json': { model_max_length: 256 },
  'onnx/model_quantized.onnx': 'weights',
};
const CLS = { '1_Pooling/config.json': { word_embedding_dimension: 768, pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } };

/** A folder of these files; `copy` takes the product's own file. */
function folderOf(files: Readonly<Record<string, Content | undefined>>): string {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'workspace-context-model-')), 'my-model');
  folders.push(path.dirname(folder));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const file = path.join(folder, ...name.split('/'));
    mkdirSync(path.dirname(file), { recursive: true });
    if (content === 'copy') copyFileSync(path.join(OURS.folder, ...name.split('/')), file);
    else writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

async function modelIn(folder: string): Promise<typeof OURS> {
  const reading = await readModelFolder(folder);
  if (reading.kind !== 'model') throw new Error(reading.reason);
  return reading.model;
}

async function reasonOf(files: Readonly<Record<string, Content | undefined>>): Promise<string> {
  const folder = folderOf(files);
  const reading = await readModelFolder(folder);
  if (reading.kind === 'model') throw new Error('is a model');
  expect(reading.reason).not.toContain(path.dirname(folder));
  return reading.reason;
}

describe('the product’s own model', () => {
  it('is in the repository as pinned', async () => {
    const digests = OURS.files.map(async (file) => ({ path: file.path, sha256: await sha256OfFile(path.join(OURS.folder, ...file.path.split('/'))) }));
    expect(await Promise.all(digests)).toEqual(OURS.files);
  });

  it('is what a reading of its folder finds: the same id, dimensions, pooling and limit', async () => {
    const { id, dimensions, pooling, maxTokens, weights } = await modelIn(OURS.folder);
    const pinned = BUNDLED_MODEL;
    expect({ id, dimensions, pooling, maxTokens, weights }).toEqual({
      id: pinned.id, dimensions: pinned.dimensions, pooling: pinned.pooling, maxTokens: pinned.maxTokens, weights: pinned.weights,
    });
  });
});

describe('another model’s folder', () => {
  it('gives dimensions and limit by its configuration, mean pooling where none is declared', async () => {
    expect(await modelIn(folderOf(LAYOUT))).toMatchObject({
      id: expect.stringMatching(/^my-model@[0-9a-f]{12}$/) as string, dimensions: 768, pooling: 'mean', maxTokens: 256, weights: 'onnx/model_quantized.onnx',
    });
  });

  it('gives the pooling that sentence-transformers declares', async () => {
    expect(await modelIn(folderOf({ ...LAYOUT, ...CLS }))).toMatchObject({ pooling: 'cls' });
  });

  it('may have its weights unquantised, and a limit that stands for none', async () => {
    const folder = folderOf({ ...LAYOUT, 'onnx/model_quantized.onnx': undefined, 'onnx/model.onnx': 'w', 'tokenizer_config.json': { model_max_length: 1e30 } });
    expect(await modelIn(folder)).toMatchObject({ weights: 'onnx/model.onnx', maxTokens: 512 });
  });

  it('has an id that changes with anything that decides a vector, and with nothing else', async () => {
    const idOf = async (files: Readonly<Record<string, Content>>): Promise<string> => (await modelIn(folderOf(files))).id;
    const id = await idOf(LAYOUT);
    expect(await idOf({ ...LAYOUT, 'README.md': 'about it' })).toBe(id);
    const others: readonly Readonly<Record<string, Content>>[] = [
      { 'onnx/model_quantized.onnx': 'other weights' },
      { 'tokenizer.json': '{ }' },
      { 'config.json': { hidden_size: 384 } },
      { 'tokenizer_config.json': { model_max_length: 128 } },
      CLS,
    ];
    const ids = await Promise.all(others.map((other) => idOf({ ...LAYOUT, ...other })));
    expect(new Set([id, ...ids]).size).toBe(6);
  });

  it.each([
    [['config.json'], 'lacks config.json:'],
    [['tokenizer.json', 'tokenizer_config.json'], 'lacks tokenizer.json and tokenizer_config.json:'],
    [['onnx/model_quantized.onnx'], 'lacks onnx/model_quantized.onnx or onnx/model.onnx:'],
    [Object.keys(LAYOUT), 'lacks config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx or onnx/model.onnx:'],
  ])('without %j says what it lacks', async (missing, said) => {
    expect(await reasonOf({ ...LAYOUT, ...Object.fromEntries(missing.map((name) => [name, undefined])) })).toContain(said);
  });

  it.each([
    ['a configuration that is no JSON', { 'config.json': 'hidden_size: 384' }, 'config.json of the embedding model is not a JSON object.'],
    ['a configuration that is a list', { 'tokenizer_config.json': '[]' }, 'tokenizer_config.json of the embedding model is not a JSON object.'],
    ['no dimensions', { 'config.json': {} }, 'does not say how long its vectors are (hidden_size)'],
    ['max pooling', { '1_Pooling/config.json': { pooling_mode_max_tokens: true } }, 'another pooling than the mean or the first token'],
    ['two poolings at once', { '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true } }, 'another pooling'],
  ])('with %s is refused, and it says why', async (_, files, said) => {
    expect(await reasonOf({ ...LAYOUT, ...files })).toContain(said);
  });

  it('that is no folder is said so, without its path', async () => {
    const reading = await readModelFolder(path.join(os.tmpdir(), 'workspace-context-no-such-folder'));
    expect(reading).toEqual({ kind: 'unusable', reason: 'The folder set for the embedding model does not exist or cannot be read.' });
  });
});

describe('another model, run', () => {
  const ours = Object.fromEntries(OURS.files.map((file) => [file.path, 'copy']));

  it('pools as its folder says: the first token’s vector is not the mean', async () => {
    const other = await modelIn(folderOf({ ...ours, ...CLS }));
    const embedders = [realEmbedder({ model: other }), realEmbedder()];
    const [first, mean] = await Promise.all(embedders.map(async (one) => vectorIn((await allOf(one, [PASSAGE]))[0])));
    await Promise.all(embedders.map((one) => one.stop()));
    expect(other.id).not.toBe(OURS.id);
    expect(cosine(first ?? [], mean ?? [])).toBeLessThan(0.95);
  });

  it.each([
    ['weights that are none', { 'onnx/model_quantized.onnx': 'weights' }, 'The weights of the embedding model cannot be used.'],
    ['a tokenizer that is none', { 'tokenizer.json': '{}' }, 'The tokenizer of the embedding model cannot be used.'],
    ['dimensions that are not the model’s', { 'config.json': { hidden_size: 768 } }, 'The embedding model gives vectors of another length than its config.json says.'],
  ])('with %s fails when it is loaded, and the state says why', async (_, files, said) => {
    const embedder = realEmbedder({ model: await modelIn(folderOf({ ...ours, ...files })) });
    await expect(allOf(embedder, [PASSAGE])).rejects.toThrow(said);
    expect(embedder.state()).toMatchObject({ phase: 'failed', reason: said });
    await embedder.stop();
  });
});
