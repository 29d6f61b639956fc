import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RepositoryRow } from '../../src/contract/coordinatorTool';
import { activityNotice } from '../../src/coordinator/activityNotice';
import { callFor, codePack, deferred, Machine, machineOf, PAYLOAD, ticks } from './harness';

const rowsOf = (pack: Awaited<ReturnType<Machine['ask']>>) => pack.repositories;

describe('requests', () => {
  it('are ordinary ones for exactly one repository each, its own arguments over the shared ones', async () => {
    const machine = new Machine();
    await machine.ask({
      targets: [{ id: 'api', payload: { limit: 3, keywords: ['key'] }, cursor: 'c1' }, { id: 'web' }, { id: 'ops', payload: { task: 'other' } }],
      payload: { task: 'rotate', mode: 'plan', limit: 9, keywords: ['secret', 'token'] },
      continuations: [{ repository: 'web', cursor: 'c2' }],
    });
    expect(machine.calls.map(({ request }) => request)).toEqual([
      { repo: 'api', task: 'rotate', mode: 'plan', limit: 3, keywords: ['key'], cursor: 'c1' },
      { repo: 'web', task: 'rotate', mode: 'plan', limit: 9, keywords: ['secret', 'token'], cursor: 'c2' },
      { repo: 'ops', task: 'other', mode: 'plan', limit: 9, keywords: ['secret', 'token'] },
    ]);
  });

  it('are made anew for every call: nothing is kept', async () => {
    const machine = new Machine();
    await machine.ask(callFor(['api']));
    await machine.ask(callFor(['api']));
    expect(machine.calls).toHaveLength(2);
  });

  it.each([
    [undefined, 4],
    [4, 4],
    [3, 3],
    [1, 1],
  ])('with maxParallel %s run at most %i at once, and as many as that', async (maxParallel, most) => {
    const { machine, ids } = machineOf(8);
    let running = 0;
    let highest = 0;
    machine.answer = async ({ request }) => {
      running += 1;
      highest = Math.max(highest, running);
      await ticks();
      running -= 1;
      return codePack(String(request['repo']));
    };
    await machine.ask(callFor(ids, maxParallel === undefined ? {} : { maxParallel }));
    expect(highest).toBe(most);
  });

  it('do not share what one of them may take: equal parts, copied, of which none can be changed', async () => {
    const { machine, ids } = machineOf(8);
    await machine.ask(callFor(ids, { budget: { bytes: 80_064, millis: 10_000 } }));
    const allowances = machine.calls.map(({ allowance }) => allowance);
    // (80,064 - 64) / 8 bytes a row, of which 320 are the row's own; 10,000 ms x 4 lanes / 8 repositories.
    for (const allowance of allowances) expect(allowance).toMatchObject({ bytes: 9_680, millis: 5_000, permission: 'read' });
    expect(new Set(allowances).size).toBe(8);
    expect(allowances.every(Object.isFrozen)).toBe(true);
  });

  it('never may take more than an answer of code.context may hold', async () => {
    const machine = new Machine();
    await machine.ask(callFor(['api'], { budget: { bytes: 10_000_000 } }));
    expect(machine.calls[0]?.allowance.bytes).toBe(32 * 1024);
  });

  it('get no more when another one needed less', async () => {
    const { machine, ids } = machineOf(4);
    await machine.ask(callFor(ids, { maxParallel: 1, budget: { millis: 400 } }));
    // All answer at once, and the last one has its quarter all the same.
    expect(machine.calls.map(({ allowance }) => allowance.millis)).toEqual([100, 100, 100, 100]);
  });
});

