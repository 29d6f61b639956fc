import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGit } from './adapters/git/git';
import { nodeDigest } from './adapters/nodeDigest';
import { createNodeFiles } from './adapters/nodeFiles';
import { nodeTimer } from './adapters/nodeTimer';
import { portMemory } from './adapters/portMemory';
import { createRunHealth } from './adapters/runHealth';
import { createSecretScanner } from './adapters/secretScanner';
import { createStore } from './adapters/store/store';
import { WorkspaceContextError } from './contract/errors';
import type { Log } from './ports/log';
import { RunHealthUnwritableError } from './ports/runHealth';
import { type Store, StoreUnwritableError } from './ports/store';
import { createWorkspaceService } from './workspace/createService';
import type { WorkspaceScope, WorkspaceService } from './workspace/service';

export interface NodeOptions {
  /** Where indexes are kept. */
  readonly cacheFolder: string;
  /** The folder of the bundles, which holds `sql-wasm.wasm`. */
  readonly distFolder: string;
  readonly log: Log;
}

/** The index store of this machine. */
export function createNodeStore(options: NodeOptions): Store {
  return createStore({
    folder: options.cacheFolder,
    sqlWasm: () => readFile(path.join(options.distFolder, 'sql-wasm.wasm')),
    log: options.log,
  });
}

/**
 * Removes all this product keeps on this machine: every index, every recorded run, and the port last listened on.
 * @throws WorkspaceContextError (`unavailable`) when something could not be removed; the rest is gone all the same.
 */
export async function clearNodeCache(options: NodeOptions): Promise<void> {
  const cleared = await Promise.allSettled([
    createNodeStore(options).clear(),
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

/** The core over a workspace of this machine: Node's files, the user's git, sql.js. */
export function createNodeService(scope: WorkspaceScope, options: NodeOptions): WorkspaceService {
  return createWorkspaceService(
    {
      files: createNodeFiles(),
      git: createGit(options.log),
      store: createNodeStore(options),
      runHealth: createRunHealth({ folder: options.cacheFolder }),
      secretScanner: createSecretScanner(options.log),
      digest: nodeDigest,
      timer: nodeTimer,
      clock: { now: () => Date.now() },
      log: options.log,
    },
    scope,
  );
}
