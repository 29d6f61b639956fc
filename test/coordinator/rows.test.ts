import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURSOR_BYTES } from '../../src/contract/codeTool';
import { workspaceCodePackSchema } from '../../src/contract/coordinatorTool';
import { WorkspaceContextError } from '../../src/contract/errors';
import { jsonBytes } from '../../src/contract/jsonBytes';
import { callFor, codePack, Machine, machineOf } from './harness';

const API = '/home/ada/work/api';

/** The row of the one repository asked, whose provider answers this. */
async function rowFor(answer: () => unknown, more: Record<string, unknown> = {}) {
  const machine = new Machine();
  machine.answer = answer;
  const pack = await machine.ask(callFor(['api'], more));
  // Whatever the provider does, what comes out is an answer of the contract.
  expect(workspaceCodePackSchema.safeParse(pack).error).toBeUndefined();
  const [row] = pack.repositories;
  if (row === undefined) throw new Error('no row');
  expect(pack.partial).toBe(row.partial);
  return { row, pack, machine };
}

const withGetter = (): unknown => ({
  ...codePack('api'),
  get symbols(): never {
    throw new Error(`not to be read: ${API}`);
  },
});

function cyclic(): unknown {
  const pack: Record<string, unknown> = { ...codePack('api') };
  pack['self'] = pack;
  return pack;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return { ...codePack('api'), value };
}

/** Small in memory, endless as JSON. */
function bomb(): unknown {
  let value: unknown = ['x'];
  for (let level = 0; level < 40; level += 1) value = [value, value];
  return { ...codePack('api'), value };
}

const hostileProxy = (): unknown =>
  new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Proxy({}, { getPrototypeOf: () => { throw new Error(API); } });
      },
    },
  );

