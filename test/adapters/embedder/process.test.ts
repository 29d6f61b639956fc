import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder, EmbedderState } from '../../../src/ports/embedder';
import { startLine } from '../../../src/adapters/embedder/line';
import { allOf, ENTRY, helper, OURS, PASSAGE, realEmbedder, vectorIn } from './lines';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const open = (...options: Parameters<typeof realEmbedder>): Embedder => {
  const embedder = realEmbedder(...options);
  endings.push(() => embedder.stop());
  return embedder;
};

function reached(embedder: Embedder, phase: EmbedderState['phase']): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (embedder.state().phase === phase) resolve();
    };
    embedder.onStateChange(look);
    look();
  });
}

describe('the process', () => {
  it('is not started before the first text', () => {
    let started = 0;
    const embedder = open({ start: () => ((started += 1), startLine(ENTRY)) });
    expect(embedder.model).toEqual({ id: 'Xenova/all-MiniLM-L6-v2', dimensions: 384, pooling: 'mean' });
    expect(embedder.state()).toEqual({ phase: 'off', runtime: 'native', reason: null, notices: [], paused: false, waiting: 0 });
    expect(started).toBe(0);
  });

  it('ends when it was idle, which is no crash, and is started again by the next text', async () => {
    const embedder = open({ idleMillis: 1 });
    const [first] = await allOf(embedder, [PASSAGE]);
    await reached(embedder, 'off');
    const [second] = await allOf(embedder, [PASSAGE]);
    expect(vectorIn(second)).toEqual(vectorIn(first));
    expect(embedder.state().notices).toEqual([]);
  });

  it('answers a question before the texts that wait', async () => {
    const embedder = open();
    const texts = Array.from({ length: 60 }, (_, index) => `${PASSAGE} ${index}`);
    let given = 0;
    let givenBeforeAnswer: number | null = null;
    for await (const embedding of embedder.embed(texts)) {
      vectorIn(embedding);
      given += 1;
      if (given === 1) {
        void embedder.embedQuestion('When is a charge tried again?').then((vector) => {
          expect(vector).not.toBeNull();
          givenBeforeAnswer = given;
        });
      }
    }
    expect(given).toBe(60);
    // Two texts are with the process when the question comes, and it has read neither the one nor the other yet.
    expect(givenBeforeAnswer).toBeLessThan(12);
  });

  it('has a lower priority than what a person works with', async () => {
    const child = fork(ENTRY, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    endings.push(() => child.kill('SIGKILL'));
    child.send({ kind: 'load', model: { ...OURS, folder: 'no such folder' }, runtime: 'native' });
    await once(child, 'message');
    expect(os.getPriority(child.pid)).toBeGreaterThanOrEqual(os.constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('ends with stop, for good', async () => {
    const embedder = open();
    await allOf(embedder, [PASSAGE]);
    await embedder.stop();
    expect(embedder.state()).toMatchObject({ phase: 'failed', reason: 'The embedder was stopped.' });
    expect(await embedder.embedQuestion('anything')).toBeNull();
  });

  it.each([
    ['its parent is killed', 'main'],
    ['the worker thread that started it is ended', 'worker'],
  ])('ends when %s', async (_, kind) => {
    const parent = spawn(process.execPath, [helper('parentOfChild.cjs'), kind], {
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    endings.push(() => parent.kill('SIGKILL'));
    const heldByChild = parent.stdio[3] as Readable;
    let ended = false;
    const end = once(heldByChild.resume(), 'close').then(() => (ended = true));
    await once(createInterface(parent.stdout as Readable), 'line');
    expect(ended).toBe(false);
    if (kind === 'main') parent.kill('SIGKILL');
    else parent.stdin?.write('end\n');
    await end;
  });
});
