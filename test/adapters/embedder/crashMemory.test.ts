import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT, temporaryFolder } from '../../support/cli';
import { helper } from './lines';

interface Outcome {
  readonly dimensions: number;
  readonly phase: string;
  readonly runtime: string;
  readonly notices: readonly string[];
}

/** One process after another, all with the same folder, on a system where the native runtime dies. */
function systemWhereNativeDies(when: 'loading' | 'embedding'): { run: () => Outcome; nativeLoads: () => number } {
  const folder = temporaryFolder('crash');
  const loads = path.join(folder, 'loads');
  return {
    run: () => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(PROJECT, 'node_modules/vite-node/vite-node.mjs'), '--root', PROJECT, helper('embeddingProcess.ts'), path.join(folder, 'cache'), helper('abortingNative.cjs')],
        {
          // An abort may leave a dump where it happens.
          cwd: folder,
          env: { ...process.env, WORKSPACE_CONTEXT_TEST_NATIVE_DIES: when, WORKSPACE_CONTEXT_TEST_NATIVE_LOADS: loads },
          encoding: 'utf8',
        },
      );
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Outcome;
    },
    nativeLoads: () => (existsSync(loads) ? readFileSync(loads, 'utf8').length : 0),
  };
}

describe.each(['loading', 'embedding'] as const)('a native runtime that aborts the process while %s', (when) => {
  const system = systemWhereNativeDies(when);

  it('is given up after the second time: WebAssembly gives the vector, and the reason is said', () => {
    expect(system.run()).toEqual({
      dimensions: 384,
      phase: 'ready',
      runtime: 'wasm',
      notices: [
        'The embedding process ended unexpectedly and was started again.',
        'The native embedding runtime crashed twice here: WebAssembly takes its place, at about a sixth of the speed.',
      ],
    });
    expect(system.nativeLoads()).toBe(2);
  });

  it('is not even loaded by the next process, which says that it crashed before', () => {
    expect(system.run()).toEqual({
      dimensions: 384,
      phase: 'ready',
      runtime: 'wasm',
      notices: ['The native embedding runtime crashed here before: WebAssembly takes its place, at about a sixth of the speed.'],
    });
    expect(system.nativeLoads()).toBe(2);
  });
});