describe('rows', () => {
  it('are told as they are finished, each once, while others are still asked; the answer has the same in the order of the targets', async () => {
    const machine = new Machine();
    const slow = deferred<unknown>();
    machine.answer = ({ request }) => (request['repo'] === 'api' ? slow.promise : codePack(String(request['repo'])));
    const told: RepositoryRow[] = [];
    const asked = machine.ask(callFor(['api', 'web', 'ops']), { onRow: (row) => told.push(row) });
    await ticks();
    expect(told.map(({ id }) => id)).toEqual(['web', 'ops']);
    slow.resolve(codePack('api'));
    const rows = rowsOf(await asked);
    expect(told.map(({ id }) => id)).toEqual(['web', 'ops', 'api']);
    expect(rows).toEqual([told[2], told[0], told[1]]);
  });

  it('are told of every target, whatever became of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('answers', 'fails', 'rubbish', 'hangs', 'moved'), { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (fates, maxParallel) => {
        const { machine, ids } = machineOf(fates.length);
        for (const [index, fate] of fates.entries()) if (fate === 'moved') machine.moved[ids[index] as string] = null;
        machine.answer = ({ request }) => {
          const id = String(request['repo']);
          const fate = fates[ids.indexOf(id)];
          if (fate === 'fails') throw new Error('/home/ada/work');
          return fate === 'hangs' ? new Promise(() => undefined) : fate === 'rubbish' ? 7 : codePack(id);
        };
        const told: RepositoryRow[] = [];
        const asked = machine.ask(callFor(ids, { maxParallel, budget: { millis: 8_000 } }), { onRow: (row) => told.push(row) });
        await machine.pass(8_000);
        const rows = rowsOf(await asked);
        expect(rows.map(({ id }) => id)).toEqual(ids);
        expect([...told].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });

  it('that nobody can be told of are in the answer all the same', async () => {
    const machine = new Machine();
    const onRow = (): void => {
      throw new Error('nobody looks');
    };
    expect((await machine.ask(callFor(['api', 'web']), { onRow })).partial).toBe(false);
  });
});

describe('time', () => {
  it('of a repository that hangs is over after its share; the others answer', async () => {
    const machine = new Machine();
    machine.answer = ({ request }) => (request['repo'] === 'web' ? new Promise(() => undefined) : codePack(String(request['repo'])));
    const asked = machine.ask(callFor(['api', 'web', 'ops'], { budget: { millis: 900 }, maxParallel: 1 }));
    await machine.pass(300);
    const rows = rowsOf(await asked);
    expect(rows.map(({ error }) => error?.code)).toEqual([undefined, 'out-of-time', undefined]);
    expect(rows[1]).toMatchObject({ started: true, partial: true });
    expect(machine.calls[1]?.allowance.signal.aborted).toBe(true);
    expect(machine.waiting).toBe(0);
  });

  it('of the call is never exceeded, also where a lane has one repository more than others', async () => {
    const { machine, ids } = machineOf(5);
    machine.answer = () => new Promise(() => undefined);
    const asked = machine.ask(callFor(ids, { budget: { millis: 1_000 } }));
    // 1,000 ms x 4 lanes / 5 repositories = 800 each; the fifth begins after 800, and 200 are left of the whole.
    await machine.pass(1_000);
    const rows = rowsOf(await asked);
    expect(machine.calls.map(({ allowance }) => allowance.millis)).toEqual([800, 800, 800, 800, 200]);
    expect(rows.every(({ error }) => error?.code === 'out-of-time')).toBe(true);
  });

  it('that is over before a repository begins: it is not asked, and nobody is told that it is', async () => {
    const machine = new Machine();
    // One millisecond has no whole half.
    const rows = rowsOf(await machine.ask(callFor(['api', 'web'], { budget: { millis: 1 }, maxParallel: 1 })));
    expect(rows.map(({ started, partial, error }) => [started, partial, error?.code])).toEqual([
      [false, true, 'out-of-time'],
      [false, true, 'out-of-time'],
    ]);
    expect([machine.calls, machine.notices]).toEqual([[], []]);
  });
});

