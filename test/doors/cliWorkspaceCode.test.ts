import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { activityNotice } from '../../src/coordinator/activityNotice';
import type { CliPorts } from '../../src/doors/cli/program';
import { runCli } from '../../src/doors/cli/program';
import { plainNotice } from '../../src/doors/cli/workspaceCodeCommand';
import type { WorkspaceService } from '../../src/workspace/service';
import { codePack, Machine, PAYLOAD } from '../coordinator/harness';
import { fakeService, SILENT } from './mcpSupport';

const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-payload-'));
const file = (name: string, content: string): string => {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
};
const payload = file('context.json', JSON.stringify(PAYLOAD));

const machines: Machine[] = [];
afterEach(() => void machines.splice(0));

/** The command over the coordinator itself, on a machine of the test. */
async function run(args: readonly string[], prepare: (machine: Machine) => void = () => undefined) {
  const machine = new Machine();
  machines.push(machine);
  prepare(machine);
  const out: string[] = [];
  const err: string[] = [];
  /** What was written, in its order. */
  const stream = (into: string[]) => ({ write: (text: string) => into.push(text), isTTY: false }) as unknown as NodeJS.WriteStream;
  const service = fakeService({ workspaceCodeContext: (given, _options, follower = {}) => machine.ask(given, follower), idle: async () => [] });
  const ports = {
    version: '1',
    stdout: stream(out),
    stderr: stream(err),
    env: {},
    log: SILENT,
    now: () => 0,
    scopeOf: async () => ({ name: null, folders: [folder], exclude: [], epicGlobs: null }),
    openService: async (): Promise<WorkspaceService> => service,
  } as unknown as CliPorts;
  const code = await runCli(args, ports);
  return { code, out: out.join(''), err: err.join(''), machine };
}

const ASK = ['ask', 'workspace.context'];

