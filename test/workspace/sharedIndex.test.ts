import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskOptions } from '../../src/workspace/service';
import { countingPorts } from './countingPorts';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryTree, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };
const MINUTE = 60_000;

const textsOf = async (service: TestService, options: AskOptions): Promise<string[]> =>
  (await service.ask({ question: 'frobnicate' }, options)).passages.map(({ text }) => text).sort();

const documents = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`${number}.md`, `# ${number}\n\nfrobnicate ${number}\n`]));

const locks = (home: string): string[] => readdirSync(path.join(home, 'repositories')).filter((name) => /lock|tmp/.test(name));

/** What a process that ended without a word leaves: a lock in the name of a number that nobody has. */
function lockOfTheDead(home: string): void {
  const folder = path.join(home, 'repositories');
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.sqlite'))) {
    writeFileSync(path.join(folder, name.replace('.sqlite', '.lock')), JSON.stringify({ process: dead, machine: hostname(), token: 'x' }));
  }
}

describe('two windows on one repository', () => {
  it('see what the other one indexed with the next question, and read no file for it', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const writer = nodeService([root]);
    await writer.index();
    const { counts, ports } = countingPorts();
    const reader = nodeService([root], { home: writer.home, ports });
    expect(await textsOf(reader, AT_ONCE)).toEqual(['frobnicate']);
    writeFileSync(path.join(root, 'a.md'), 'frobnicate anew\n');
    writeFileSync(path.join(root, 'b.md'), 'frobnicate too\n');
    await writer.index();
    expect(await textsOf(reader, AT_ONCE)).toEqual(['frobnicate anew', 'frobnicate too']);
    expect(counts).toEqual({ read: 0, inspected: 0, written: 0 });
  });

  it('see that the other one verified the index', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const writer = nodeService([root]);
    await writer.index();
    const reader = nodeService([root], { home: writer.home });
    const first = (await reader.ask({ question: 'frobnicate' }, AT_ONCE)).indexedAt;
    writer.pass(MINUTE);
    const verified = (await writer.index()).repositories[0]?.verifiedAt;
    expect(verified).not.toBe(first);
    expect((await reader.ask({ question: 'frobnicate' }, AT_ONCE)).indexedAt).toBe(verified);
  });

  it('see what the other one indexed after the clock was set back, though it looks older than what they know', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const writer = nodeService([root]);
    const reader = nodeService([root], { home: writer.home });
    for (const service of [writer, reader]) service.pass(600 * MINUTE);
    await writer.index();
    const first = await reader.ask({ question: 'frobnicate' }, AT_ONCE);
    for (const service of [writer, reader]) service.pass(-600 * MINUTE);
    writeFileSync(path.join(root, 'a.md'), 'frobnicate anew\n');
    await writer.index();
    const second = await reader.ask({ question: 'frobnicate' }, AT_ONCE);
    expect(second.passages.map(({ text }) => text)).toEqual(['frobnicate anew']);
    expect(Date.parse(second.indexedAt ?? '')).toBeLessThan(Date.parse(first.indexedAt ?? ''));
    await reader.idle();
  });

  it('find repositories in the repository that the other one found', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    runGit(root, 'init', '--quiet');
    const writer = nodeService([root]);
    await writer.index();
    const reader = nodeService([root], { home: writer.home });
    expect(await textsOf(reader, AT_ONCE)).toEqual(['frobnicate']);
    writeTree(root, { 'inner/in.md': 'frobnicate inside\n' });
    runGit(path.join(root, 'inner'), 'init', '--quiet');
    await writer.index();
    expect(await textsOf(reader, AT_ONCE)).toEqual(['frobnicate', 'frobnicate inside']);
  });

  it('split every document once between them when both are opened at the same moment', async () => {
    const root = temporaryTree(documents(40));
    const one = nodeService([root]);
    const other = nodeService([root], { home: one.home });
    const statuses = await Promise.all([one.index(), other.index()]);
    const counts = statuses.map(({ repositories }) => repositories[0]?.lastRefresh);
    expect(counts.map((count) => count?.parsed).sort()).toEqual([0, 40]);
    expect(counts.map((count) => count?.read).sort()).toEqual([0, 40]);
    for (const service of [one, other]) expect(await textsOf(service, WAIT)).toHaveLength(8);
    expect(locks(one.home)).toEqual([]);
  });

  it('answer at once from what there is while the other one indexes, and take its index when it is done', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const writer = nodeService([root]);
    // The writer stops between its claim and its work until it is told to go on.
    let goOn = (): void => undefined;
    const told = new Promise<void>((resolve) => (goOn = resolve));
    let claimed = (): void => undefined;
    const isClaimed = new Promise<void>((resolve) => (claimed = resolve));
    const slow = nodeService([root], {
      home: writer.home,
      ports: ({ store }) => ({
        store: {
          ...store,
          claimIndexing: async (...args) => {
            const claim = await store.claimIndexing(...args);
            claimed();
            await told;
            return claim;
          },
        },
      }),
    });
    const indexing = slow.index();
    await isClaimed;
    const { counts, ports } = countingPorts();
    const reader = nodeService([root], { home: writer.home, ports });
    expect(await reader.ask({ question: 'frobnicate' }, AT_ONCE)).toMatchObject({ degraded: ['index-cold'], passages: [] });
    expect(await reader.ask({ question: 'frobnicate' }, AT_ONCE)).toMatchObject({ degraded: ['index-cold'], passages: [] });
    const waiting = reader.ask({ question: 'frobnicate' }, WAIT);
    goOn();
    await indexing;
    expect((await waiting).passages).toHaveLength(1);
    await reader.idle();
    expect(counts.read).toBe(0);
  });

  it('do not wait for one that died, nor for ever for one that lives', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const first = nodeService([root]);
    await first.index();
    lockOfTheDead(first.home);
    writeFileSync(path.join(root, 'a.md'), 'frobnicate anew\n');
    const next = nodeService([root], { home: first.home });
    expect(await textsOf(next, WAIT)).toEqual(['frobnicate anew']);
    await next.idle();
    expect(locks(first.home)).toEqual([]);

    writeFileSync(path.join(root, 'a.md'), 'frobnicate once more\n');
    const impatient = nodeService([root], {
      home: first.home,
      // The end of waiting for one that goes on and on.
      ports: ({ store }) => ({ store: { ...store, claimIndexing: async () => ({ kind: 'taken' }) } }),
    });
    expect(await textsOf(impatient, WAIT)).toEqual(['frobnicate once more']);
  });

  it('have an index each where their settings differ', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n', 'docs/b.md': 'frobnicate docs\n' });
    const all = nodeService([root]);
    const some = nodeService([root], { home: all.home, exclude: ['docs'] });
    for (let round = 0; round < 2; round += 1) {
      expect(await textsOf(all, WAIT)).toEqual(['frobnicate', 'frobnicate docs']);
      expect(await textsOf(some, WAIT)).toEqual(['frobnicate']);
    }
    const { counts, ports } = countingPorts();
    const again = nodeService([root], { home: all.home, exclude: ['docs', 'docs', '**/.git'], ports });
    expect(await textsOf(again, AT_ONCE)).toEqual(['frobnicate']);
    expect(counts.read).toBe(0);
  });
});
