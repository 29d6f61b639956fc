import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { offeredTools } from '../../src/doors/mcp/tools';
import type { AskOptions } from '../../src/workspace/service';
import type { WorkspacePorts } from '../../src/workspace/createService';
import { nodeService, NOON, type TestService } from './nodeService';
import { temporaryRoot, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };

const component = (name: string): string =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec: { type: service, owner: team, lifecycle: production }\n`;

/** A workspace that is open, and one of the same machine, with an index in the same place, that is not. */
async function openAndOther(): Promise<{ place: string; service: TestService; asked: string[] }> {
  const place = temporaryRoot();
  writeTree(place, {
    'open/a.md': 'frobnicate here\n',
    'open/catalog-info.yaml': component('open-service'),
    'private/b.md': 'frobnicate privately\n',
    'private/catalog-info.yaml': component('private-service'),
  });
  const other = nodeService([path.join(place, 'private')]);
  await other.ask({ question: 'frobnicate' }, WAIT);
  await other.idle();
  const asked: string[] = [];
  const recording = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          asked.push(`${name}.${String(key)}`);
          return (value as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  const service = nodeService([path.join(place, 'open')], {
    home: other.home,
    ports: ({ files, git, store, runHealth }): Partial<WorkspacePorts> => ({
      files: recording('files', files),
      git: recording('git', git),
      store: recording('store', store),
      runHealth: recording('runs', runHealth),
    }),
  });
  await service.ask({ question: 'frobnicate' }, WAIT);
  await service.idle();
  asked.length = 0;
  return { place, service, asked };
}

/** Names of a workspace that exists and of one that does not, alike but for a letter; and ways to write a place. */
const NAMES = ['private', 'privaté', '../private', '/etc', 'open/../private', 'C:\\private', 'open+private'];

describe('a workspace that was not opened here', () => {
  it('gets the same nothing from every tool, whether it exists or not, and nothing is looked up: no time tells either', async () => {
    const { service, asked, place } = await openAndOther();
    for (const options of [AT_ONCE, WAIT]) {
      const packs = await Promise.all(NAMES.map((workspace) => service.ask({ question: 'frobnicate', workspace }, options)));
      const graphs = await Promise.all(NAMES.map((workspace) => service.expand({ entityRef: 'component:default/private-service', workspace, asOf: '2026-11-01' }, options)));
      // All that differs is the name that the caller wrote.
      expect(new Set([...packs].map((pack) => JSON.stringify({ ...pack, workspace: '' }))).size).toBe(1);
      expect(new Set([...graphs].map((pack) => JSON.stringify({ ...pack, workspace: '' }))).size).toBe(1);
      expect(packs[0]).toMatchObject({ passages: [], nearest: [], indexedAt: null, degraded: [], notices: ['No workspace of this name is open here; leave "workspace" out to ask "open".'] });
      expect(graphs[0]).toMatchObject({ nodes: [], edges: [], indexedAt: null, notices: ['No workspace of this name is open here; leave "workspace" out to ask "open".'] });
      expect(JSON.stringify([packs, graphs])).not.toContain(place);
    }
    // No file, no git, no index: the answer cannot depend on what there is.
    expect(asked).toEqual([]);
    // Only wrong arguments are told apart, and those without regard to any workspace.
    await expect(service.ask({ question: '', workspace: 'private' }, AT_ONCE)).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(service.ask({ question: '', workspace: 'nowhere' }, AT_ONCE)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('nor is anything of it in what is asked of the open one: answers, graph, status, and where files lie', async () => {
    const { service } = await openAndOther();
    const answers = [
      await service.ask({ question: 'frobnicate' }, WAIT),
      await service.expand({ entityRef: 'open-service', depth: 3 }, WAIT),
      await service.status(),
      await service.index(),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/private/);
    expect((await service.ask({ question: 'privately' }, WAIT)).passages).toEqual([]);
    const unknown = await service.expand({ entityRef: 'private-service' }, WAIT);
    expect(unknown.notices).toEqual([expect.not.stringContaining('component:default/private')]);
    for (const sourceRef of ['private/b.md', '../private/b.md', 'open/../private/b.md', 'open/../../etc/passwd', 'private', 'open/', '/etc/passwd', 'open/nothing.yaml']) {
      expect(await service.locate(sourceRef)).toBeNull();
    }
    // Edges name the catalog file that declares them, and people open it from there.
    for (const sourceRef of ['open/a.md', 'open/catalog-info.yaml']) expect(await service.locate(sourceRef)).not.toBeNull();
  });

  it('nor can a command be recorded for it, or ask for its name', async () => {
    const { service, place } = await openAndOther();
    const run = { verdict: 'succeeded', name: 'build', endedAt: '2026-11-30T00:00:00.000Z' } as const;
    for (const folder of [path.join(place, 'private'), path.join(place, 'nowhere')]) {
      await expect(service.recordRun(folder, run)).rejects.toMatchObject({ name: 'WorkspaceContextError' });
      await expect(service.repositoryOf(folder)).rejects.toMatchObject({ name: 'WorkspaceContextError' });
    }
    const refusals = await Promise.all(
      ['private', 'nowhere'].map((name) => service.repositoryOf(path.join(place, name)).catch((thrown: unknown) => String(thrown))),
    );
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).not.toContain(place);
  });

  it('is no other thing behind MCP: the text an agent reads is the same for all names', async () => {
    const { service, asked } = await openAndOther();
    const texts = new Set<string>();
    // The others are asked about repositories by their ids, which only what is opened has.
    const tools = offeredTools().filter(({ listed }) => 'workspace' in (listed.inputSchema.properties ?? {}));
    // One that exists and one that does not; the text writes other letters in its own way.
    for (const workspace of ['private', 'nowhere']) {
      for (const tool of tools) {
        const args = tool.listed.name === 'workspace_context' ? { question: 'frobnicate', workspace } : { entityRef: 'some-service', workspace };
        const { text } = await tool.call(service, args, AT_ONCE, {});
        texts.add(`${tool.listed.name} ${text.replaceAll(workspace, '')}`);
      }
    }
    expect(tools).toHaveLength(2);
    expect(texts.size).toBe(2);
    expect(asked).toEqual([]);
  });
});
