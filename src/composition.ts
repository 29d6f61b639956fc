import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGit } from './adapters/git/git';
import { nodeDigest } from './adapters/nodeDigest';
import { createNodeFiles } from './adapters/nodeFiles';
import { createStore } from './adapters/store/store';
import type { Log } from './ports/log';
import type { Store } from './ports/store';
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

/** The core over a workspace of this machine: Node's files, the user's git, sql.js. */
export function createNodeService(scope: WorkspaceScope, options: NodeOptions): WorkspaceService {
  return createWorkspaceService(
    {
      files: createNodeFiles(),
      git: createGit(options.log),
      store: createNodeStore(options),
      digest: nodeDigest,
      clock: { now: () => Date.now() },
      log: options.log,
    },
    scope,
  );
}
