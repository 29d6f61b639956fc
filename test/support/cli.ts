import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const PROJECT = path.resolve(__dirname, '../..');
export const CLI = path.join(PROJECT, 'dist/cli.js');

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A fresh folder below the system's temporary one, its links resolved. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(path.join(os.tmpdir(), `workspace-context-${name}-`));
}

/** Runs the built CLI as a user would, with its indexes in `home`. */
export function runCli(args: readonly string[], options: { home: string; cwd?: string; env?: NodeJS.ProcessEnv }): Promise<CliRun> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      {
        cwd: options.cwd ?? PROJECT,
        env: { ...process.env, WORKSPACE_CONTEXT_HOME: options.home, NO_COLOR: '1', ...options.env },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}
