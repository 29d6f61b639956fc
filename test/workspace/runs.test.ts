import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRunHealth } from '../../src/adapters/runHealth';
import type { LastRun, RunVerdict } from '../../src/contract/model';
import { workspaceStatusSchema } from '../../src/contract/status';
import type { AskOptions } from '../../src/workspace/service';
import { recomputeScore } from '../ranking/recompute';
import { NOON, nodeService, type TestService } from './nodeService';
import { runGit, temporaryRoot, temporaryTree, writeTree } from './temporaryTree';

const WAIT: AskOptions = { wait: true, now: NOON };
const AT_ONCE: AskOptions = { wait: false, now: NOON };

const run = (verdict: RunVerdict, endedAtMs = Date.now()): LastRun => ({
  verdict,
  name: 'npm test',
  endedAt: new Date(endedAtMs).toISOString(),
});

async function answer(service: TestService, options = WAIT) {
  const pack = await service.ask({ question: 'frobnicate' }, options);
  for (const row of pack.passages) expect(recomputeScore(pack, row)).toBeCloseTo(row.score, 9);
  return pack.passages.map((row) => ({
    repository: row.sourceRef.split('/')[0],
    score: row.score,
    runHealth: row.why.find(({ factor }) => factor === 'runHealth') ?? null,
  }));
}

/** A git repository inside a plain folder or another repository. */
function repositoryIn(outer: string, name: string, files: Record<string, string>): string {
  const root = path.join(outer, name);
  writeTree(root, files);
  runGit(root, 'init', '--quiet');
  return root;
}

describe('the bonus for run health', () => {
  it('comes with a run that succeeded and goes with one that failed', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    const [before] = await answer(service);
    expect(before?.runHealth).toBeNull();
    const succeeded = run('succeeded', Date.now() - 2);
    await service.recordRun(root, succeeded);
    const [after] = await answer(service);
    expect(after?.score).toBeCloseTo((before?.score ?? 0) + 0.05, 9);
    expect(after?.runHealth).toEqual({
      factor: 'runHealth',
      weight: 0.05,
      value: 1,
      contribution: 0.05,
      detail: `the last run in ${path.basename(root)} succeeded (npm test, ${succeeded.endedAt?.slice(0, 10)})`,
    });
    await service.recordRun(root, run('failed', Date.now() - 1));
    expect(await answer(service)).toEqual([before]);
    await service.recordRun(root, run('unknown'));
    expect(await answer(service)).toEqual([before]);
  });

  it('counts in the next question when another process recorded the run, without a refresh', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const asked = nodeService([root]);
    await asked.index();
    await nodeService([root], { home: asked.home }).recordRun(root, run('succeeded'));
    expect((await answer(asked, AT_ONCE))[0]?.runHealth?.value).toBe(1);
  });

  it('counts whatever the clock of the score says: the last recorded run is the only one there is', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await service.recordRun(root, run('succeeded'));
    expect((await answer(service, { wait: true, now: Date.parse('2001-01-01T00:00:00Z') }))[0]?.runHealth?.value).toBe(1);
  });

  it('goes to the repository that ran, and lifts its passages above equal ones', async () => {
    const outer = temporaryRoot();
    const [first, second] = ['api', 'web'].map((name) => repositoryIn(outer, name, { 'a.md': 'frobnicate\n' }));
    const service = nodeService([first ?? '', second ?? '']);
    // Equal scores are ordered by repository id.
    expect((await answer(service)).map(({ repository }) => repository)).toEqual(['api', 'web']);
    await service.recordRun(second ?? '', run('succeeded'));
    expect((await answer(service)).map(({ repository, runHealth }) => [repository, runHealth?.value ?? 0])).toEqual([
      ['web', 1],
      ['api', 0],
    ]);
  });

  it('is not there for a damaged record', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await service.recordRun(root, run('succeeded'));
    const runs = path.join(service.home, 'runs');
    for (const name of readdirSync(runs)) writeFileSync(path.join(runs, name), '{');
    expect((await answer(service))[0]?.runHealth).toBeNull();
    expect((await service.status()).repositories[0]?.lastRun).toBeNull();
  });
});

describe('status', () => {
  it('has the last run of each repository, as has the status after indexing', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    expect((await service.status()).repositories[0]?.lastRun).toBeNull();
    const failed = run('failed');
    await service.recordRun(root, failed);
    for (const status of [await service.status(), await service.index()]) {
      expect(workspaceStatusSchema.parse(status).repositories[0]?.lastRun).toEqual(failed);
    }
  });
});

