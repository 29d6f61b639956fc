import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceCodePackSchema } from '../../src/contract/coordinatorTool';
import { countingPorts } from './countingPorts';
import { nodeService, NOON } from './nodeService';
import { temporaryRoot, writeTree } from './temporaryTree';

const WAIT = { wait: true, now: NOON };
const PAYLOAD = { task: 'where are the signing keys rotated?' };

/** A workspace of two folders, with what a call of it asks the machine counted. */
function workspace() {
  const root = temporaryRoot();
  writeTree(root, {
    'api/src/keys.ts': '/** Rotates the signing keys. */\nexport function rotateKeys(): void {\n  write();\n}\n',
    'web/src/page.ts': 'export function showPage(): void {}\n',
  });
  const { counts, ports } = countingPorts();
  const service = nodeService([path.join(root, 'api'), path.join(root, 'web')], { ports });
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

  it('is cancelled in both repositories', async () => {
    const { ask } = workspace();
    const { repositories } = await ask({}, { signal: AbortSignal.abort() });
    expect(repositories.map(({ error }) => error?.code)).toEqual(['cancelled-before-start', 'cancelled-before-start']);
  });
});
