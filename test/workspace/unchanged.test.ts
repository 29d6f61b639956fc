import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskOptions } from '../../src/workspace/service';
import { countingPorts } from './countingPorts';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryRoot, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };

function commit(root: string): void {
  runGit(root, 'add', '--all');
  runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'A change');
}

const COMPONENT = 'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: api }\nspec: { type: service, owner: team-a }\n';

function repository(): string {
  const root = path.join(temporaryRoot(), 'shop');
  writeTree(root, {
    'README.md': '# Shop\n\nfrobnicate the shop\n',
    'docs/a.md': '# A\n\nfrobnicate a\n',
    'docs/deep/b.md': '# B\n\nfrobnicate b\n',
    'drafts/c.md': '# C\n\nfrobnicate c\n',
    'api/catalog-info.yaml': COMPONENT,
    'api/docs.md': 'frobnicate the api\n',
    'src/main.go': 'package main\n',
    'big.md': 'x'.repeat(1024 * 1024 + 1),
    '.gitignore': 'ignored/\n',
    'ignored/i.md': 'frobnicate ignored\n',
  });
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  commit(root);
  return root;
}

/** All that people see of an index, but for when and how it was made. */
async function seen(service: TestService): Promise<unknown> {
  const { repositories } = await service.index();
  const { passages } = await service.ask({ question: 'frobnicate', limit: 25 }, WAIT);
  const { edges } = await service.expand({ entityRef: 'repo:default/shop', depth: 2 }, WAIT);
  return { repositories: repositories.map((one) => ({ ...one, verifiedAt: null, lastRefresh: null })), passages, edges };
}

/** Whatever changed: an index that was kept up is the one that would be made from nothing. */
async function expectAsFromNothing(service: TestService, root: string): Promise<void> {
  expect(await seen(service)).toEqual(await seen(nodeService([root])));
}

describe('a repository in which nothing changed', () => {
  it('is neither read nor asked about nor written, in the same process and after a restart', async () => {
    const root = repository();
    const first = countingPorts();
    const service = nodeService([root], { ports: first.ports });
    await service.index();
    expect(first.counts).toEqual({ read: expect.any(Number) as number, inspected: 1, written: 1 });
    const before = { ...first.counts };
    const [status] = (await service.index()).repositories;
    expect(first.counts).toEqual(before);
    expect(status?.lastRefresh).toEqual({ found: 5, read: 0, parsed: 0, reused: 5, removed: 0 });

    const restarted = countingPorts();
    const again = nodeService([root], { home: service.home, ports: restarted.ports });
    expect((await again.ask({ question: 'frobnicate' }, WAIT)).passages).toHaveLength(5);
    await again.idle();
    expect(restarted.counts).toEqual({ read: 0, inspected: 0, written: 0 });
  });

  it('counts as verified at the time it was looked at, in this process and for the next one', async () => {
    const root = repository();
    const service = nodeService([root]);
    const first = (await service.index()).repositories[0]?.verifiedAt;
    service.pass(60_000);
    const second = (await service.index()).repositories[0]?.verifiedAt;
    expect(Date.parse(second!) - Date.parse(first!)).toBeGreaterThanOrEqual(60_000);
    const { indexedAt } = await nodeService([root], { home: service.home }).ask({ question: 'frobnicate' }, { wait: false, now: NOON });
    expect(indexedAt).toBe(second);
  });

  it('is looked at more closely while a file is so young that it may change without its time telling', async () => {
    const root = repository();
    const { counts, ports } = countingPorts();
    const home = nodeService([root]).home;
    const young = nodeService([root], {
      home,
      ports: (all) => {
        const counted = ports(all);
        const { files = all.files } = counted;
        const facts: typeof files.facts = async (at, file) => {
          const found = await files.facts(at, file);
          return 'fault' in found || file !== 'docs/a.md' ? found : { ...found, modifiedMs: all.clock.now() - 500 };
        };
        return { ...counted, files: { ...files, facts }, clock: { now: () => Date.parse('2026-11-30T12:00:00Z') } };
      },
    });
    await young.index();
    const before = counts.read;
    await young.index();
    expect(counts.read).toBeGreaterThan(before);
  });
});

const place = (root: string, file: string): string => path.join(root, ...file.split('/'));