describe('the repository of a folder', () => {
  const lastRunOf = async (service: TestService, id: string) =>
    (await service.status()).repositories.find((repository) => repository.id === id)?.lastRun?.verdict ?? null;

  it('is the one around it, links resolved', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n', 'src/deep/b.md': '' });
    const link = path.join(temporaryRoot(), 'link');
    symlinkSync(path.join(root, 'src'), link, 'junction');
    const service = nodeService([root]);
    expect(await service.repositoryOf(path.join(root, 'src', 'deep'))).toBe(path.basename(root));
    expect(await service.repositoryOf(path.join(link, 'deep'))).toBe(path.basename(root));
    await service.recordRun(path.join(link, 'deep'), run('succeeded'));
    expect(await lastRunOf(service, path.basename(root))).toBe('succeeded');
  });

  it('is the innermost one, whether or not anything is indexed yet', async () => {
    const outer = repositoryIn(temporaryRoot(), 'shop', { 'a.md': 'frobnicate\n' });
    const inner = repositoryIn(outer, 'vendored/lib', { 'b.md': 'frobnicate\n', 'src/c.md': '' });
    const service = nodeService([outer]);
    expect(await service.repositoryOf(path.join(inner, 'src'))).toBe('lib');
    await service.recordRun(path.join(inner, 'src'), run('succeeded'));
    await service.index();
    expect(await service.repositoryOf(path.join(inner, 'src'))).toBe('lib');
    expect(await lastRunOf(service, 'lib')).toBe('succeeded');
    expect(await lastRunOf(service, 'shop')).toBeNull();
    await service.recordRun(path.join(outer, 'vendored'), run('failed'));
    expect(await lastRunOf(service, 'lib')).toBe('succeeded');
    expect(await lastRunOf(service, 'shop')).toBe('failed');
  });

  it('is named as answers name it when two repositories share a folder name', async () => {
    const outer = temporaryRoot();
    const api = repositoryIn(outer, 'shop/api', { 'a.md': '' });
    const other = repositoryIn(outer, 'bank/api', { 'a.md': '' });
    const service = nodeService([api, other]);
    expect(await service.repositoryOf(api)).toBe('shop-api');
    expect((await service.status()).repositories.map(({ id }) => id)).toContain('shop-api');
  });

  it('is the opened folder of a larger work tree', async () => {
    const root = repositoryIn(temporaryRoot(), 'shop', { 'docs/a.md': 'frobnicate\n', 'src/b.md': '' });
    const service = nodeService([path.join(root, 'docs')]);
    expect(await service.repositoryOf(path.join(root, 'docs'))).toBe('docs');
    await expect(service.repositoryOf(path.join(root, 'src'))).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it.each(['repositoryOf', 'recordRun'] as const)('is none outside of all repositories: %s says so without a path', async (method) => {
    const outer = temporaryRoot();
    const root = repositoryIn(outer, 'shop', { 'a.md': 'frobnicate\n' });
    mkdirSync(path.join(outer, 'shop-backup'));
    const gone = path.join(outer, 'gone');
    const service = nodeService([root]);
    for (const folder of [outer, path.join(outer, 'shop-backup'), gone]) {
      const refused = await service[method](folder, run('succeeded')).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'invalid-argument', message: expect.stringMatching(/outside of all repositories/) as string });
      expect(String(refused)).not.toContain(outer);
    }
  });
});

describe('a cache folder that cannot be written to', () => {
  it('is told to whoever records, and the question is answered all the same', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const blocked = path.join(temporaryTree({ file: 'not a folder' }), 'file');
    const service = nodeService([root], { home: blocked });
    const refused = await service.recordRun(root, run('succeeded')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable', message: expect.stringMatching(/WORKSPACE_CONTEXT_HOME/) as string });
    expect(String(refused)).not.toContain(path.dirname(blocked));
    expect((await answer(service))[0]?.runHealth).toBeNull();
  });
});

describe('a repository that is gone', () => {
  it('leaves its run for when it comes back', async () => {
    const root = temporaryTree({ 'a.md': 'frobnicate\n' });
    const service = nodeService([root]);
    await service.recordRun(root, run('succeeded'));
    rmSync(root, { recursive: true });
    writeTree(root, { 'a.md': 'frobnicate\n' });
    expect((await answer(nodeService([root], { ports: () => ({ runHealth: createRunHealth({ folder: service.home }) }) })))[0]?.runHealth?.value).toBe(1);
  });
});
