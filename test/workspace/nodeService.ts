import { readFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createGit } from '../../src/adapters/git/git';
import { nodeDigest } from '../../src/adapters/nodeDigest';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import { nodeTimer } from '../../src/adapters/nodeTimer';
import { createRunHealth } from '../../src/adapters/runHealth';
import { createSecretScanner } from '../../src/adapters/secretScanner';
import { createStore } from '../../src/adapters/store/store';
import { realParser } from '../code/realParser';
import type { Embedder } from '../../src/ports/embedder';
import { createWorkspaceService, type WorkspacePorts } from '../../src/workspace/createService';
import type { WorkspaceService } from '../../src/workspace/service';

export const NOON = Date.parse('2026-11-30T12:00:00Z');

const sqlWasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

export interface TestService extends WorkspaceService {
  /** Moves the clock, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
  readonly home: string;
}

/**
 * The core over real files, git and store, with a clock of its own that starts an hour ahead (so that
 * files just written do not count as written while they were looked at). Ports may be replaced.
 */
export function nodeService(
  folders: readonly string[],
  options: { home?: string; embedder?: Embedder; inBackground?: boolean; ports?: (ports: WorkspacePorts) => Partial<WorkspacePorts>; exclude?: string[]; epicGlobs?: string[] } = {},
): TestService {
  const home = options.home ?? mkdtempSync(path.join(os.tmpdir(), 'workspace-context-home-'));
  let now = Date.now() + 60 * 60 * 1000;
  const silent = { debug: () => undefined, warn: () => undefined };
  const { embedder } = options;
  const model = embedder?.model ?? null;
  const store = createStore({ folder: home, sqlWasm: () => readFile(sqlWasm), log: silent, model });
  const ports: WorkspacePorts = {
    files: createNodeFiles(),
    git: createGit(silent),
    store,
    code: { parser: realParser(), store: store.code },
    runHealth: createRunHealth({ folder: home }),
    secretScanner: createSecretScanner(silent),
    digest: nodeDigest,
    timer: nodeTimer,
    meaning:
      embedder === undefined
        ? { off: null }
        : { embedder, power: { onBattery: async () => false }, inBackground: options.inBackground ?? false },
    clock: { now: () => now },
    log: silent,
  };
  const service = createWorkspaceService(
    { ...ports, ...options.ports?.(ports) },
    { name: null, folders, exclude: options.exclude ?? [], epicGlobs: options.epicGlobs ?? null },
  );
  return {
    ...service,
    home,
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}
