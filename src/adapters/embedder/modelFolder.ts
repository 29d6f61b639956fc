import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EmbeddingModel, Pooling } from '../../ports/embedder';
import { BUNDLED_MODEL } from './bundledModel';
import { sha256OfFile } from './sha256OfFile';

/** A file of a model, by its path in the model's folder (with `/`), and the checksum it must have. */
export interface ModelFile {
  readonly path: string;
  readonly sha256: string;
}

/** A model on disk and how to use it. */
export interface ModelFolder extends EmbeddingModel {
  /** Where it lies on this machine. */
  readonly folder: string;
  /** A longer text is cut to this many tokens, the special ones included. */
  readonly maxTokens: number;
  /** Which of `files` holds the weights. */
  readonly weights: string;
  readonly files: readonly ModelFile[];
}

/** A model, or a sentence without any path of the machine that says why a folder holds none that can be used. */
export type ModelFolderReading =
  | { readonly kind: 'model'; readonly model: ModelFolder }
  | { readonly kind: 'unusable'; readonly reason: string };

const WEIGHTS = ['onnx/model_quantized.onnx', 'onnx/model.onnx'] as const;
const REQUIRED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;
/** Where sentence-transformers says how token vectors become one. */
const POOLING_FILE = '1_Pooling/config.json';
const DEFAULT_MAX_TOKENS = 512;
/** Hexadecimal digits of the digest in a model's id: 48 bits. */
const ID_DIGITS = 12;

const unusable = (reason: string): ModelFolderReading => ({ kind: 'unusable', reason });

/**
 * Reads a folder in the layout of transformers.js: `config.json`, `tokenizer.json`, `tokenizer_config.json`
 * and `onnx/model_quantized.onnx` (or `onnx/model.onnx`). Dimensions come from `config.json`, pooling from
 * `1_Pooling/config.json` (mean where there is none). The id is the folder's name and the beginning of a
 * digest over all that decides a vector; a copy of the product's own model has that model's id.
 */
export async function readModelFolder(folder: string): Promise<ModelFolderReading> {
  if (!(await isFolder(folder))) {
    return unusable('The folder set for the embedding model does not exist or cannot be read.');
  }
  const has = async (file: string): Promise<boolean> => isFile(path.join(folder, ...file.split('/')));
  const present = new Set<string>();
  for (const file of [...WEIGHTS, ...REQUIRED, POOLING_FILE]) {
    if (await has(file)) present.add(file);
  }
  const weights = WEIGHTS.find((file) => present.has(file));
  const missing = [...REQUIRED.filter((file) => !present.has(file)), ...(weights === undefined ? [WEIGHTS.join(' or ')] : [])];
  if (weights === undefined || missing.length > 0) {
    return unusable(
      `The folder set for the embedding model lacks ${listed(missing)}: it must be laid out as transformers.js wants it.`,
    );
  }
  const settings = await settingsOf(folder, present.has(POOLING_FILE));
  if (typeof settings === 'string') return unusable(settings);

  const names = [...REQUIRED, ...(present.has(POOLING_FILE) ? [POOLING_FILE] : []), weights];
  try {
    const files = await Promise.all(
      names.map(async (file) => ({ path: file, sha256: await sha256OfFile(path.join(folder, ...file.split('/'))) })),
    );
    return { kind: 'model', model: { ...settings, id: idOf(folder, files, settings), folder, weights, files } };
  } catch {
    return unusable('The files of the embedding model cannot be read.');
  }
}

type Settings = Pick<ModelFolder, 'dimensions' | 'pooling' | 'maxTokens'>;

/** What the configuration files say, or a sentence about what is wrong with them. */
async function settingsOf(folder: string, declaresPooling: boolean): Promise<Settings | string> {
  const config = await readObject(path.join(folder, 'config.json'));
  const tokenizer = await readObject(path.join(folder, 'tokenizer_config.json'));
  if (config === null || tokenizer === null) {
    return `${config === null ? 'config.json' : 'tokenizer_config.json'} of the embedding model is not a JSON object.`;
  }
  const dimensions = [config['hidden_size'], config['d_model'], config['dim']].find(isCount);
  if (dimensions === undefined) {
    return 'config.json of the embedding model does not say how long its vectors are (hidden_size).';
  }
  const limits = [tokenizer['model_max_length'], config['max_position_embeddings']].filter(isCount);
  const maxTokens = limits.length === 0 ? DEFAULT_MAX_TOKENS : Math.min(...limits);
  if (!declaresPooling) return { dimensions, pooling: 'mean', maxTokens };
  const pooling = poolingOf(await readObject(path.join(folder, ...POOLING_FILE.split('/'))));
  return pooling === null
    ? `${POOLING_FILE} of the embedding model asks for another pooling than the mean or the first token.`
    : { dimensions, pooling, maxTokens };
}

function poolingOf(declared: Readonly<Record<string, unknown>> | null): Pooling | null {
  const modes = Object.entries(declared ?? {}).filter(([name, value]) => name.startsWith('pooling_mode_') && value === true);
  if (modes.length !== 1) return null;
  const [mode] = modes[0] ?? [];
  return mode === 'pooling_mode_mean_tokens' ? 'mean' : mode === 'pooling_mode_cls_token' ? 'cls' : null;
}

function idOf(folder: string, files: readonly ModelFile[], { pooling }: Settings): string {
  const ours = new Map<string, string>(BUNDLED_MODEL.files.map((file) => [file.path, file.sha256]));
  if (pooling === BUNDLED_MODEL.pooling && files.every((file) => ours.get(file.path) === file.sha256)) {
    return BUNDLED_MODEL.id;
  }
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file.path} ${file.sha256}\n`);
  return `${path.basename(path.resolve(folder))}@${digest.digest('hex').slice(0, ID_DIGITS)}`;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const isFile = (file: string): Promise<boolean> => stat(file).then((facts) => facts.isFile(), () => false);

const isFolder = (folder: string): Promise<boolean> => stat(folder).then((facts) => facts.isDirectory(), () => false);

async function readObject(file: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