describe('ask workspace.context', () => {
  it('prints one line on standard error for each repository in the order of the command, and one JSON value', async () => {
    const { code, out, err, machine } = await run([...ASK, '--repo', 'web', '--repo', 'api', '--payload', payload, '--json']);
    expect(code).toBe(0);
    expect(err).toBe('workspace.context asks code.context about "web" (1 of 2)\nworkspace.context asks code.context about "api" (2 of 2)\n');
    expect((JSON.parse(out) as { repositories: { id: string }[] }).repositories.map(({ id }) => id)).toEqual(['web', 'api']);
    expect(machine.calls.map(({ request }) => request)).toEqual([
      { repo: 'web', ...PAYLOAD },
      { repo: 'api', ...PAYLOAD },
    ]);
  });

  it('takes everything that the tool takes', async () => {
    const own = file('own.json', '{"limit": 3}');
    const { code, machine } = await run([
      ...[...ASK, '--repo', 'api', '--repo', 'web', '--payload', payload, '--repo-payload', `web=${own}`, '--root', 'api=/home/ada/work/api'],
      ...['--continue', 'api=YWJj==', '--max-parallel', '1', '--bytes', '20064', '--millis', '1000'],
    ]);
    expect(code).toBe(0);
    expect(machine.calls.map(({ request }) => request)).toEqual([
      { repo: 'api', ...PAYLOAD, cursor: 'YWJj==' },
      { repo: 'web', ...PAYLOAD, limit: 3 },
    ]);
    // (20,064 - 64) / 2 bytes a row less 320; 1,000 ms x 1 lane / 2 repositories.
    expect(machine.calls[0]?.allowance).toMatchObject({ bytes: 9_680, millis: 500 });
  });

  it('finds the id in an option that is written as ID=VALUE, whatever signs are in either', async () => {
    const { machine } = await run([...ASK, '--repo', 'a=b', '--repo', 'a', '--payload', payload, '--continue', 'a=b=c=d', '--continue', 'a=x=y'], (prepared) => {
      prepared.repositories = ['a=b', 'a'].map((id) => ({ id, root: `/r/${id}` }));
    });
    expect(machine.calls.map(({ request }) => request['cursor'])).toEqual(['c=d', 'x=y']);
  });

  it('tells a person what was found where, and what is amiss', async () => {
    const { code, out } = await run([...ASK, '--repo', 'api', '--repo', 'web', '--payload', payload], (machine) => {
      machine.answer = ({ request }) => (request['repo'] === 'web' ? null : codePack('api'));
    });
    expect(code).toBe(0);
    expect(out).toContain('function rotate  src/keys.ts:3');
    expect(out).toContain('The provider returned something that is no answer');
    expect(out).toContain('This is not all there is');
  });

  it('shows the code of each declaration below it', async () => {
    const places = [{ name: 'rotate', path: 'src/keys.ts', line: 3 }, { name: 'expire', path: 'src/keys.ts', line: 9 }];
    const { out } = await run([...ASK, '--repo', 'api', '--payload', payload], (machine) => {
      machine.answer = () =>
        codePack('api', {
          symbols: places.map((place) => ({ ...place, kind: 'function', score: 1, why: [] })),
          snippets: [...places.map((place) => ({ ...place, code: `${place.name}();` })), { name: 'other', path: 'src/other.ts', line: 1, code: 'other();' }],
        });
    });
    const lines = out.split('\n').map((line) => line.trim());
    // Code of nothing that is listed keeps its place, and stands last.
    expect(lines.slice(1, 7)).toEqual(['function rotate  src/keys.ts:3', '│ rotate();', 'function expire  src/keys.ts:9', '│ expire();', 'src/other.ts:1', '│ other();']);
  });

  it('is announced without marks of Markdown, whatever a repository is called', () => {
    const id = fc.string({ minLength: 1 }).filter((name) => name.trim() === name);
    fc.assert(
      fc.property(id, (name) => {
        expect(plainNotice(activityNotice(name, 1, 2))).toBe(`workspace.context asks code.context about "${name}" (1 of 2)`);
      }),
    );
  });

  const one = ['--repo', 'api', '--payload', payload];
  it.each([
    ['no repository', ['--payload', payload], /name one to eight with "--repo ID"/],
    ['no payload', ['--repo', 'api'], /name it with "--payload FILE"/],
    ['an unknown repository', ['--repo', 'nobody', '--payload', payload], /"nobody" is not a repository of this workspace; the ids are api, web, ops/],
    ['one repository twice', [...one, '--repo', 'api'], /name each one once/],
    ['five at once', [...one, '--max-parallel', '5'], /"--max-parallel" must be at most 4/],
    ['some at once', [...one, '--max-parallel', 'some'], /"--max-parallel" must be a whole number from 1 to 4\./],
    ['no bytes', [...one, '--bytes', '0'], /"--bytes" must be at least 1/],
    ['a payload that is not there', ['--repo', 'api', '--payload', path.join(folder, 'absent.json')], /^"--payload absent.json" cannot be read/],
    ['a payload that is a folder', ['--repo', 'api', '--payload', folder], /is no file of at most 1 MiB/],
    ['a payload that is no JSON', ['--repo', 'api', '--payload', file('broken.json', '{')], /"--payload broken.json" is not valid JSON/],
    ['a payload that is a list', ['--repo', 'api', '--payload', file('list.json', '[]')], /holds no JSON object/],
    ['a payload with a repository in it', ['--repo', 'api', '--payload', file('repo.json', '{"task": "x", "repo": "web"}')], /Unknown argument "repo" in "payload"/],
    ['an option without an id', [...one, '--continue', 'cursor'], /must be ID=VALUE/],
    ['an option of a repository that is not asked', [...one, '--root', 'web=/x'], /"--root" names a repository that is not asked/],
    ['an option twice', [...one, '--root', 'api=/x', '--root', 'api=/x'], /"--root" is given twice/],
    ['an option of questions', [...one, '--limit', '3'], /"--limit" does not go with "ask workspace.context"/],
  ])('refuses %s, and asks nobody', async (_, args, message) => {
    const { code, err, out, machine } = await run([...ASK, ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toContain(folder);
    expect([machine.calls, machine.probes]).toEqual([[], []]);
  });

  it('refuses its options with a question, and says with what each of them goes', async () => {
    expect((await run(['ask', 'how', '--repo', 'api'])).err).toMatch(/^"--repo" goes with "ask code.context" and "ask workspace.context" only; leave it out, or ask one of them\.\n$/);
    expect((await run(['ask', 'how', '--payload', payload])).err).toMatch(/^"--payload" goes with "ask code.context" and "ask workspace.context" only/);
    expect((await run(['ask', 'how', '--max-parallel', '2'])).err).toMatch(/^"--max-parallel" goes with "ask workspace.context" only; leave it out, or ask that\.\n$/);
  });

  it('ends with Ctrl+C: what was asked is answered, the rest says that it was cancelled, and the exit code tells', async () => {
    const { code, out, err } = await run([...ASK, '--repo', 'api', '--repo', 'web', '--payload', payload, '--max-parallel', '1', '--json'], (machine) => {
      machine.answer = () => {
        process.emit('SIGINT');
        return new Promise(() => undefined);
      };
    });
    expect(code).toBe(1);
    expect((JSON.parse(out) as { repositories: { error: { code: string } }[] }).repositories.map(({ error }) => error.code)).toEqual(['cancelled', 'cancelled-before-start']);
    expect(err.split('\n').filter(Boolean)).toHaveLength(1);
    expect(process.listenerCount('SIGINT')).toBe(0);
  });
});
