import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceStatusSchema } from '../../src/contract/status';
import type { OutlinedRepository } from '../../src/workspace/outlineRows';
import { runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';

let workspace = '';
let home = '';

beforeAll(async () => {
  workspace = await sampleWorkspace();
  home = temporaryFolder('home');
  await runCli(['index', '--workspace', workspace], { home });
});

describe('status --outline', () => {
  it('is the status with every entity of each repository, and the documents of each', async () => {
    const { code, stdout } = await runCli(['status', '--outline', '--json', '--workspace', workspace], { home });
    expect(code).toBe(0);
    const { outline, ...status } = JSON.parse(stdout) as { outline: OutlinedRepository[] };
    const { repositories } = workspaceStatusSchema.parse(status);
    expect(outline.map(({ id, branch }) => [id, branch])).toEqual([
      ['shop-api', 'main'],
      ['shop-platform', 'main'],
      ['shop-web', 'main'],
    ]);
    for (const [index, { entities }] of outline.entries()) {
      const paths = new Set(entities.flatMap(({ of }) => of.map(({ sourceRef }) => sourceRef)));
      // A document may belong to several entities; none belongs to nothing.
      expect(paths.size).toBe(repositories[index]?.documents);
    }
    const worker = outline.flatMap(({ entities }) => entities).find(({ ref }) => ref === 'component:default/state-worker');
    expect(worker).toMatchObject({ kind: 'component', title: 'State worker', documents: 3, declaredAt: { sourceRef: 'shop-platform/services/state-worker/catalog-info.yaml', line: 1 } });
    expect(worker?.of.map(({ title }) => title)).toContain('State worker is down');
  });

  it('can be read at a terminal', async () => {
    const { stdout } = await runCli(['status', '--outline', '--workspace', workspace], { home });
    expect(stdout).toContain('\nshop-platform  branch main\n');
    expect(stdout).toMatch(/\n {2}component:default\/state-worker State worker {2}shop-platform\/services\/state-worker\/catalog-info\.yaml:1\n {4}shop-platform\/services\/state-worker\/docs\/index\.md {2}State worker \(catalog_doc, 7 passages\)\n/);
  });

  it('names no line of a repository, which stands for itself', async () => {
    const { stdout } = await runCli(['status', '--outline', '--workspace', workspace], { home });
    expect(stdout).not.toMatch(/\/:\d+$/m);
    expect(stdout).toMatch(/\n {2}repo:default\/shop-api\n/);
  });

  it('says in the words of the editor what is indexed', async () => {
    const { stdout } = await runCli(['status', '--workspace', workspace], { home });
    expect(stdout).toMatch(/\d+ relations?; compared with the files just now\n {2}last refresh: \d+ read, \d+ parsed, \d+ unchanged, \d+ removed\n/);
    expect(stdout).not.toMatch(/edges|verified|reused/);
  });

  it('is no part of the status unless asked for', async () => {
    const { stdout } = await runCli(['status', '--json', '--workspace', workspace], { home });
    expect(JSON.parse(stdout)).not.toHaveProperty('outline');
  });
});
