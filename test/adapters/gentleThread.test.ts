import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { gentleThread } from '../../src/adapters/worker/gentleThread';

/** What a thread says when it ends itself; one that is stopped from outside has no time for it. */
const SAYS_SO = `process.on('exit', () => parentPort.postMessage('ended by itself'));`;

async function terminated(script: string, endsWithin?: number): Promise<{ said: unknown[]; code: number }> {
  const worker = new Worker(`const { parentPort } = require('node:worker_threads'); ${script}; parentPort.postMessage('ready');`, { eval: true });
  const said: unknown[] = [];
  worker.on('message', (message) => said.push(message));
  await once(worker, 'message');
  const exited = once(worker, 'exit') as Promise<[number]>;
  await gentleThread(worker, endsWithin).terminate();
  return { said, code: (await exited)[0] };
}

describe('a worker that is terminated', () => {
  it('is asked to end itself', async () => {
    const { said, code } = await terminated(`${SAYS_SO} parentPort.on('message', ({ method }) => { if (method === 'end') process.exit(); })`);
    expect({ said, code }).toEqual({ said: ['ready', 'ended by itself'], code: 0 });
  });

  it('is stopped where it does not listen', async () => {
    const { code } = await terminated(`parentPort.on('message', () => {})`, 50);
    expect(code).toBe(1);
  });

  it('is stopped where it is too busy to listen', async () => {
    const { code } = await terminated(`setImmediate(() => { for (;;); })`, 50);
    expect(code).toBe(1);
  });

  it('may have ended already', async () => {
    const worker = new Worker('', { eval: true });
    const thread = gentleThread(worker);
    await once(worker, 'exit');
    await thread.terminate();
  });
});
