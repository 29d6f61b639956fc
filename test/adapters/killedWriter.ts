import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';

const WASM = createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');
export const REPOSITORY = 'b'.repeat(64);
/** Every run kills a few; `npm run fuzz -- --only kills` kills many. */
export const KILLS = 20;
/** The processes are started one after another: slow machines need seconds for each. */
export const PATIENCE_MILLISECONDS = 60_000 + KILLS * 15_000;

/** Lets a process write from round `firstRound` on, kills it `delay` ms after its first round; the last round it reported. */
export async function writeUntilKilled(script: string, folder: string, firstRound: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, [script, folder, WASM, REPOSITORY, String(firstRound)]);
  let reported = '';
  let complaints = '';
  child.stdout.on('data', (data: Buffer) => (reported += data.toString()));
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended]);
  await wait(delay);
  child.kill('SIGKILL');
  await ended;
  expect(complaints).toBe('');
  return Number(reported.trim().split('\n').at(-1));
}
