import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceCodePackSchema } from '../../src/contract/coordinatorTool';
import { createTreeSitterParser } from '../../src/adapters/treeSitter/treeSitterParser';
import { treeSitterFiles } from '../../src/adapters/treeSitter/treeSitterFiles';
import { createStore } from '../../src/adapters/store/store';
import type { WorkspacePorts } from '../../src/workspace/createService';
import { PROJECT, temporaryFolder } from '../support/cli';
import { countingPorts } from './countingPorts';
import { nodeService, NOON } from './nodeService';
import { temporaryRoot, writeTree } from './temporaryTree';

const WAIT = { wait: true, now: NOON };
const PAYLOAD = { task: 'where are the signing keys rotated?' };

const SILENT = { debug: () => undefined, warn: () => undefined };

/** What code is read and kept with; the grammars are those of the build. */
function codePorts(): NonNullable<WorkspacePorts['code']> {
  const store = createStore({ folder: temporaryFolder('code'), sqlWasm: () => Promise.reject(new Error('only code is kept here')), log: SILENT, model: null });
  return { store: store.code, parser: createTreeSitterParser({ files: treeSitterFiles(path.join(PROJECT, 'dist', 'grammars')), log: SILENT }) };
}

/** A workspace of two folders, with what a call of it asks the machine counted. */
function workspace() {
  const root = temporaryRoot();
  writeTree(root, {
    'api/src/keys.ts': '/** Rotates the signing keys. */\nexport function rotateKeys(): void {\n  write();\n}\n',
    'web/src/page.ts': 'export function showPage(): void {}\n',
  });
  const { counts, ports } = countingPorts();
  const code = codePorts();
  const service = nodeService([path.join(root, 'api'), path.join(root, 'web')], { ports: (all) => ({ ...ports(all), code }) });
  const ask = (more: Record<string, unknown> = {}, follower = {}) => service.workspaceCodeContext({ targets: [{ id: 'api' }, { id: 'web' }], payload: PAYLOAD, ...more }, WAIT, follower);
  return { root, counts, service, ask };
}

describe('workspace.context over real folders', () => {
  it.each([
    ['an id that is none', { targets: [{ id: 'ops' }] }, /"ops" is not a repository of this workspace; the ids are api, web\./],
    ['a folder in place of an id', { targets: [{ id: 'api/src' }] }, /^"targets\[0\]\.id" is not a repository/],
    ['the other folder as root', { targets: [{ id: 'api', root: '<root>/web' }] }, /"targets\[0\]\.root" is not the folder of the repository "api"/],
    ['a folder of the repository as root', { targets: [{ id: 'api', root: '<root>/api/src' }] }, /is not the folder/],
    ['a root that is nowhere', { targets: [{ id: 'api', root: '<root>/none' }] }, /is not the folder/],
    ['a root on another machine', { targets: [{ id: 'api', root: '\\\\server\\share' }] }, /is not the folder/],
    ['a root that is no path', { targets: [{ id: 'api', root: '\0' }] }, /is not the folder/],
  ])('refuses %s before git or a file is asked for anything', async (_, more, message) => {
    const { root, counts, ask } = workspace();
    const written = JSON.parse(JSON.stringify(more).replaceAll('<root>', root)) as Record<string, unknown>;
    const refusal = await ask(written).then(
      () => null,
      (thrown: unknown) => thrown as Error,
    );
    expect(refusal?.message).toMatch(message);
    expect(refusal?.message).not.toContain(root);
    expect(counts).toEqual({ read: 0, inspected: 0, written: 0 });
  });

  it('refuses a repository that is gone', async () => {
    const { root, ask } = workspace();
    rmSync(path.join(root, 'web'), { recursive: true });
    await expect(ask()).rejects.toMatchObject({ code: 'workspace-not-readable', message: expect.stringMatching(/^The folder of "targets\[1\]\.id" "web" cannot be read/) as string });
  });

  it('takes a root that leads there by a link or by ..', async () => {
    const { root, ask } = workspace();
    symlinkSync(path.join(root, 'api'), path.join(root, 'link'));
    mkdirSync(path.join(root, 'x'));
    for (const one of [path.join(root, 'api'), path.join(root, 'link'), `${root}/x/../api`]) {
      const { repositories } = await ask({ targets: [{ id: 'api', root: one }] });
      expect(repositories.map(({ id, started }) => [id, started])).toEqual([['api', true]]);
    }
  });

  it('answers with a row for each, in order, and tells no folder', async () => {
    const { root, ask } = workspace();
    const notices: string[] = [];
    const pack = await ask({ targets: [{ id: 'web' }, { id: 'api' }] }, { onNotice: (markdown: string) => notices.push(markdown) });
    expect(workspaceCodePackSchema.safeParse(pack).error).toBeUndefined();
    expect(pack.repositories.map(({ id }) => id)).toEqual(['web', 'api']);
    expect(notices).toHaveLength(2);
    expect(JSON.stringify([pack, notices])).not.toContain(root);
  });

  it("gives of each repository what code.context gives of it alone, with the target's arguments over the shared ones", async () => {
    const { service, ask } = workspace();
    const { repositories } = await ask({ targets: [{ id: 'api', payload: { includeSnippet: false } }, { id: 'web', payload: { task: 'the page that is shown' } }] });
    const [api, web] = repositories;
    expect([api?.error, web?.error]).toEqual([undefined, undefined]);
    expect(api?.result?.symbols.map(({ name, path: place, line }) => [name, place, line])).toEqual([['rotateKeys', 'src/keys.ts', 2]]);
    expect(web?.result?.symbols[0]?.name).toBe('showPage');
    const { evidence, notices, outOfScope, ...rest } = await service.codeContext({ repo: 'api', task: PAYLOAD.task, includeSnippet: false }, WAIT);
    expect(api).toMatchObject({ evidence, notices, outOfScope });
    expect(api?.result).toEqual(rest);
  });

  it('goes on in each repository with its own cursor, and refuses that of another one in its row alone', async () => {
    const { root, ask } = workspace();
    writeTree(root, Object.fromEntries(['api', 'web'].map((id) => [`${id}/src/more.ts`, ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map((name) => `export function rotateKeys${name}(): void {}\n`).join('')])));
    const payload = { ...PAYLOAD, limit: 2 };
    const first = await ask({ payload });
    const [api, web] = first.repositories.map(({ nextCursor }) => nextCursor);
    expect(first.repositories.every(({ partial }) => partial)).toBe(true);
    if (api === undefined || web === undefined) throw new Error('there is no more');
    const second = await ask({ payload, continuations: [{ repository: 'api', cursor: api }, { repository: 'web', cursor: web }] });
    const names = (pack: typeof first, row: number) => pack.repositories[row]?.result?.symbols.map(({ name }) => name) ?? [];
    for (const row of [0, 1]) {
      expect(names(second, row)).toHaveLength(2);
      for (const name of names(first, row)) expect(names(second, row)).not.toContain(name);
    }
    const swapped = await ask({ payload, continuations: [{ repository: 'api', cursor: web }, { repository: 'web', cursor: web }] });
    expect(swapped.repositories.map(({ error }) => error?.code)).toEqual(['invalid-argument', undefined]);
  });

  it('is cancelled in both repositories', async () => {
    const { ask } = workspace();
    const { repositories } = await ask({}, { signal: AbortSignal.abort() });
    expect(repositories.map(({ error }) => error?.code)).toEqual(['cancelled-before-start', 'cancelled-before-start']);
  });
});
