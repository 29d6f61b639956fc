import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { EmbeddingSettings } from '../../workspace/service';
import { bundledModel } from './bundledModel';
import { readModelFolder, type ModelFolder } from './modelFolder';

/** The model to use, or none: `reason` is null where people turned meaning off, else a sentence for them without any path of the machine. */
export type ChosenModel =
  | { readonly kind: 'model'; readonly model: ModelFolder }
  | { readonly kind: 'off'; readonly reason: string | null };

const off = (reason: string | null): ChosenModel => ({ kind: 'off', reason });

/** The bundle of the process that embeds. */
const EMBEDDER = 'embedder.js';

/**
 * The model that the settings choose. Another model's files are read whole, to know its id; those of the
 * product's own are compared with their checksums by the process that loads them.
 * @param distFolder the folder of the bundles; the models lie beside it in `media/models`.
 * @returns never rejects: whatever is wrong switches meaning off and is said.
 */
export async function chosenModel(settings: EmbeddingSettings, distFolder: string): Promise<ChosenModel> {
  if (!settings.enabled) return off(null);
  // Its absence would pass for crashes of the native runtime.
  if (!(await isFile(path.join(distFolder, EMBEDDER)))) {
    return off(`The file ${EMBEDDER} is missing from this installation, so nothing can be embedded; install Workspace Context again.`);
  }
  const folder = settings.modelFolder?.trim() ?? '';
  if (folder === '') return ownModel(path.join(distFolder, '..', 'media', 'models'));
  if (!path.isAbsolute(folder)) return off('The folder set for the embedding model must be a full path.');
  const reading = await readModelFolder(folder);
  return reading.kind === 'model' ? reading : off(reading.reason);
}

function isFile(file: string): Promise<boolean> {
  return stat(file).then((facts) => facts.isFile(), () => false);
}

async function ownModel(modelsFolder: string): Promise<ChosenModel> {
  const model = bundledModel(modelsFolder);
  for (const { path: file } of model.files) {
    const isThere = await isFile(path.join(model.folder, ...file.split('/')));
    if (!isThere) return off(`The embedding model's file ${file} is missing from this installation; install Workspace Context again.`);
  }
  return { kind: 'model', model };
}
