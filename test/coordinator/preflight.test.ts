import { describe, expect, it } from 'vitest';
import { CURSOR_BYTES } from '../../src/contract/codeTool';
import { callFor, Machine, machineOf, PAYLOAD } from './harness';

const API = '/home/ada/work/api';
const target = (id: string, more: Record<string, unknown> = {}) => ({ id, ...more });
const twoTargets = (first: Record<string, unknown>, second: Record<string, unknown>) => ({ targets: [first, second], payload: PAYLOAD });

/** A refusal, of which nothing may have been probed or asked. */
interface Case {
  readonly name: string;
  readonly args: unknown;
  readonly machine?: (machine: Machine) => void;
  readonly code?: string;
  readonly message: RegExp;
}

const CASES: readonly Case[] = [
  { name: 'no arguments', args: undefined, message: /"targets" is missing/ },
  { name: 'no target', args: { targets: [], payload: PAYLOAD }, message: /"targets" must not be empty/ },
  { name: 'no payload', args: { targets: [target('api')] }, message: /"payload" is missing/ },
  { name: 'a target that is a name', args: { targets: ['api'], payload: PAYLOAD }, message: /"targets\[0\]" must be of type object/ },
  { name: 'a target without an id', args: { targets: [{}], payload: PAYLOAD }, message: /"targets\[0\]\.id" is missing/ },
  { name: 'an unknown argument', args: callFor(['api'], { repos: ['api'] }), code: 'unknown-argument', message: /Unknown argument "repos"; this tool takes targets, payload/ },
  { name: 'the argument repository of the other tools', args: callFor(['api'], { repo: 'api' }), code: 'unknown-argument', message: /Unknown argument "repo"/ },
  { name: 'an unknown argument of a target', args: { targets: [target('api', { path: 'x' })], payload: PAYLOAD }, code: 'unknown-argument', message: /"path" in "targets\[0\]", which takes id, root, payload, cursor/ },
  { name: 'an unknown argument of the payload', args: callFor(['api'], { payload: { ...PAYLOAD, depth: 3 } }), code: 'unknown-argument', message: /"depth" in "payload", which takes task, mode/ },
  { name: 'a payload that names a repository: the coordinator does', args: callFor(['api'], { payload: { ...PAYLOAD, repo: 'web' } }), code: 'unknown-argument', message: /"repo" in "payload"/ },
  { name: 'a payload with a cursor: it belongs to a target', args: callFor(['api'], { payload: { ...PAYLOAD, cursor: 'c' } }), code: 'unknown-argument', message: /"cursor" in "payload"/ },
  { name: "an unknown argument of a target's payload", args: { targets: [target('api', { payload: { top: 1 } })], payload: PAYLOAD }, code: 'unknown-argument', message: /"top" in "targets\[0\]\.payload"/ },
  { name: 'a task that neither payload has', args: callFor(['api'], { payload: {} }), message: /"task" is missing/ },
  { name: 'maxParallel 0', args: callFor(['api'], { maxParallel: 0 }), message: /"maxParallel" must be at least 1/ },
  { name: 'maxParallel 5, which is not cut down to 4', args: callFor(['api'], { maxParallel: 5 }), message: /"maxParallel" must be at most 4\. More than 4 is refused/ },
  { name: 'maxParallel 1.5', args: callFor(['api'], { maxParallel: 1.5 }), message: /"maxParallel" must be a whole number/ },
  { name: 'a budget of no bytes', args: callFor(['api'], { budget: { bytes: 0 } }), message: /"budget\.bytes" must be at least 1/ },
  { name: 'a budget of less than no bytes', args: callFor(['api'], { budget: { bytes: -1 } }), message: /"budget\.bytes" must be at least 1/ },
  { name: 'a budget of no time', args: callFor(['api'], { budget: { millis: 0 } }), message: /"budget\.millis" must be at least 1/ },
  { name: 'a budget of less than no time', args: callFor(['api'], { budget: { millis: -5 } }), message: /"budget\.millis" must be at least 1/ },
  { name: 'an unknown budget', args: callFor(['api'], { budget: { tokens: 1 } }), code: 'unknown-argument', message: /"tokens" in "budget", which takes bytes, millis/ },
  { name: 'one repository twice', args: twoTargets(target('api'), target('api')), message: /"targets\[1\]\.id" names the same repository as "targets\[0\]\.id"/ },
  { name: 'an unknown repository', args: callFor(['api', 'billing']), message: /"targets\[1\]\.id" "billing" is not a repository of this workspace; the ids are api, web, ops\./ },
  { name: 'a path in place of an id, which is not repeated', args: callFor([API]), message: /^"targets\[0\]\.id" is not a repository/ },
  {
    name: 'two ids that are configured to one folder',
    args: callFor(['api', 'alias']),
    machine: (machine) => machine.repositories.push({ id: 'alias', root: API }),
    message: /"targets\[0\]\.id" "api" and "targets\[1\]\.id" "alias" are one folder/,
  },
  {
    name: 'two ids that are one folder behind a link',
    args: callFor(['api', 'alias']),
    machine: (machine) => {
      machine.repositories.push({ id: 'alias', root: '/srv/link' });
      machine.links['/srv/link'] = API;
    },
    message: /are one folder/,
  },
  {
    name: 'two ids that are one folder by way of ..',
    args: callFor(['api', 'alias']),
    machine: (machine) => machine.repositories.push({ id: 'alias', root: '/home/ada/work/web/../api' }),
    message: /are one folder/,
  },
  {
    name: 'two ids that differ in case where the file system does not tell case apart',
    args: callFor(['api', 'API']),
    machine: (machine) => {
      machine.ignoresCase = true;
      machine.repositories.push({ id: 'API', root: '/home/ada/work/API' });
    },
    message: /are one folder/,
  },
  {
    name: 'two ids that differ in case behind links',
    args: callFor(['api', 'other']),
    machine: (machine) => {
      machine.ignoresCase = true;
      machine.repositories.push({ id: 'other', root: '/srv/other' });
      machine.links['/srv/other'] = '/HOME/ada/WORK/api';
    },
    message: /are one folder/,
  },
  { name: 'a root that is another folder', args: { targets: [target('api', { root: '/home/ada/work/web' })], payload: PAYLOAD }, message: /"targets\[0\]\.root" is not the folder of the repository "api"/ },
  {
    name: 'a root that is nowhere: the same sentence, so that nobody learns what there is',
    args: { targets: [target('api', { root: '/nowhere' })], payload: PAYLOAD },
    machine: (machine) => {
      machine.links['/nowhere'] = null;
    },
    message: /"targets\[0\]\.root" is not the folder of the repository "api"/,
  },
  {
    name: 'a repository whose folder is gone',
    args: callFor(['web', 'api']),
    machine: (machine) => {
      machine.links[API] = null;
    },
    code: 'workspace-not-readable',
    message: /The folder of "targets\[1\]\.id" "api" cannot be read/,
  },
  { name: 'a continuation of an unknown repository', args: callFor(['api'], { continuations: [{ repository: 'billing', cursor: 'c' }] }), message: /"continuations\[0\]\.repository" "billing" is not among the targets/ },
  { name: 'a continuation of a repository that is not asked here', args: callFor(['api'], { continuations: [{ repository: 'web', cursor: 'c' }] }), message: /"web" is not among the targets/ },
  {
    name: 'two continuations of one repository, be they the same',
    args: callFor(['api'], { continuations: [{ repository: 'api', cursor: 'c' }, { repository: 'api', cursor: 'c' }] }),
    message: /"continuations\[1\]\.repository" "api" has a cursor in "continuations\[0\]" already/,
  },
  {
    name: 'a cursor of a target and a continuation of it, be they the same',
    args: { targets: [target('api', { cursor: 'c' })], payload: PAYLOAD, continuations: [{ repository: 'api', cursor: 'c' }] },
    message: /"continuations\[0\]" and "targets\[0\]\.cursor" are both cursors/,
  },
  { name: 'an empty cursor', args: { targets: [target('api', { cursor: '' })], payload: PAYLOAD }, message: /"targets\[0\]\.cursor" must not be empty/ },
  { name: 'a cursor of 65,537 bytes', args: { targets: [target('api', { cursor: 'x'.repeat(CURSOR_BYTES + 1) })], payload: PAYLOAD }, message: /"targets\[0\]\.cursor" has 65537 bytes; a cursor has at most 65536/ },
  {
    name: 'a cursor of 65,537 bytes in fewer characters',
    args: callFor(['api'], { continuations: [{ repository: 'api', cursor: `${'é'.repeat(CURSOR_BYTES / 2)}x` }] }),
    message: /"continuations\[0\]\.cursor" has 65537 bytes/,
  },
  {
    name: 'a repository that is not trusted',
    args: callFor(['web', 'api']),
    machine: (machine) => {
      machine.authorizations['api'] = 'not-trusted';
    },
    code: 'not-trusted',
    message: /"targets\[1\]\.id" "api" is not trusted/,
  },
  {
    name: 'a repository that may not be read',
    args: callFor(['api']),
    machine: (machine) => {
      machine.authorizations['api'] = 'not-readable';
    },
    code: 'workspace-not-readable',
    message: /cannot be read/,
  },
];

