import { describe, expect, it } from 'vitest';
import type { RepositoryStatus, WorkspaceStatus } from '../../src/contract/status';
import { indexSummaryOf } from '../../src/doors/vscode/indexSummary';
import { statusTextOf } from '../../src/doors/vscode/statusText';
import { repositoryStatus } from '../support/repositoryStatus';

const NOW = '2026-02-01T00:10:00.000Z';

const repository = (more: Partial<RepositoryStatus> = {}): RepositoryStatus =>
  repositoryStatus({
    git: 'repository',
    head: '0123456789abcdef0123456789abcdef01234567',
    documents: 12,
    passages: 1,
    entities: 3,
    edges: 4,
    verifiedAt: '2026-02-01T00:07:00.000Z',
    ...more,
  });

function status(repositories: RepositoryStatus[], notices: string[] = []): WorkspaceStatus {
  const embedding = { model: 'a model', state: 'off', runtime: null, waiting: null, notices: [] } as const;
  return { contract: '1.0.0', workspace: 'shop', embedding: { ...embedding, notices: [] }, repositories, notices, dangling: [] };
}

describe('statusTextOf', () => {
  it('counts in words that agree with their numbers', () => {
    const page = statusTextOf(status([repository()]), NOW);
    expect(page).toContain('12 documents, 1 passage, 3 entities, 4 relations');
  });

  it('says when a repository was compared with its files, and what changed since', () => {
    expect(statusTextOf(status([repository({ stale: 2 })]), NOW)).toContain(
      '  compared with the files 3 minutes ago\n  2 documents changed since\n',
    );
    expect(statusTextOf(status([repository({ verifiedAt: null })]), NOW)).toContain('not indexed yet');
  });

  it('says how the last recorded run ended, where there is one', () => {
    const lastRun = { verdict: 'succeeded', name: 'npm\n <b>test', endedAt: '2026-02-01T00:07:00.000Z' } as const;
    expect(statusTextOf(status([repository({ lastRun })]), NOW)).toContain('  last run: npm <b>test succeeded 3 minutes ago');
    expect(statusTextOf(status([repository()]), NOW)).not.toContain('last run');
  });

  it('counts what looks like a secret, where something does', () => {
    const page = statusTextOf(status([repository({ redacted: { secrets: 3, files: 1 } })]), NOW);
    expect(page).toContain('  3 likely secrets left out of 1 file');
    expect(statusTextOf(status([repository()]), NOW)).not.toContain('secret');
  });

  it('lists the first 200 of a kind and counts the others, so that the page of a large repository takes no time', () => {
    const skipped = Array.from({ length: 1_450 }, (_, number) => ({ path: `docs/${number}.md`, reason: 'too-large' as const }));
    const notices = Array.from({ length: 201 }, (_, number) => ({ path: `docs/${number}.md`, line: null, message: 'odd' }));
    const page = statusTextOf(status([repository({ skipped, notices })]), NOW);
    const rows = page.split('\n').filter((line) => line.startsWith('    docs/'));
    expect(rows).toHaveLength(400);
    expect(page).toContain('    and 1,250 more, which workspace-context status --json lists');
    expect(page).toContain('    and 1 more, which');
  });

  it('names what was left out and why, and notices with file and line', () => {
    const page = statusTextOf(
      status([
        repository({
          skipped: [{ path: 'big.md', reason: 'too-large' }],
          notices: [{ path: 'catalog.yaml', line: 12, message: 'no valid YAML' }],
        }),
      ]),
      NOW,
    );
    expect(page).toContain('larger than 1 MiB');
    expect(page).toContain('catalog.yaml:12: no valid YAML');
  });

  it('shows the name of a file on one line, without what would hide or reorder it', () => {
    const hostile = 'a\nb\u202e \u001b[31mred.md';
    const page = statusTextOf(status([repository({ skipped: [{ path: hostile, reason: 'binary' }] })]), NOW);
    expect(page).toContain('    a b red.md: not text\n');
  });

  it('stands indented below its repository, so that the editor can fold it', () => {
    const lines = statusTextOf(status([repository({ notices: [{ path: 'a.yaml', line: 1, message: 'odd' }] })]), NOW).split('\n');
    expect(lines.filter((line) => /^\S/.test(line))).toEqual(['Workspace "shop"', 'shop-api']);
  });

  it('says so when there is no repository', () => {
    expect(statusTextOf(status([]), NOW)).toContain('No repository was found');
  });
});

describe('indexSummaryOf', () => {
  it('adds up the repositories', () => {
    expect(indexSummaryOf(status([repository(), repository({ id: 'web', documents: 1_000, passages: 2 })]))).toBe(
      'Workspace Context: 1,012 documents with 3 passages in 2 repositories are up to date.',
    );
  });

  it('counts what was left out on the way to the page, too', () => {
    const page = statusTextOf(status([repository({ skipped: [{ path: 'a.env', reason: 'secret-by-name' }], omitted: { skipped: 1_233, notices: 0 } })]), NOW);
    expect(page).toContain('a.env: ');
    expect(page).toContain('and 1,233 more');
    expect(page).not.toContain('Notices');
  });
});
