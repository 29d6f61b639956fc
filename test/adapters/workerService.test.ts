import { MessageChannel, Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serveWorker } from '../../src/adapters/worker/serveWorker';
import { type Revival, workerService, type WorkerService, type WorkerThread } from '../../src/adapters/worker/workerService';
import { codePackSchema } from '../../src/contract/codeTool';
import { type RepositoryRow, workspaceCodePackSchema } from '../../src/contract/coordinatorTool';
import { WorkspaceContextError } from '../../src/contract/errors';
import { expandPackSchema } from '../../src/contract/expandTool';
import { contextPackSchema } from '../../src/contract/tools';
import { activityNotice } from '../../src/coordinator/activityNotice';
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
  outline: unused,
  idle: unused,
  filesChanged: unused,
  holdEmbedding: unused,
  locate: unused,
  textAtCommit: unused,
  repositories: unused,
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

/** A whole row about a repository. */
const rowAbout = (id: string): RepositoryRow => ({
  id,
  started: true,
  result: { repo: id, task: 'retry', symbols: [], related: [], snippets: [], tests: [] },
  evidence: [],
  provider: 'code.context',
  implementation: 'tree-sitter',
  notices: [],
  outOfScope: 0,
  partial: false,
  truncated: false,
});

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

  it('gets its rows as they are finished, before its answer', async () => {
    let release = (): void => undefined;
    const looked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const service = overPorts(
      fake({
        workspaceCodeContext: async (_args, _options, follower) => {
          follower?.onRow?.(rowAbout('web'));
          // The answer waits for the row to have been seen.
          await looked;
          follower?.onRow?.(rowAbout('api'));
          return { repositories: [rowAbout('api'), rowAbout('web')], partial: false };
        },
      }),
    );
    const rows: RepositoryRow[] = [];
    const onRow = (row: RepositoryRow): void => {
      rows.push(row);
      release();
    };
    const { repositories } = await service.workspaceCodeContext({}, OPTIONS, { onRow });
    expect(rows).toEqual([rowAbout('web'), rowAbout('api')]);
    expect(repositories).toEqual([rowAbout('api'), rowAbout('web')]);
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

  it('hands the text of a commit over', async () => {
    const service = overPorts(fake({ textAtCommit: async (sourceRef, commit) => (commit === 'a' ? `${sourceRef} then` : null) }));
    expect(await service.textAtCommit('api/a.md', 'a')).toBe('api/a.md then');
    expect(await service.textAtCommit('api/a.md', 'b')).toBeNull();
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

  it('hands the open repositories over, and the refusal to open any', async () => {
    expect(await overPorts(fake({ repositories: async () => ['api', 'shop'] })).repositories()).toEqual(['api', 'shop']);
    const refusing = overPorts(fake({ repositories: async () => Promise.reject(new WorkspaceContextError('unavailable', 'No folder is open.')) }));
    await expect(refusing.repositories()).rejects.toMatchObject({ code: 'unavailable', message: 'No folder is open.' });
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

    it('has a question about code answered so, too', async () => {
      const pack = await interruptible().codeContext({ repo: 'api', task: 'retry' }, OPTIONS);
      expect(codePackSchema.parse(pack)).toMatchObject({ repo: 'api', task: 'retry', symbols: [], evidence: [{ completeness: 'unknown' }], notices: [expect.stringContaining('ask again') as string] });
    });

    /** A worker that tells what it is given of a coordinator's call, then dies. */
    function dyingAfter(told: readonly object[]) {
      const start = (): Worker =>
        new Worker(
          `const { parentPort, workerData } = require('node:worker_threads');
           parentPort.on('message', ({ id }) => {
             for (const one of workerData) parentPort.postMessage({ id, ...one });
             setImmediate(() => process.exit(3));
           });`,
          { eval: true, workerData: told },
        );
      const service = workerService(start, () => undefined, { pauses: [60_000], longLife: 60_000 }, interruptedAnswers('shop'));
      services.push(service);
      return service;
    }
    const targets = ['api', 'web', 'ops'].map((id) => ({ id }));
    const call = { targets, payload: { task: 'retry' } };

    it('keeps the rows that were told, and has one for each other target that says what happened, in their order', async () => {
      const service = dyingAfter([
        { kind: 'notice', markdown: activityNotice('api', 1, 3) },
        { kind: 'notice', markdown: activityNotice('web', 2, 3) },
        { kind: 'row', row: rowAbout('web') },
      ]);
      const rows: RepositoryRow[] = [];
      const pack = await service.workspaceCodeContext(call, OPTIONS, { onRow: (row) => rows.push(row) });
      expect(workspaceCodePackSchema.parse(pack)).toEqual(pack);
      expect(rows).toEqual([rowAbout('web')]);
      expect(pack.partial).toBe(true);
      // The first had been begun, the last had not.
      expect(pack.repositories.map(({ id, started, partial, error }) => [id, started, partial, error?.code])).toEqual([
        ['api', true, true, 'interrupted'],
        ['web', true, false, undefined],
        ['ops', false, true, 'interrupted'],
      ]);
      expect(pack.repositories[1]).toEqual(rowAbout('web'));
      expect(pack.repositories[0]?.error?.message).toMatch(/ask again/);
    });

    it('is partial even where all rows had been told: nobody knows whether that was all', async () => {
      const service = dyingAfter(['api', 'web', 'ops'].map((id) => ({ kind: 'row', row: rowAbout(id) })));
      const pack = await service.workspaceCodeContext(call, OPTIONS);
      expect([pack.repositories.map(({ error }) => error), pack.partial]).toEqual([[undefined, undefined, undefined], true]);
    });

    it.each([
      ['no target', { ...call, targets: [] }],
      ['nine', { ...call, targets: Array.from({ length: 9 }, (_, index) => ({ id: `r${index}` })) }],
      ['one twice', { ...call, targets: [{ id: 'api' }, { id: 'api' }] }],
      ['a folder in place of an id', { ...call, targets: [{ id: '/home/ada/api' }] }],
      ['such a folder in other letters', { ...call, targets: [{ id: '%2Fhome%2fada' }] }],
      ['an id that is none', { ...call, targets: [{ id: 3 }] }],
      ['no targets', 'api'],
    ])('gives a call with %s an error: it never was one', async (_, args) => {
      await expect(dyingAfter([]).workspaceCodeContext(args, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('gives what is no question an error all the same', async () => {
      await expect(interruptible().ask({ quest: 1 }, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(interruptible().expand(null, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(interruptible().codeContext({ repo: '/home/ada', task: 'x' }, OPTIONS)).rejects.toMatchObject({ code: 'unavailable' });
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

describe('a worker that is disposed of', () => {
  it('ends only when it has written what it is writing', async () => {
    const order: string[] = [];
    let written = (): void => undefined;
    const writing = new Promise<readonly string[]>((resolve) => {
      written = () => {
        order.push('written');
        resolve([]);
      };
    });
    const asked = new Promise<void>((resolve) => {
      const service = overPorts(
        fake({
          status: async () => ({}) as never,
          holdEmbedding: async (milliseconds) => void order.push(`embedding held ${String(milliseconds)}`),
          idle: () => {
            order.push('asked');
            resolve();
            return writing;
          },
        }),
      );
      void service.status().then(async () => {
        await service.dispose();
        order.push('ended');
      });
    });
    await asked;
    expect(order).toEqual(['embedding held null', 'asked']);
    written();
    await expect.poll(() => order.at(-1)).toBe('ended');
    expect(order).toEqual(['embedding held null', 'asked', 'written', 'ended']);
  });

  it('is not waited for for ever', async () => {
    const never = new Promise<never>(() => undefined);
    const { port1, port2 } = new MessageChannel();
    serveWorker(port2, () => fake({ status: async () => ({}) as never, holdEmbedding: () => never, idle: () => never }));
    let terminated = false;
    const thread = {
      postMessage: (request: never) => port1.postMessage(request),
      on: (event: string, listener: (value: unknown) => void) => port1.on(event === 'exit' ? 'close' : event, listener),
      terminate: async () => {
        terminated = true;
        port1.close();
      },
    } as unknown as WorkerThread;
    const service = workerService(() => thread, () => undefined, undefined, null, 20);
    await service.status();
    await service.dispose();
    expect(terminated).toBe(true);
  });

  it('says why to whoever did not give up: what was asked for is another thing now', async () => {
    const service = overPorts(
      fake({
        status: async () => ({}) as never,
        ask: async (_args, _options, _onProgress, follower) => new Promise((_, reject) => follower?.signal?.addEventListener('abort', () => reject(follower.signal?.reason))),
        holdEmbedding: async () => undefined,
        idle: async () => [],
      }),
    );
    await service.status();
    const asked = service.ask({ question: 'x' }, OPTIONS, undefined, { signal: new AbortController().signal }).catch((error: unknown) => error);
    await service.dispose();
    // Not an error of ours without details: the folders or settings of a window change at any time.
    expect(await asked).toMatchObject({ code: 'unavailable', message: expect.stringContaining('folders or settings changed') as string });
  });

  it('gives up what can be given up, so that it ends soon', async () => {
    let begun = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const service = overPorts(
      fake({
        index: (_onProgress, _options, follower) =>
          new Promise((_resolve, reject) => {
            follower?.signal?.addEventListener('abort', () => reject(new WorkspaceContextError('unavailable', 'given up')));
            begun();
          }),
        holdEmbedding: async () => undefined,
        idle: async () => [],
      }),
    );
    const refresh = service.index(undefined, {}, { signal: new AbortController().signal });
    const outcome = expect(refresh).rejects.toThrow('given up');
    await running;
    await service.dispose();
    await outcome;
  });
});

describe('a refresh through the worker', () => {
  it('ends when its caller gives up', async () => {
    const quitter = new AbortController();
    const service = overPorts(
      fake({
        index: (onProgress, _options, follower) =>
          new Promise((_resolve, reject) => {
            follower?.signal?.addEventListener('abort', () => reject(new WorkspaceContextError('unavailable', 'given up')));
            onProgress?.({ repositoryId: 'api', step: 'indexing', done: 1, total: 9 });
          }),
      }),
    );
    const refresh = service.index(() => quitter.abort(), {}, { signal: quitter.signal });
    await expect(refresh).rejects.toThrow('given up');
  });
});

describe('the outline through the worker', () => {
  it('is asked part by part, from where the last page ended', async () => {
    const asked: unknown[] = [];
    const service = overPorts(
      fake({
        outline: async (part, from) => {
          asked.push([part, from]);
          return { rows: [], total: 0, next: null };
        },
      }),
    );
    await service.outline({ of: 'repositories' });
    expect(await service.outline({ of: 'entities', repositoryId: 'api' }, 200)).toEqual({ rows: [], total: 0, next: null });
    expect(asked).toEqual([
      [{ of: 'repositories' }, 0],
      [{ of: 'entities', repositoryId: 'api' }, 200],
    ]);
  });
});