describe('a call is refused before anything is probed or asked', () => {
  it.each(CASES)('$name', async ({ args, machine: prepare, code = 'invalid-argument', message }) => {
    const machine = new Machine();
    prepare?.(machine);
    const refusal = await machine.refusal(args);
    expect(refusal).toMatchObject({ code, asked: 0 });
    expect(refusal.message).toMatch(message);
    expect(refusal.message).not.toMatch(/home|ada|srv/);
  });

  it('nine targets', async () => {
    const { machine, ids } = machineOf(9);
    expect(await machine.refusal(callFor(ids))).toMatchObject({ asked: 0, message: '"targets" must hold at most 8. Ask in several calls, of at most 8 repositories each.' });
  });

  it('in the order ids, folders, cursors, authorization, when several things are wrong', async () => {
    const machine = new Machine();
    machine.authorizations['api'] = 'not-trusted';
    const wrong = { ...callFor(['api'], { continuations: [{ repository: 'web', cursor: 'c' }] }) };
    expect((await machine.refusal({ ...wrong, targets: [target('api', { root: '/x' }), target('nobody')] })).message).toMatch(/"nobody" is not a repository/);
    expect((await machine.refusal({ ...wrong, targets: [target('api', { root: '/x' })] })).message).toMatch(/root" is not the folder/);
    expect((await machine.refusal(wrong)).message).toMatch(/not among the targets/);
    expect((await machine.refusal(callFor(['api']))).code).toBe('not-trusted');
  });

  it('with a refusal that is free of folders even where it repeats what the caller wrote', async () => {
    const machine = new Machine();
    const { message } = await machine.refusal(callFor(['api'], { [`${API}/src`]: 1 }));
    expect(message).toMatch(/^Unknown argument "api\/src"/);
  });
});

describe('a call passes', () => {
  it('with one and with eight targets', async () => {
    const { machine, ids } = machineOf(8);
    expect((await machine.ask(callFor(ids.slice(0, 1)))).repositories).toHaveLength(1);
    expect((await machine.ask(callFor(ids))).repositories).toHaveLength(8);
  });

  it('with a root that leads to the repository by a link, by .. or in other case', async () => {
    const machine = new Machine();
    machine.ignoresCase = true;
    machine.links['/srv/link'] = API;
    for (const root of [API, '/srv/link', '/home/ada/work/web/../api', '/home/ADA/work/API']) {
      expect((await machine.ask({ targets: [target('api', { root })], payload: PAYLOAD })).partial).toBe(false);
    }
  });

  it('with ids that differ in case where the file system tells case apart', async () => {
    const machine = new Machine();
    machine.repositories.push({ id: 'API', root: '/home/ada/work/API' });
    expect((await machine.ask(callFor(['api', 'API']))).repositories.map(({ id }) => id)).toEqual(['api', 'API']);
  });

  it('with a cursor of 65,536 bytes, in whatever characters', async () => {
    for (const cursor of ['x'.repeat(CURSOR_BYTES), 'é'.repeat(CURSOR_BYTES / 2), '😀'.repeat(CURSOR_BYTES / 4)]) {
      const machine = new Machine();
      await machine.ask(callFor(['api'], { continuations: [{ repository: 'api', cursor }] }));
      expect(machine.calls.map(({ request }) => request['cursor'])).toEqual([cursor]);
    }
  });
});
