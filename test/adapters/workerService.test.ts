import { MessageChannel, Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serveWorker } from '../../src/adapters/worker/serveWorker';
import { type Revival, workerService, type WorkerService, type WorkerThread } from '../../src/adapters/worker/workerService';
import { WorkspaceContextError } from '../../src/contract/errors';
import { expandPackSchema } from '../../src/contract/expandTool';
import { contextPackSchema } from '../../src/contract/tools';
import { interruptedAnswers } from '../../src/workspace/emptyAnswers';
import type { IndexProgress, WorkspaceService } from '../../src/workspace/service';
import { contextPack } from '../doors/vscodePack';

const OPTIONS = { wait: true, now: null };
const services: WorkerService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.dispose()));
});

/** A service over a port pair: both ends of the protocol, without a thread. */
function overPorts(service: WorkspaceService): WorkerService {
  const start = (): WorkerThread => {
    const { port1, port2 } = new MessageChannel();
    serveWorker(port2, () => service);
    return {
      postMessage: (request) => port1.postMessage(request),
      on: (event: string, listener: (value: never) => void) =>
        port1.on(event === 'exit' ? 'close' : event, listener as (value: unknown) => void),
      terminate: async () => port1.close(),
    } as WorkerThread;
  };
  const connected = workerService(start, () => undefined);
  services.push(connected);
  return connected;
}

const unused = async (): Promise<never> => {
  throw new Error('not asked in this test');
};
const fake = (more: Partial<WorkspaceService>): WorkspaceService => ({
  ask: unused,
  expand: unused,
  codeContext: unused,
  workspaceCodeContext: unused,
  index: unused,
  activity: unused,
  status: unused,
  idle: unused,
  filesChanged: unused,
  holdEmbedding: unused,
  locate: unused,
  repositoryOf: unused,
  recordRun: unused,
  ...more,
});

