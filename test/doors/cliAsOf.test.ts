import { beforeAll, describe, expect, it } from 'vitest';
import { expandPackSchema, type ExpandPack } from '../../src/contract/expandTool';
import { contextPackSchema, type ContextPack } from '../../src/contract/tools';
import { runCli, temporaryFolder } from '../support/cli';
import { sampleWorkspace } from '../support/sample';

const NOW = '2026-11-30T12:00:00Z';
const ORDERS = 'resource:default/orders-db';
const BILLING = 'resource:default/billing-db';

let workspace = '';
let home = '';

beforeAll(async () => {
  workspace = await sampleWorkspace();
  home = temporaryFolder('home');
});

const run = (args: readonly string[]) => runCli([...args, '--workspace', workspace, '--now', NOW], { home });

async function expand(...options: string[]): Promise<ExpandPack> {
  const { stdout } = await run(['expand', 'billing-worker', '--direction', 'out', '--json', ...options]);
  return expandPackSchema.parse(JSON.parse(stdout));
}

async function ask(...options: string[]): Promise<ContextPack> {
  const { stdout } = await run(['ask', 'what happens to failed payments of the billing-worker?', '--json', ...options]);
  return contextPackSchema.parse(JSON.parse(stdout));
}

const databases = (pack: Pick<ExpandPack | ContextPack['neighborhood'], 'edges'>): string[] =>
  pack.edges.filter(({ from, to }) => from === 'component:default/billing-worker' && to.startsWith('resource:')).map(({ to }) => to);

// The billing worker got a database of its own on 2026-06-14: see docs/adr/0002 of the sample's shop-api.
describe('the sample workspace as it was', () => {
  it('expands the graph of then, with the commit of then at each edge', async () => {
    const [past, now] = [await expand('--as-of', '2026-06-01'), await expand()];
    expect(databases(past)).toContain(ORDERS);
    expect(databases(past)).not.toContain(BILLING);
    expect(databases(now)).toContain(BILLING);
    expect(databases(now)).not.toContain(ORDERS);
    expect([past.asOf, now.asOf]).toEqual(['2026-06-01T23:59:59.999Z', null]);
    expect(past.degraded).toEqual([]);
    const commits = (pack: ExpandPack) => new Set(pack.edges.filter(({ sourceRef }) => sourceRef.startsWith('shop-api/')).map(({ sourceCommit }) => sourceCommit));
    expect(commits(past).size).toBe(1);
    expect(commits(past)).not.toEqual(commits(now));
  });

  it('counts the day of the change from the moment it was committed: 06:00 in UTC', async () => {
    expect(databases(await expand('--as-of', '2026-06-14T05:59:59Z'))).toContain(ORDERS);
    expect(databases(await expand('--as-of', '2026-06-14T08:00:00+02:00'))).toContain(BILLING);
    expect(databases(await expand('--as-of', '2026-06-13'))).toContain(ORDERS);
    expect(databases(await expand('--as-of', '2026-06-14'))).toContain(BILLING);
  });

  it('answers a question with passages of now and the neighborhood of then, and says so', async () => {
    const [past, now] = [await ask('--as-of', '2026-06-01'), await ask()];
    expect(past.passages).toEqual(now.passages);
    expect(databases(past.neighborhood)).toContain(ORDERS);
    expect(databases(now.neighborhood)).toContain(BILLING);
    // Nobody waited for the embeddings.
    expect(past.degraded).toEqual(['as-of-chunks-approximate', 'embeddings-pending']);
    expect([past.asOf, now.asOf, now.degraded]).toEqual(['2026-06-01T23:59:59.999Z', null, ['embeddings-pending']]);
  });

  it('shows a person at a terminal the graph of then and what it is as of', async () => {
    const expanded = await run(['expand', 'billing-worker', '--as-of', '2026-06-01']);
    expect(expanded.stdout).toContain('component:default/billing-worker as of 2026-06-01T23:59:59.999Z\n');
    expect(expanded.stdout).toContain(`component:default/billing-worker dependsOn ${ORDERS}`);
    const asked = await run(['ask', 'failed payments of the billing-worker', '--as-of', '2026-06-01']);
    expect(asked.stdout).toContain('Around the cited entities as of 2026-06-01T23:59:59.999Z:\n');
    expect(asked.stdout).toContain(`component:default/billing-worker dependsOn ${ORDERS}`);
    expect(asked.stdout).toContain('as-of-chunks-approximate: The graph is that of the asked time; the passages are those of now.');
  });

  it.each(['ask', 'expand'])('%s refuses a day that does not exist with exit code 2 and one sentence', async (command) => {
    const refused = await run([command, 'billing-worker', '--as-of', '2026-02-30']);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/^"--as-of" must be an ISO 8601 date or time that exists, like 2026-05-01 [^\n]*\n$/);
  });
});
