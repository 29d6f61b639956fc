import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { chosenModel } from '../../../src/adapters/embedder/chosenModel';
import { PROJECT, temporaryFolder } from '../../support/cli';
import { MODELS, OURS, realEmbedder } from './lines';

const DIST = path.join(PROJECT, 'dist');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of an installation's models; returns its folder of bundles, which holds an empty embedder. */
function installation(): { dist: string; model: string } {
  const folder = temporaryFolder('installation');
  folders.push(folder);
  const dist = path.join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'embedder.js'), '');
  cpSync(MODELS, path.join(folder, 'media', 'models'), { recursive: true });
  return { dist, model: path.join(folder, 'media', 'models', ...OURS.id.split('/')) };
}

describe('the model of the settings', () => {
  it.each([null, '', '  '])('is the product’s own, with its checksums, where no folder is set (%j)', async (modelFolder) => {
    expect(await chosenModel({ enabled: true, modelFolder }, DIST)).toEqual({ kind: 'model', model: OURS });
  });

  it('is none where people turned embeddings off, which needs no reason, whatever the folder', async () => {
    expect(await chosenModel({ enabled: false, modelFolder: null }, DIST)).toEqual({ kind: 'off', reason: null });
    expect(await chosenModel({ enabled: false, modelFolder: 'no such folder' }, DIST)).toEqual({ kind: 'off', reason: null });
  });

  it('is that of the folder set; a copy of the product’s own has its id', async () => {
    expect(await chosenModel({ enabled: true, modelFolder: installation().model }, DIST)).toMatchObject({ kind: 'model', model: { id: OURS.id } });
  });

  it('is none for a folder that lacks something, and says what', async () => {
    const { model } = installation();
    rmSync(path.join(model, 'tokenizer.json'));
    expect(await chosenModel({ enabled: true, modelFolder: model }, DIST)).toEqual({
      kind: 'off',
      reason: 'The folder set for the embedding model lacks tokenizer.json: it must be laid out as transformers.js wants it.',
    });
  });

  it('is none for a folder that depends on where the program was started', async () => {
    expect(await chosenModel({ enabled: true, modelFolder: 'media/models' }, DIST)).toEqual({
      kind: 'off',
      reason: 'The folder set for the embedding model must be a full path.',
    });
  });

  it.each(OURS.files.map((file) => file.path))('is none where the installation has lost %s, and says so', async (file) => {
    const { dist, model } = installation();
    rmSync(path.join(model, ...file.split('/')));
    expect(await chosenModel({ enabled: true, modelFolder: null }, dist)).toEqual({
      kind: 'off',
      reason: `The embedding model's file ${file} is missing from this installation; install Workspace Context again.`,
    });
  });

  it('is none where the installation has lost the program that embeds, whatever the model, and blames no runtime', async () => {
    const { dist, model } = installation();
    rmSync(path.join(dist, 'embedder.js'));
    const lost = {
      kind: 'off',
      reason: 'The file embedder.js is missing from this installation, so nothing can be embedded; install Workspace Context again.',
    };
    expect(await chosenModel({ enabled: true, modelFolder: null }, dist)).toEqual(lost);
    expect(await chosenModel({ enabled: true, modelFolder: model }, dist)).toEqual(lost);
  });

  it('is none where the installation has no models at all, or a folder where a file should be', async () => {
    const { dist, model } = installation();
    rmSync(path.join(model, 'config.json'));
    mkdirSync(path.join(model, 'config.json'));
    expect(await chosenModel({ enabled: true, modelFolder: null }, dist)).toMatchObject({ kind: 'off', reason: expect.stringContaining('config.json') as string });
    rmSync(path.join(path.dirname(dist), 'media'), { recursive: true });
    expect(await chosenModel({ enabled: true, modelFolder: null }, dist)).toMatchObject({ kind: 'off', reason: expect.any(String) as string });
  });

  it('that is damaged is found out when it is loaded, and meaning is off with the reason', async () => {
    const { dist, model } = installation();
    writeFileSync(path.join(model, 'tokenizer.json'), '{}');
    const chosen = await chosenModel({ enabled: true, modelFolder: null }, dist);
    if (chosen.kind !== 'model') throw new Error('it is there');
    const embedder = realEmbedder({ model: chosen.model });
    expect(await embedder.embedQuestion('anything')).toBeNull();
    expect(embedder.state()).toMatchObject({
      phase: 'failed',
      reason: "The embedding model's file tokenizer.json is not the one it should be: its checksum (sha256) differs.",
    });
    await embedder.stop();
  });
});