describe('cancellation', () => {
  it('reaches what runs, and what has not begun does not begin', async () => {
    const { machine, ids } = machineOf(6);
    machine.answer = ({ request }, index) => (index === 0 ? codePack(String(request['repo'])) : new Promise(() => undefined));
    const controller = new AbortController();
    const asked = machine.ask(callFor(ids, { maxParallel: 2 }), { signal: controller.signal });
    await ticks();
    controller.abort();
    const pack = await asked;
    expect(rowsOf(pack).map(({ started, error }) => [started, error?.code])).toEqual([
      [true, undefined],
      [true, 'cancelled'],
      [true, 'cancelled'],
      [false, 'cancelled-before-start'],
      [false, 'cancelled-before-start'],
      [false, 'cancelled-before-start'],
    ]);
    expect(pack.partial).toBe(true);
    expect(rowsOf(pack)[3]?.error?.message).toMatch(/cancelled before this repository was asked/);
    expect(machine.calls.map(({ allowance }) => allowance.signal.aborted)).toEqual([false, true, true]);
    expect(machine.notices).toHaveLength(3);
    expect(machine.waiting).toBe(0);
  });

  it('before the call begins leaves every row unasked', async () => {
    const machine = new Machine();
    const { repositories } = await machine.ask(callFor(['api', 'web']), { signal: AbortSignal.abort() });
    expect(repositories.map(({ started, error }) => [started, error?.code])).toEqual([
      [false, 'cancelled-before-start'],
      [false, 'cancelled-before-start'],
    ]);
    expect([machine.calls, machine.probes, machine.notices]).toEqual([[], [], []]);
  });

  it('does not keep a call that was refused from being refused', async () => {
    const machine = new Machine();
    await expect(machine.ask(callFor(['nobody']), { signal: AbortSignal.abort() })).rejects.toThrow(/not a repository/);
  });

  it('while a repository is probed means that it did not begin', async () => {
    const machine = new Machine();
    const controller = new AbortController();
    machine.probe = () => new Promise(() => undefined);
    const asked = machine.ask(callFor(['api', 'web']), { signal: controller.signal });
    await ticks();
    controller.abort();
    expect(rowsOf(await asked).map(({ started, error }) => [started, error?.code])).toEqual([
      [false, 'cancelled-before-start'],
      [false, 'cancelled-before-start'],
    ]);
    expect(machine.probes).toEqual(['api']);
  });
});

describe('notices', () => {
  it('come right before each request, in the order of the call, however long the probes take', async () => {
    const { machine, ids } = machineOf(6);
    machine.probe = async (id) => {
      if (id === 'r1') await ticks();
    };
    await machine.ask(callFor([...ids].reverse()));
    expect(machine.notices).toEqual([...ids].reverse().map((id, index) => activityNotice(id, index + 1, 6)));
    for (const id of ids) {
      expect(machine.events.indexOf(`probe ${id}`)).toBeLessThan(machine.events.indexOf(`notice ${id}`));
      expect(machine.events.indexOf(`notice ${id}`)).toBeLessThan(machine.events.indexOf(`call ${id}`));
    }
  });

  it('are one line of Markdown in which a name is code, whatever it holds', () => {
    expect(activityNotice('api', 1, 2)).toBe('**workspace.context** asks code.context about `api` (1 of 2)');
    expect(activityNotice('a`b``c', 2, 2)).toContain('``` a`b``c ```');
  });

  it('are no part of the answer', async () => {
    const machine = new Machine();
    expect(rowsOf(await machine.ask(callFor(['api'])))[0]?.notices).toEqual([]);
  });

  it('are worth no answer: who follows may fail', async () => {
    const machine = new Machine();
    const onNotice = () => {
      throw new Error('nobody there');
    };
    expect((await machine.ask(callFor(['api']), { onNotice })).partial).toBe(false);
  });

  it('say nothing of a repository that moved after the call was checked: it is not asked', async () => {
    const machine = new Machine();
    machine.moved = { api: '/home/ada/elsewhere/api', web: null };
    const rows = rowsOf(await machine.ask(callFor(['api', 'web', 'ops'])));
    expect(rows.map(({ started, error }) => [started, error?.code])).toEqual([
      [false, 'repository-moved'],
      [false, 'repository-moved'],
      [true, undefined],
    ]);
    expect(machine.notices).toEqual([activityNotice('ops', 3, 3)]);
  });
});

it('rows keep the order of the call, whichever answers first', async () => {
  const machine = new Machine();
  const gates = new Map(['api', 'web', 'ops'].map((id) => [id, deferred<void>()]));
  machine.answer = async ({ request }) => {
    await gates.get(String(request['repo']))?.promise;
    return codePack(String(request['repo']));
  };
  const asked = machine.ask({ targets: [{ id: 'ops' }, { id: 'api' }, { id: 'web' }], payload: PAYLOAD });
  for (const id of ['web', 'api', 'ops']) {
    await ticks();
    gates.get(id)?.resolve();
  }
  const rows = rowsOf(await asked);
  expect(rows.map(({ id }) => id)).toEqual(['ops', 'api', 'web']);
  // Each has its own answer and no other one's.
  expect(rows.map(({ result }) => result?.repo)).toEqual(['ops', 'api', 'web']);
});