/** A real thread that dies when asked to, and otherwise answers where it was asked to look. */
function mortalWorker(): Worker {
  return new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.on('message', ({ id, method, parameters }) => {
       if (method === 'index') process.exit(3);
       else if (method === 'status') throw new Error('boom');
       else if (method === 'idle') parentPort.postMessage({ id, kind: 'result', value: undefined });
       else if (method === 'locate') parentPort.postMessage({ id, kind: 'result', value: parameters[0] });
     });`,
    { eval: true },
  );
}

describe('a followed call', () => {
  const pack = { repositories: [], partial: true };

  it('gets its notices in order before its answer', async () => {
    const service = overPorts(
      fake({
        workspaceCodeContext: async (_args, _options, follower) => {
          for (const notice of ['one', 'two', 'three']) follower?.onNotice?.(notice);
          return pack;
        },
      }),
    );
    const notices: string[] = [];
    expect(await service.workspaceCodeContext({}, OPTIONS, { onNotice: (notice) => void notices.push(notice) })).toEqual(pack);
    expect(notices).toEqual(['one', 'two', 'three']);
  });

  it('is ended in the worker when the caller ends it, and answered all the same; others are not', async () => {
    const signals: AbortSignal[] = [];
    const service = overPorts(
      fake({
        workspaceCodeContext: (args, _options, follower) =>
          new Promise((resolve) => {
            const { signal } = follower ?? {};
            if (signal === undefined) throw new Error('no signal');
            signals.push(signal);
            if (args === 'other') return resolve({ repositories: [], partial: false });
            signal.addEventListener('abort', () => resolve(pack));
            if (signals.length === 1) controller.abort();
          }),
      }),
    );
    const controller = new AbortController();
    const [cancelled, other] = await Promise.all([
      service.workspaceCodeContext('first', OPTIONS, { signal: controller.signal }),
      service.workspaceCodeContext('other', OPTIONS, {}),
    ]);
    expect([cancelled.partial, other.partial]).toEqual([true, false]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('that was ended before it was made is ended in the worker, too', async () => {
    const service = overPorts(
      fake({
        workspaceCodeContext: async (_args, _options, follower) => {
          // The cancellation follows the call over the line.
          await new Promise((resolve) => follower?.signal?.addEventListener('abort', resolve));
          return pack;
        },
      }),
    );
    expect(await service.workspaceCodeContext({}, OPTIONS, { signal: AbortSignal.abort() })).toEqual(pack);
  });
});

describe('a service in a worker', () => {
  it('passes arguments and options on, and the answer back', async () => {
    const seen: unknown[] = [];
    const service = overPorts(
      fake({
        ask: async (args, options) => {
          seen.push(args, options);
          return contextPack(2);
        },
      }),
    );
    expect(await service.ask({ question: 'q' }, OPTIONS)).toEqual(contextPack(2));
    expect(seen).toEqual([{ question: 'q' }, OPTIONS]);
  });

  it('reports progress before the answer, the last report always', async () => {
    const reports: IndexProgress[] = [];
    const service = overPorts(
      fake({
        ask: async (_args, _options, onProgress) => {
          for (let done = 1; done <= 1_000; done += 1) onProgress?.({ repositoryId: 'api', step: 'indexing', done, total: 1_000 });
          return contextPack(0);
        },
      }),
    );
    await service.ask({ question: 'q' }, OPTIONS, (progress) => reports.push(progress));
    expect(reports.at(-1)).toEqual({ repositoryId: 'api', step: 'indexing', done: 1_000, total: 1_000 });
    // Reports come at most every 50 ms, so a thousand in a row are not a thousand messages.
    expect(reports.length).toBeLessThan(500);
  });

  it('keeps code and message of our errors, and hides those of others', async () => {
    const service = overPorts(
      fake({
        ask: async () => {
          throw new WorkspaceContextError('unknown-argument', 'Unknown argument "x".');
        },
        status: async () => {
          throw new Error('ENOENT /home/ada/.cache');
        },
      }),
    );
    const refused = await service.ask({}, OPTIONS).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WorkspaceContextError);
    expect(refused).toMatchObject({ code: 'unknown-argument', message: 'Unknown argument "x".' });
    const failed = await service.status().catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'internal' });
    expect(String(failed)).not.toContain('/home/ada');
  });

  it('answers calls side by side', async () => {
    let release = (): void => undefined;
    const slow = new Promise<readonly string[]>((resolve) => {
      release = () => resolve([]);
    });
    const service = overPorts(fake({ idle: () => slow, locate: async (sourceRef) => sourceRef }));
    const idle = service.idle();
    expect(await service.locate('api/a.md')).toBe('api/a.md');
    release();
    await idle;
  });

  it('hands runs to be recorded over, and the refusal of one back', async () => {
    const recorded: unknown[] = [];
    const service = overPorts(
      fake({
        repositoryOf: async (folder) => `id of ${folder}`,
        recordRun: async (folder, run) => {
          if (folder === 'elsewhere') throw new WorkspaceContextError('invalid-argument', 'It lies outside.');
          recorded.push(folder, run);
        },
      }),
    );
    const run = { verdict: 'succeeded', name: 'npm test', endedAt: '2026-11-30T12:00:00.000Z' } as const;
    expect(await service.repositoryOf('api')).toBe('id of api');
    await service.recordRun('api', run);
    expect(recorded).toEqual(['api', run]);
    await expect(service.recordRun('elsewhere', run)).rejects.toMatchObject({ code: 'invalid-argument', message: 'It lies outside.' });
  });

  it('refuses arguments that are no plain data', async () => {
    const service = overPorts(fake({ ask: async () => contextPack(0) }));
    await expect(service.ask({ question: () => 'q' }, OPTIONS)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

/** Resolves when the service's health becomes this. */
const nextHealth = (service: WorkerService, healthy: boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = service.health.onChange(() => {
      if (service.health.healthy() !== healthy) return;
      stop();
      resolve();
    });
  });

describe('a worker that dies', () => {
  function mortal(revival?: Revival) {
    const reasons: unknown[] = [];
    let starts = 0;
    const service = workerService(
      () => {
        starts += 1;
        return mortalWorker();
      },
      (reason) => reasons.push(reason),
      revival,
    );
    services.push(service);
    return { service, reasons, starts: () => starts };
  }

  it('is not started before the first call', () => {
    expect(mortal().starts()).toBe(0);
  });

  it.each([
    ['exits', (service: WorkerService) => service.index()],
    ['throws outside a call', (service: WorkerService) => service.status()],
  ])('gives the running calls an error that says so, when it %s', async (_name, call) => {
    const { service, reasons } = mortal();
    await expect(call(service)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Ask again') as string,
    });
    expect(reasons).toHaveLength(1);
  });

  describe('under a question', () => {
    const dying = (): Worker => new Worker(`require('node:worker_threads').parentPort.on('message', () => process.exit(3));`, { eval: true });
    function interruptible() {
      const service = workerService(dying, () => undefined, { pauses: [60_000], longLife: 60_000 }, interruptedAnswers('shop'));
      services.push(service);
      return service;
    }

    it('has it answered by an empty pack that says so and keeps to the schema', async () => {
      const pack = await interruptible().ask({ question: 'why?' }, { wait: true, now: 0 });
      expect(contextPackSchema.parse(pack)).toMatchObject({
        workspace: 'shop',
        question: 'why?',
        scoredAt: '1970-01-01T00:00:00.000Z',
        passages: [],
        degraded: ['scope-unreadable'],
        notices: [expect.stringContaining('ask again') as string],
      });
    });

    it('has an expansion answered so, too', async () => {
      const pack = await interruptible().expand({ entityRef: 'api' }, OPTIONS);
      expect(expandPackSchema.parse(pack)).toMatchObject({ entityRef: 'api', edges: [], degraded: ['scope-unreadable'] });
    });

    it('gives what is no question an error all the same', async () => {
      await expect(interruptible().ask({ quest: 1 }, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(interruptible().expand(null, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
    });
  });

  it('is started again with the next call', async () => {
    const { service, starts } = mortal();
    await service.index().catch(() => undefined);
    expect(await service.locate('api/a.md')).toBe('api/a.md');
    expect(starts()).toBe(2);
  });

  it('is unhealthy until the one after it answers, which is started without being asked', async () => {
    const { service, starts } = mortal({ pauses: [1], longLife: 60_000 });
    expect(service.health.healthy()).toBe(true);
    const healed = nextHealth(service, true);
    await service.index().catch(() => undefined);
    expect(service.health.healthy()).toBe(false);
    await healed;
    expect(starts()).toBe(2);
    expect(await service.locate('api/a.md')).toBe('api/a.md');
    expect(starts()).toBe(2);
  });

  it('is healthy again with an answer to anybody, if that comes first', async () => {
    const { service } = mortal({ pauses: [60_000], longLife: 60_000 });
    await service.index().catch(() => undefined);
    expect(service.health.healthy()).toBe(false);
    await service.locate('api/a.md');
    expect(service.health.healthy()).toBe(true);
  });

  /** A service whose worker cannot even be started; `reaches` resolves when that was tried so often. */
  function stillborn(revival: Revival) {
    let starts = 0;
    let wake = (): void => undefined;
    const service = workerService(
      () => {
        starts += 1;
        throw new Error('no thread for you');
      },
      () => wake(),
      revival,
    );
    services.push(service);
    const reaches = (count: number): Promise<void> =>
      new Promise((resolve) => {
        wake = () => {
          if (starts >= count) resolve();
        };
        wake();
      });
    return { service, starts: () => starts, reaches };
  }

  it('is tried again and again, with the last of the pauses in the end', async () => {
    const { service, reaches } = stillborn({ pauses: [1, 2], longLife: 60_000 });
    await expect(service.idle()).rejects.toMatchObject({ code: 'unavailable' });
    await reaches(6);
    expect(service.health.healthy()).toBe(false);
  });

  it('is left alone for longer, the more died in a row', async () => {
    const { service, starts, reaches } = stillborn({ pauses: [1, 60_000], longLife: 60_000 });
    await service.idle().catch(() => undefined);
    await reaches(2);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(starts()).toBe(2);
  });

  it('is not started again after the service was disposed of', async () => {
    const { service, starts } = mortal({ pauses: [1], longLife: 60_000 });
    await service.index().catch(() => undefined);
    await service.dispose();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(starts()).toBe(1);
  });

  it('is no death to report when it was disposed of', async () => {
    const { service, reasons } = mortal();
    await service.locate('a/b');
    const pending = service.repositoryOf('never answered').catch((error: unknown) => error);
    await service.dispose();
    expect(await pending).toMatchObject({ code: 'unavailable' });
    expect(reasons).toEqual([]);
  });
});
