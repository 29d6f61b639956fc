/** The fault tests at full length: the store's writer is killed two hundred times, and everything else that can fail does. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const tests = ['test/adapters/storeKilled.test.ts', 'test/adapters/storeVectorsKilled.test.ts', 'test/workspace/faults.test.ts'];
const running = spawn(process.execPath, [vitest, 'run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { WORKSPACE_CONTEXT_KILLS: '200', ...process.env },
});
running.on('close', (code) => {
  process.exitCode = code ?? 1;
});
