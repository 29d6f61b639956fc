import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkspaceContextError } from '../../src/contract/errors';
import { codePack, Machine, PAYLOAD } from './harness';

const API = '/home/ada/Work/api';
const LIB = `${API}/vendor/lib`;
const HOME = '/home/ada';
const CACHE = '/home/ada/.cache/workspace-context';
/** As it was opened: a link to where it really is. */
const OPENED = '/projects/shop/current/web';
const WEB = '/mnt/disk/shop/web';

const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/\//g, '//'),
  (path) => path.replace(/\//g, '\\'),
  (path) => path.replace(/\//g, '\\\\'),
  (path) => encodeURIComponent(path),
  (path) => encodeURIComponent(path).toLowerCase(),
  (path) => encodeURIComponent(encodeURIComponent(path)),
  (path) => `file://${path}`,
  (path) => `\\\\?\\${path.slice(1).replace(/\//g, '\\')}`,
  (path) => JSON.stringify({ at: path }),
  (path) => `Error: ENOENT, open '${path}'\n    at read (${path}/x.js:1:1)\n    at ${path}/y.js:2:2`,
  (path) => `It lies in ${path}.`,
];

/** Reads a text as somebody would who looks for a folder: decoded as often as it can be, with one slash between names. */
function readings(text: string): string[] {
  const found = [text];
  let current = text;
  for (let round = 0; round < 5; round += 1) {
    current = current.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    found.push(current);
  }
  return found.map((one) => one.replace(/[\\/]+/g, '/'));
}

function expectNoFolder(value: unknown, ignoreCase: boolean): void {
  for (const reading of readings(typeof value === 'string' ? value : JSON.stringify(value))) {
    const read = ignoreCase ? reading.toLowerCase() : reading;
    for (const folder of [API, LIB, HOME, CACHE, OPENED, WEB]) expect(read).not.toContain(ignoreCase ? folder.toLowerCase() : folder);
  }
}

const telling = fc
  .tuple(
    fc.string({ maxLength: 5, unit: 'grapheme' }),
    fc.constantFrom(API, LIB, HOME, CACHE, OPENED, WEB),
    fc.array(fc.constantFrom('src', 'x y.ts', 'deep', 'é'), { maxLength: 3 }),
    fc.constantFrom(...SPELLINGS),
    fc.string({ maxLength: 5, unit: 'grapheme' }),
  )
  // A folder's name does not go on behind it: then it is another folder.
  .map(([before, folder, names, spell, after]) => `${before} ${spell([folder, ...names].join('/'))} ${after}`);

const anything = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, telling, fc.integer(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(telling, tie('value'), { maxKeys: 3 })),
})).value;

function machineWith(ignoresCase: boolean): Machine {
  const machine = new Machine();
  machine.ignoresCase = ignoresCase;
  machine.repositories = [
    { id: 'api', root: API },
    { id: 'lib', root: LIB },
    { id: 'web', root: OPENED },
  ];
  machine.links[OPENED] = WEB;
  machine.places = [
    { path: CACHE, name: '<index>' },
    { path: HOME, name: '~' },
  ];
  return machine;
}

const CALL = { targets: [{ id: 'web' }, { id: 'api' }], payload: PAYLOAD, budget: { bytes: 200_000 } };

describe('no folder of the machine is in what is told', () => {
  it('of whatever a provider answers, in keys and values, of all repositories and not only those asked', async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.array(telling, { maxLength: 3 }), telling, fc.boolean(), async (extra, notices, text, ignoresCase) => {
        const machine = machineWith(ignoresCase);
        const swap = (value: string): string => (ignoresCase ? value.toUpperCase() : value);
        machine.answer = ({ request }) =>
          codePack(String(request['repo']), {
            extra,
            notices: notices.map(swap),
            task: swap(text),
            symbols: [{ name: text, kind: 'function', path: text, line: 1, signature: text, summary: text, score: 1, why: [] }],
            snippets: [{ name: 'x', path: text, line: 1, code: text }],
          });
        const pack = await machine.ask(CALL);
        expect(pack.repositories.map(({ error }) => error)).toEqual([undefined, undefined]);
        expectNoFolder(pack, ignoresCase);
        expectNoFolder(machine.notices.join('\n'), ignoresCase);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of whatever a provider throws, nor in the log', async () => {
    await fc.assert(
      fc.asyncProperty(telling, fc.boolean(), async (text, isOurs) => {
        const machine = machineWith(false);
        machine.answer = () => {
          throw isOurs ? new WorkspaceContextError('invalid-argument', text) : Object.assign(new Error(text), { stack: `Error: ${text}\n    at ${text}` });
        };
        const pack = await machine.ask(CALL);
        expect(machine.logged).toHaveLength(2);
        expectNoFolder(pack, false);
        expectNoFolder(machine.logged.join('\n'), false);
      }),
      { numRuns: 500 },
    );
  });

  it('of a refusal, whatever the caller wrote', async () => {
    await fc.assert(
      fc.asyncProperty(telling, fc.constantFrom('id', 'argument', 'mode', 'root', 'repository'), async (text, place) => {
        const machine = machineWith(false);
        const refusal = await machine.refusal(
          place === 'id'
            ? { ...CALL, targets: [{ id: text }] }
            : place === 'argument'
              ? { ...CALL, [text]: 1 }
              : place === 'mode'
                ? { ...CALL, payload: { task: 'x', mode: text } }
                : place === 'root'
                  ? { ...CALL, targets: [{ id: 'api', root: `/elsewhere/${encodeURIComponent(text)}` }] }
                  : { ...CALL, continuations: [{ repository: text, cursor: 'c' }] },
        );
        expect(refusal.asked).toBe(0);
        expectNoFolder(refusal.message, false);
      }),
      { numRuns: 500 },
    );
  });

  it('and what was there is named by its repository', async () => {
    const machine = machineWith(false);
    machine.answer = ({ request }) => codePack(String(request['repo']), { notices: [`read ${API}/a.ts`, `read ${LIB}/b.ts`, `read ${OPENED}/c.ts and ${WEB}/d.ts`, `kept in ${CACHE}/v1, not ${HOME}/.x`] });
    const [row] = (await machine.ask(CALL)).repositories;
    expect(row?.notices).toEqual(['read api/a.ts', 'read lib/b.ts', 'read web/c.ts and web/d.ts', 'kept in <index>/v1, not ~/.x']);
  });
});
