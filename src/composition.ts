import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { chosenModel } from './adapters/embedder/chosenModel';
import { createEmbedder } from './adapters/embedder/embedder';
import { startLine } from './adapters/embedder/line';
import type { ModelFolder } from './adapters/embedder/modelFolder';
import { createGit } from './adapters/git/git';
import { knownPlaces } from './adapters/machineLog';
import { nodeDigest } from './adapters/nodeDigest';
import { createNodeFiles } from './adapters/nodeFiles';
import { nodeTimer } from './adapters/nodeTimer';
import { portMemory } from './adapters/portMemory';
import { createPace } from './adapters/pace';
import { createPower } from './adapters/power';
import { createRunHealth } from './adapters/runHealth';
import { circumstancesOf, runtimeMemory } from './adapters/runtimeMemory';
import { createSecretScanner } from './adapters/secretScanner';
import { splitterOver } from './adapters/splitter/splitterThread';
import { createStore, type FolderStore } from './adapters/store/store';
import { createTreeSitterParser } from './adapters/treeSitter/treeSitterParser';
import { treeSitterFiles } from './adapters/treeSitter/treeSitterFiles';
import { WorkspaceContextError } from './contract/errors';
import type { Embedder } from './ports/embedder';
import type { ContentSplitter } from './ports/contentSplitter';
import type { Log } from './ports/log';
import { RunHealthUnwritableError } from './ports/runHealth';
import { StoreUnwritableError } from './ports/store';
import { createWorkspaceService } from './workspace/createService';
import type { EmbeddingSettings, WorkspaceScope, WorkspaceService } from './workspace/service';

export interface NodeOptions {
  /** Where indexes are kept. */
  readonly cacheFolder: string;
  /** The folder of the bundles, which holds `sql-wasm.wasm` and `embedder.js`; the models lie beside it, in `media/models`. */
  readonly distFolder: string;
  /** The product's own. */
  readonly version: string;
  /** True: a model folder that cannot be used is an error; else it switches meaning off and is said in every answer. */
  readonly refuseModelFolder?: boolean;
  readonly log: Log;
}

/** The index store of this machine, with vectors of `model`. */
function createNodeStore(options: NodeOptions, model: ModelFolder | null): FolderStore {
  return createStore({
    folder: options.cacheFolder,
    sqlWasm: () => readFile(path.join(options.distFolder, 'sql-wasm.wasm')),
    log: options.log,
    model,
    version: options.version,
  });
}

/** The process that embeds texts of this machine. Nothing is started before the first text. */
async function createNodeEmbedder(options: NodeOptions, model: ModelFolder): Promise<Embedder> {
  const memory = runtimeMemory(options.cacheFolder, circumstancesOf(options.version));
  return createEmbedder({
    model,
    start: () => startLine(path.join(options.distFolder, 'embedder.js')),
    runtime: await memory.read(),
    onNativeDistrusted: () => void memory.distrustNative(),
    log: options.log,
  });
}

/**
 * Removes all this product keeps on this machine: every index, every recorded run, and the port last listened on.
 * @throws WorkspaceContextError (`unavailable`) when something could not be removed; the rest is gone all the same.
 */
export async function clearNodeCache(options: NodeOptions): Promise<void> {
  const cleared = await Promise.allSettled([
    createNodeStore(options, null).clear(),
    runtimeMemory(options.cacheFolder, circumstancesOf(options.version)).clear(),
    createRunHealth({ folder: options.cacheFolder }).clear(),
    portMemory(options.cacheFolder).clear(),
  ]);
  for (const outcome of cleared) {
    if (outcome.status === 'fulfilled') continue;
    const thrown: unknown = outcome.reason;
    if (thrown instanceof StoreUnwritableError || thrown instanceof RunHealthUnwritableError) {
      throw new WorkspaceContextError('unavailable', thrown.message, { cause: thrown });
    }
    throw thrown;
  }
}

/** What holds where nothing is set. */
const OWN_MODEL: EmbeddingSettings = { enabled: true, modelFolder: null };

/**
 * A second thread pays where processors are left over beside it: with two it took a third more of the processor and ended no
 * earlier, because the collector and git have use for the other one (bench/limits.mjs).
 */
const SECOND_THREAD_FROM_PROCESSORS = 4;

/** A thread that splits documents beside the one that indexes; null where there is no processor for it. */
function startContentSplitter({ distFolder, log }: NodeOptions): ContentSplitter | null {
  return availableParallelism() < SECOND_THREAD_FROM_PROCESSORS ? null : splitterOver(new Worker(path.join(distFolder, 'splitter.js')), log);
}

/**
 * The core over a workspace of this machine: Node's files, the user's git, sql.js, an embedding process.
 * @throws WorkspaceContextError (`invalid-argument`) as `refuseModelFolder` says.
 * @param embedInBackground whether passages are embedded while nobody waits for it.
 */
export async function createNodeService(scope: WorkspaceScope, options: NodeOptions, embedInBackground: boolean): Promise<WorkspaceService> {
  const { embeddings = OWN_MODEL } = scope;
  const chosen = await chosenModel(embeddings, options.distFolder);
  if (chosen.kind === 'off' && chosen.reason !== null && embeddings.modelFolder !== null && options.refuseModelFolder === true) {
    throw new WorkspaceContextError('invalid-argument', chosen.reason);
  }
  const model = chosen.kind === 'model' ? chosen.model : null;
  const store = createNodeStore(options, model);
  return createWorkspaceService(
    {
      files: createNodeFiles(),
      git: createGit(options.log),
      store,
      code: { store: store.code, parser: createTreeSitterParser({ files: treeSitterFiles(path.join(options.distFolder, 'grammars')), log: options.log }) },
      runHealth: createRunHealth({ folder: options.cacheFolder }),
      secretScanner: createSecretScanner(options.log),
      startContentSplitter: () => startContentSplitter(options),
      pace: createPace(),
      digest: nodeDigest,
      timer: nodeTimer,
      machine: {
        ignoresCase: ['darwin', 'win32'].includes(process.platform),
        places: knownPlaces(options.cacheFolder),
      },
      meaning:
        chosen.kind === 'off'
          ? { off: chosen.reason }
          : { embedder: await createNodeEmbedder(options, chosen.model), power: createPower(), inBackground: embedInBackground },
      clock: { now: () => Date.now() },
      log: options.log,
    },
    scope,
  );
}