describe('what a provider returns in place of an answer is a row that says so, and the others answer', () => {
  const RUBBISH: readonly (readonly [string, () => unknown, string])[] = [
    ['nothing', () => undefined, 'unusable-answer'],
    ['null', () => null, 'unusable-answer'],
    ['a text', () => 'all good', 'unusable-answer'],
    ['a number', () => 7, 'unusable-answer'],
    ['a list', () => [codePack('api')], 'unusable-answer'],
    ['a function', () => () => codePack('api'), 'unusable-answer'],
    ['an object of another shape', () => ({ symbols: [] }), 'unusable-answer'],
    ['symbols that are a text', () => ({ ...codePack('api'), symbols: 'many' }), 'unusable-answer'],
    ['a completeness nobody knows', () => ({ ...codePack('api'), evidence: [{ ...codePack('api').evidence[0], completeness: 'mostly' }] }), 'unusable-answer'],
    ['an answer about another repository', () => codePack('web'), 'unusable-answer'],
    ['a cursor that is no text', () => ({ ...codePack('api'), nextCursor: 7 }), 'unusable-answer'],
    ['a date', () => ({ ...codePack('api'), at: new Date() }), 'unusable-answer'],
    ['a map', () => ({ ...codePack('api'), extra: new Map([[API, 1]]) }), 'unusable-answer'],
    ['a number that JSON has not', () => ({ ...codePack('api'), outOfScope: Number.NaN }), 'unusable-answer'],
    ['a bigint', () => ({ ...codePack('api'), extra: 1n }), 'unusable-answer'],
    ['a circle', cyclic, 'unusable-answer'],
    ['a list with holes', () => ({ ...codePack('api'), notices: new Array(3) }), 'unusable-answer'],
    ['a list of endless length', () => ({ ...codePack('api'), notices: new Array(2 ** 32 - 1) }), 'answer-too-large'],
    ['what is nested endlessly', () => nested(100_000), 'unusable-answer'],
    ['what is small and written out endless', bomb, 'answer-too-large'],
    ['a getter that throws', withGetter, 'unusable-answer'],
    ['a key that changes prototypes', () => JSON.parse(JSON.stringify(codePack('api')).replace('{', '{"__proto__": {"polluted": true}, ')) as unknown, 'unusable-answer'],
    ['a proxy that throws proxies', hostileProxy, 'unusable-answer'],
    ['something that only looks like a promise', () => ({ then: 'now', ...codePack('web') }), 'unusable-answer'],
    ['too much', () => codePack('api', { snippets: [{ name: 'x', path: 'x', line: 1, code: 'x'.repeat(40_000) }] }), 'answer-too-large'],
    ['a text of many megabytes', () => codePack('api', { task: 'x'.repeat(50_000_000) }), 'answer-too-large'],
  ];

  it.each(RUBBISH)('%s', async (_, answer, code) => {
    const machine = new Machine();
    machine.answer = ({ request }) => (request['repo'] === 'api' ? answer() : codePack(String(request['repo'])));
    const pack = await machine.ask(callFor(['api', 'web'], { budget: { bytes: 20_000 } }));
    expect(workspaceCodePackSchema.safeParse(pack).error).toBeUndefined();
    expect(pack.repositories.map(({ error, partial }) => [error?.code, partial])).toEqual([
      [code, true],
      [undefined, false],
    ]);
    expect(pack.repositories[0]).toMatchObject({ started: true, evidence: [], notices: [], truncated: code === 'answer-too-large' });
    expect(pack.repositories[0]).not.toHaveProperty('result');
    expect(JSON.stringify(pack)).not.toContain('/home');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('never reads a property that is computed', async () => {
    let read = 0;
    const { row } = await rowFor(() =>
      Object.defineProperty({ ...codePack('api') }, 'nextCursor', {
        enumerable: true,
        get: () => {
          read += 1;
          return 'c';
        },
      }),
    );
    expect(read).toBe(0);
    expect(row.nextCursor).toBeUndefined();
  });

  it('any JSON at all, and any value at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true, withTypedArray: true, withObjectString: true })), async (value) => {
        const { row } = await rowFor(() => value);
        expect(row.error?.code).toMatch(/^(unusable-answer|answer-too-large)$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what a provider throws is a row with a safe error', () => {
  it.each([
    ['an error with a path', () => new Error(`ENOENT: ${API}/secret`)],
    ['a text', () => API],
    ['nothing', () => undefined],
    ['an object whose properties throw', () => Object.defineProperty({}, 'message', { get: () => { throw new Error(API); } })],
    ['a proxy', () => new Proxy({}, { getPrototypeOf: () => { throw new Error(API); } })],
    ['a defect of ours', () => new WorkspaceContextError('internal', API)],
  ])('%s: nothing of it is told', async (_, thrown) => {
    const { row, machine } = await rowFor(() => {
      throw thrown();
    });
    expect(row).toMatchObject({ started: true, partial: true, error: { code: 'internal', message: expect.stringMatching(/failed inside the provider; ask again/) as string } });
    expect(JSON.stringify([row, machine.logged])).not.toContain('/home');
  });

  it('an error made for the caller is told, without folders and not at any length', async () => {
    const { row } = await rowFor(() => {
      throw new WorkspaceContextError('invalid-argument', `"cursor" is not one of ${API}/src: ${'x'.repeat(2_000)}`);
    });
    expect(row.error?.code).toBe('invalid-argument');
    expect(row.error?.message).toMatch(/^"cursor" is not one of api\/src: x+…$/);
    expect(row.error?.message.length).toBeLessThanOrEqual(500);
  });
});

describe('partial', () => {
  /** An answer without what its row tells itself. */
  const answered = (repo: string) => {
    const { task, symbols, related, snippets, tests } = codePack(repo);
    return { repo, task, symbols, related, snippets, tests };
  };

  it('is false of a whole answer, and nothing of it is changed', async () => {
    const { row } = await rowFor(() => codePack('api', { notices: ['fine'], outOfScope: 2 }));
    expect(row).toEqual({
      id: 'api',
      started: true,
      result: answered('api'),
      evidence: codePack('api').evidence,
      provider: 'fake',
      implementation: 'test',
      notices: ['fine'],
      outOfScope: 2,
      partial: false,
      truncated: false,
    });
  });

  it.each(['partial', 'lower_bound', 'unknown', 'source_trimmed'])('is true of %s evidence', async (completeness) => {
    const [evidence] = codePack('api').evidence;
    const { row } = await rowFor(() => codePack('api', { evidence: [evidence, { ...evidence, completeness }] }));
    expect(row.partial).toBe(true);
  });

  it('is true where there is no evidence at all', async () => {
    expect((await rowFor(() => codePack('api', { evidence: [] }))).row.partial).toBe(true);
  });

  it('is true of an answer that goes on', async () => {
    expect((await rowFor(() => codePack('api', { nextCursor: 'more' }))).row).toMatchObject({ partial: true, truncated: false, nextCursor: 'more', result: answered('api') });
  });

  const SIGNS: readonly (readonly [Record<string, unknown>, boolean])[] = [
    [{ truncated: true }, true],
    [{ truncated: 'yes' }, true],
    [{ truncated: 1 }, true],
    [{ truncated: false }, false],
    [{ truncated: 0 }, false],
    [{ truncated: null }, false],
    [{ partial: true }, true],
    [{ partial: false }, false],
    [{ incomplete: true }, true],
    [{ incomplete: '' }, false],
    [{ lowerBound: true }, true],
    [{ lowerBound: 12 }, true],
    [{ lowerBound: false }, false],
    [{ omitted: 1 }, true],
    [{ omitted: 0.5 }, true],
    [{ omitted: 0 }, false],
    [{ omitted: -1 }, false],
    [{ omitted: 'some' }, false],
    [{ nextCursor: 'c' }, true],
    [{ nextCursor: null }, false],
    [{ nextCursor: '' }, false],
    [{ completeness: 'partial' }, true],
    [{ completeness: 'unheard of' }, true],
    [{ completeness: null }, true],
    [{ completeness: 'complete' }, false],
    [{ wholly: true }, false],
  ];
  const PLACES: readonly (readonly [string, (sign: object) => Record<string, unknown>])[] = [
    ['beside the symbols', (sign) => ({ extra: sign })],
    ['in a symbol', (sign) => ({ symbols: [{ name: 'x', kind: 'function', path: 'x', line: 1, score: 1, why: [], ...sign }] })],
    ['deep inside', (sign) => ({ extra: [[{ a: [{ b: sign }] }]] })],
  ];
  it.each(SIGNS.flatMap(([sign, expected]) => PLACES.map(([place, put]) => [JSON.stringify(sign), place, expected, put(sign)] as const)))(
    'for %s %s: %s',
    async (_, __, expected, more) => {
      expect((await rowFor(() => codePack('api', more))).row.partial).toBe(expected);
    },
  );

  it('of the whole is true as soon as one row is', async () => {
    const machine = new Machine();
    machine.answer = ({ request }) => (request['repo'] === 'ops' ? null : codePack(String(request['repo'])));
    expect((await machine.ask(callFor(['api', 'web']))).partial).toBe(false);
    expect((await machine.ask(callFor(['api', 'web', 'ops']))).partial).toBe(true);
  });
});

describe('cursors', () => {
  /** Every code unit there is, halves of surrogate pairs included; zero apart, which no text of a process's arguments holds. */
  const allUnits = (): string[] => {
    const chunks: string[] = [];
    for (let from = 0; from < 0x10000; from += 0x2000) chunks.push(String.fromCharCode(...Array.from({ length: 0x2000 }, (_, index) => from + index)));
    return chunks;
  };

  it.each(allUnits().map((cursor, index) => [index, cursor] as const))('go to the provider and back unit for unit: part %i of all', async (_, cursor) => {
    const machine = new Machine();
    machine.answer = () => codePack('api', { nextCursor: `${cursor}!` });
    const { repositories } = await machine.ask(callFor(['api'], { continuations: [{ repository: 'api', cursor }] }));
    expect(machine.calls[0]?.request['cursor']).toBe(cursor);
    expect(repositories[0]?.cursor).toBe(cursor);
    expect(repositories[0]?.nextCursor).toBe(`${cursor}!`);
    // As JSON they are the same as well.
    expect((JSON.parse(JSON.stringify(repositories)) as typeof repositories)[0]?.nextCursor).toBe(`${cursor}!`);
  });

  it('of any kind come back as they were given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), async (cursor) => {
        const { row } = await rowFor(() => codePack('api', { nextCursor: cursor }));
        expect(row.nextCursor).toBe(cursor);
      }),
    );
  });

  it.each([
    ['one-byte', 'x'.repeat(CURSOR_BYTES)],
    ['two-byte', 'é'.repeat(CURSOR_BYTES / 2)],
    ['four-byte', '😀'.repeat(CURSOR_BYTES / 4)],
  ])('of a provider may have 65,536 bytes of %s characters, whatever the budget; one more is left out', async (_, cursor) => {
    const budget = { bytes: 2_000 };
    const whole = (await rowFor(() => codePack('api', { nextCursor: cursor }), { budget })).row;
    expect(whole.nextCursor).toBe(cursor);
    expect(whole).toMatchObject({ partial: true, truncated: false });
    const { row } = await rowFor(() => codePack('api', { nextCursor: `${cursor}x` }), { budget });
    expect(row).toMatchObject({ partial: true, truncated: true });
    expect(row.nextCursor).toBeUndefined();
    expect(row.result).not.toHaveProperty('nextCursor');
    expect(row.notices).toEqual([expect.stringMatching(/cursor was left out: it is longer than 65536 bytes/)]);
    expect(row.error).toBeUndefined();
  });

  it('that name a folder of the machine are left out, because they can be neither told nor changed', async () => {
    const { row } = await rowFor(() => codePack('api', { nextCursor: `after:${API}/src/x.ts` }), { continuations: [{ repository: 'api', cursor: `from:${API}` }] });
    expect(row).toMatchObject({ partial: true, truncated: true });
    expect([row.cursor, row.nextCursor]).toEqual([undefined, undefined]);
    expect(row.notices).toHaveLength(2);
    expect(JSON.stringify(row)).not.toContain('/home');
  });

  it("of another repository are the provider's to refuse: that row's error", async () => {
    const { row } = await rowFor(() => {
      throw new WorkspaceContextError('invalid-argument', '"cursor" belongs to another repository; leave it out.');
    });
    expect(row.error).toEqual({ code: 'invalid-argument', message: '"cursor" belongs to another repository; leave it out.' });
  });
});

describe('size', () => {
  it('of an answer is within its budget, whatever the providers return', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 2_000 }), { maxLength: 6 }),
        async (bytes, count, notices) => {
          const { machine, ids } = machineOf(count);
          machine.answer = ({ request }) => codePack(String(request['repo']), { notices });
          const pack = await machine.ask(callFor(ids, { budget: { bytes } }));
          // Rows that tell of an error have a size of their own, which no budget makes smaller.
          const answers = { ...pack, repositories: pack.repositories.filter(({ error }) => error === undefined) };
          if (answers.repositories.length > 0) expect(jsonBytes(answers)).toBeLessThanOrEqual(bytes);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of the whole is that of any pack unless more is asked for', async () => {
    const { machine, ids } = machineOf(8);
    machine.answer = ({ request, allowance }) => codePack(String(request['repo']), { task: 'x'.repeat(allowance.bytes - jsonBytes(codePack(String(request['repo']), { task: '' }))) });
    const pack = await machine.ask(callFor(ids));
    expect(pack.repositories.every(({ error }) => error === undefined)).toBe(true);
    expect(jsonBytes(pack)).toBeLessThanOrEqual(32 * 1024);
  });
});