/** Everything that can happen to a repository, one by one. */
const CHANGES: Readonly<Record<string, (root: string) => void>> = {
  'a changed document': (root) => writeFileSync(place(root, 'docs/a.md'), '# A\n\nfrobnicate anew\n'),
  'a change that keeps the size': (root) => writeFileSync(place(root, 'docs/a.md'), '# A\n\nfrobnicate z\n'),
  'a new document': (root) => writeTree(root, { 'docs/deep/new.md': 'frobnicate new\n' }),
  'a new file that is no document': (root) => writeTree(root, { 'src/other.go': 'package main\n' }),
  'a document in a new folder': (root) => writeTree(root, { 'more/and/more.md': 'frobnicate more\n' }),
  'a document that was removed': (root) => rmSync(place(root, 'docs/deep/b.md'), { force: true }),
  'a folder that was removed': (root) => rmSync(place(root, 'drafts'), { recursive: true, force: true }),
  'a renamed document': (root) => renameSync(place(root, 'README.md'), place(root, 'READ.md')),
  'a document in the place of a folder': (root) => {
    rmSync(place(root, 'drafts'), { recursive: true, force: true });
    writeFileSync(place(root, 'drafts'), 'none');
  },
  'a folder in the place of a file': (root) => {
    rmSync(place(root, 'src/main.go'), { force: true, recursive: true });
    writeTree(root, { 'src/main.go/x.md': 'frobnicate x\n' });
  },
  'a changed .gitignore': (root) => writeFileSync(place(root, '.gitignore'), 'drafts/\n'),
  'a new .gitignore below': (root) => writeTree(root, { 'docs/.gitignore': 'deep/\n' }),
  'a line in info/exclude': (root) => writeFileSync(place(root, '.git/info/exclude'), 'api/docs.md\n'),
  'a changed catalog file': (root) => writeTree(root, { 'api/catalog-info.yaml': COMPONENT.replace('name: api', 'name: gateway') }),
  'a file that was too large and no longer is': (root) => writeFileSync(place(root, 'big.md'), 'frobnicate big\n'),
  'a commit': (root) => commit(root),
  'another branch': (root) => runGit(root, 'checkout', '--quiet', '-B', 'other'),
  'a pushed commit': (root) => runGit(root, 'update-ref', 'refs/remotes/origin/main', 'HEAD'),
  'a remote': (root) => runGit(root, 'config', 'remote.origin.url', 'https://github.com/example/shop.git'),
  'a link': (root) => {
    rmSync(place(root, 'link.md'), { force: true });
    symlinkSync('docs/a.md', place(root, 'link.md'));
  },
  'a link that leads out': (root) => {
    rmSync(place(root, 'link.md'), { force: true });
    symlinkSync(path.dirname(root), place(root, 'link.md'));
  },
  'a repository inside': (root) => {
    writeTree(root, { 'docs/deep/n.md': 'frobnicate n\n' });
    runGit(place(root, 'docs/deep'), 'init', '--quiet');
  },
  'an end of being a repository': (root) => rmSync(place(root, '.git'), { recursive: true, force: true }),
};

describe('a change', () => {
  it.each(Object.entries(CHANGES))('is noticed after a restart: %s', async (_, change) => {
    const root = repository();
    const service = nodeService([root]);
    await service.index();
    change(root);
    await expectAsFromNothing(nodeService([root], { home: service.home }), root);
  });

  it('is noticed in the same process, whatever comes in whatever order', async () => {
    // The last ones take away what the others need.
    const names = Object.keys(CHANGES).filter((name) => !/end of being|repository inside|in the place|renamed|removed/.test(name));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }), async (order) => {
        const root = repository();
        const service = nodeService([root]);
        await service.index();
        for (const name of order) {
          CHANGES[name]!(root);
          await expectAsFromNothing(service, root);
        }
      }),
      { numRuns: 8 },
    );
  });

  it.skipIf(process.platform === 'win32')('of nothing but what a file allows is no reason to read it again', async () => {
    const root = repository();
    const { counts, ports } = countingPorts();
    const service = nodeService([root], { ports });
    await service.index();
    chmodSync(place(root, 'src/main.go'), 0o700);
    const before = counts.read;
    await service.index();
    expect(counts.read).toBe(before);
  });

  it('that is undone before anybody looked is none', async () => {
    const root = repository();
    const { counts, ports } = countingPorts();
    const service = nodeService([root], { ports });
    await service.index();
    const before = { ...counts };
    mkdirSync(place(root, 'docs/temporary'));
    writeFileSync(place(root, 'docs/temporary/x.md'), 'x');
    unlinkSync(place(root, 'docs/temporary/x.md'));
    rmSync(place(root, 'docs/temporary'), { recursive: true });
    await service.index();
    expect(counts).toEqual(before);
  });
});
