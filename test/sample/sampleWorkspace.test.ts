import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeSampleWorkspace, type SampleWorkspace } from '../../scripts/sample-workspace.mjs';

const temporary = mkdtempSync(path.join(os.tmpdir(), 'workspace-context-sample-'));
let sample: SampleWorkspace;

beforeAll(async () => {
  sample = await makeSampleWorkspace(path.join(temporary, 'shop'));
});

afterAll(() => {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
});

type RepositoryId = keyof SampleWorkspace['repositories'];

function git(id: RepositoryId, ...args: string[]): string {
  return execFileSync('git', args, { cwd: sample.repositories[id], encoding: 'utf8' }).trim();
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('the sample workspace', () => {
  // Pinned when the fixture was written. They change with every change of the fixture, and with nothing else.
  it.each([
    ['shop-api', '5bbed68558632241b959871806804fb429baa9ad'],
    ['shop-web', '6216bb84fdb676c7dc04814fe369626c57211e0b'],
    ['shop-platform', 'b1796b821052cece280a82a4b02e31e2fed99653'],
  ] as const)('has the same commit of %s at HEAD on every machine', (id, commit) => {
    expect(git(id, 'rev-parse', 'HEAD')).toBe(commit);
  });

  it.each(['shop-api', 'shop-web', 'shop-platform'] as const)('leaves %s clean, on main, with its remote', (id) => {
    expect(git(id, 'status', '--porcelain')).toBe('');
    expect(git(id, 'symbolic-ref', '--short', 'HEAD')).toBe('main');
    expect(git(id, 'remote', 'get-url', 'origin')).toBe(`https://github.com/example-shop/${id}.git`);
  });

  it('has exactly one commit that was not pushed, in shop-web', () => {
    const ahead = (id: RepositoryId): string => git(id, 'rev-list', '--count', 'origin/main..main');
    expect([ahead('shop-api'), ahead('shop-web'), ahead('shop-platform')]).toEqual(['0', '1', '0']);
  });

  it('spreads its commits from March 2025 to November 2026, in order', () => {
    for (const id of ['shop-api', 'shop-web', 'shop-platform'] as const) {
      const times = lines(git(id, 'log', '--reverse', '--format=%ct')).map(Number);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(new Date((times[0] ?? 0) * 1000).toISOString().slice(0, 7)).toBe('2025-03');
      expect(new Date((times.at(-1) ?? 0) * 1000).toISOString().slice(0, 7)).toBe('2026-11');
      expect(new Set(times).size).toBeGreaterThanOrEqual(12);
    }
  });

  it('keeps earlier texts: the rotation of secrets was described differently before March 2026', () => {
    const commits = lines(git('shop-api', 'log', '--format=%H', '--', 'docs/billing.md'));
    const oldest = commits.at(-1) ?? '';
    expect(commits).toHaveLength(3);
    expect(git('shop-api', 'show', `${oldest}:docs/billing.md`)).toContain('restart of all workers');
    expect(git('shop-api', 'show', 'HEAD:docs/billing.md')).not.toContain('restart of all workers');
  });

  it('keeps the graph of then: before June 2026 billing-worker depended on orders-db', () => {
    const dependenciesAt = (time: string): unknown => {
      const commit = git('shop-api', 'rev-list', '-1', `--before=${time}`, 'HEAD');
      const documents = git('shop-api', 'show', `${commit}:catalog-info.yaml`).split(/^---$/m).map((one) => parse(one));
      return documents.find((one) => one.metadata.name === 'billing-worker').spec.dependsOn;
    };
    expect(dependenciesAt('2026-06-01T00:00:00Z')).toContain('resource:orders-db');
    expect(dependenciesAt('2026-07-01T00:00:00Z')).toContain('resource:billing-db');
  });

  it('has a renamed document, one that was deleted, and no trace of either name in the work tree', () => {
    expect(git('shop-web', 'log', '--follow', '--format=%h', '--', 'docs/releasing.md').split('\n')).toHaveLength(3);
    expect(existsSync(path.join(sample.repositories['shop-web'], 'docs/release-process.md'))).toBe(false);
    expect(lines(git('shop-api', 'log', '--format=%h', '--', 'docs/manual-refunds.md'))).toHaveLength(2);
    expect(existsSync(path.join(sample.repositories['shop-api'], 'docs/manual-refunds.md'))).toBe(false);
  });

  it('has a dunning runbook without a word of "invoice retries", so that only meaning finds it', () => {
    const text = readFileSync(path.join(sample.repositories['shop-api'], 'docs/runbooks/dunning.md'), 'utf8');
    expect(text).not.toMatch(/invoice|retr(y|ies)/i);
  });

  it('is opened by its .code-workspace file, which names the three folders', () => {
    expect(JSON.parse(readFileSync(sample.workspaceFile, 'utf8'))).toEqual({
      folders: [{ path: 'shop-api' }, { path: 'shop-web' }, { path: 'shop-platform' }],
      settings: {},
    });
  });

  it('is left alone by a second run, and made anew when its marker is another one', async () => {
    const head = path.join(sample.repositories['shop-api'], '.git/HEAD');
    const before = statSync(head);
    await makeSampleWorkspace(sample.folder);
    expect(statSync(head).mtimeMs).toBe(before.mtimeMs);

    writeFileSync(path.join(sample.folder, '.sample-workspace.json'), '{"digest":"of an older fixture"}');
    writeFileSync(path.join(sample.repositories['shop-api'], 'README.md'), 'changed');
    await makeSampleWorkspace(sample.folder);
    expect(git('shop-api', 'status', '--porcelain')).toBe('');
  });

  it('refuses a folder that holds something else', async () => {
    const folder = mkdtempSync(path.join(temporary, 'mine-'));
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    await expect(makeSampleWorkspace(folder)).rejects.toThrow('holds files that are not a sample workspace');
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('obeys no setting of the git around it', async () => {
    const variables = { GIT_DIR: path.join(temporary, 'elsewhere'), GIT_AUTHOR_DATE: '2001-01-01T00:00:00Z', GIT_DEFAULT_HASH: 'sha256' };
    const saved = { ...process.env };
    Object.assign(process.env, variables);
    try {
      const other = await makeSampleWorkspace(path.join(temporary, 'other'));
      for (const name of Object.keys(variables)) delete process.env[name];
      const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: other.repositories['shop-api'], encoding: 'utf8' });
      expect(head.trim()).toBe(git('shop-api', 'rev-parse', 'HEAD'));
      expect(existsSync(variables.GIT_DIR)).toBe(false);
    } finally {
      for (const name of Object.keys(variables)) {
        if (saved[name] === undefined) delete process.env[name];
        else process.env[name] = saved[name];
      }
    }
  });
});
