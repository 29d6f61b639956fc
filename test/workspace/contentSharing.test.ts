import { cpSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeService, type TestService } from './nodeService';
import { commitAll, committedTree, runGit, temporaryRoot, writeTree } from './temporaryTree';

function repository(): string {
  return committedTree({
    'README.md': '# Shop\n\nThe shop.\n',
    'docs/a.md': '# A\n\nAlpha.\n',
    'docs/b.md': 'No title of its own.\n',
    'docs/c.txt': 'Plain text.\n',
  });
}

/** How many documents each repository has and how many of them were split, in the order of the ids. */
async function splitIn(service: TestService): Promise<(readonly [documents: number, parsed: number | undefined])[]> {
  return (await service.index()).repositories.map(({ documents, lastRefresh }) => [documents, lastRefresh?.parsed]);
}

async function indexed(): Promise<{ root: string; service: TestService; home: string }> {
  const root = repository();
  const service = nodeService([root]);
  expect(await splitIn(service)).toEqual([[4, 4]]);
  return { root, service, home: service.home };
}

describe('contents that were split before are not split again', () => {
  it('after a document, a folder, or the whole repository was renamed', async () => {
    const { root, service, home } = await indexed();
    renameSync(path.join(root, 'README.md'), path.join(root, 'OVERVIEW.md'));
    renameSync(path.join(root, 'docs'), path.join(root, 'guides'));
    expect(await splitIn(service)).toEqual([[4, 0]]);
    renameSync(root, `${root}-renamed`);
    expect(await splitIn(nodeService([`${root}-renamed`], { home }))).toEqual([[4, 0]]);
  });

  it('after a branch was switched and switched back, but for what is new there', async () => {
    const { root, service } = await indexed();
    runGit(root, 'checkout', '--quiet', '-b', 'other');
    writeTree(root, { 'docs/a.md': '# A\n\nAnother alpha.\n', 'docs/d.md': 'New here.\n' });
    commitAll(root);
    expect(await splitIn(service)).toEqual([[5, 2]]);
    runGit(root, 'checkout', '--quiet', 'main');
    expect(await splitIn(service)).toEqual([[4, 0]]);
    runGit(root, 'checkout', '--quiet', 'other');
    expect(await splitIn(service)).toEqual([[5, 0]]);
  });

  it('in a second clone, a work tree, and a plain copy of the repository', async () => {
    const { root, home } = await indexed();
    const clone = path.join(temporaryRoot(), 'clone');
    runGit(root, 'clone', '--quiet', root, clone);
    const tree = path.join(temporaryRoot(), 'tree');
    runGit(root, 'worktree', 'add', '--quiet', tree, '-b', 'side');
    const copy = path.join(temporaryRoot(), 'copy');
    cpSync(root, copy, { recursive: true, filter: (source) => path.basename(source) !== '.git' });
    for (const folder of [clone, tree, copy]) expect(await splitIn(nodeService([folder], { home }))).toEqual([[4, 0]]);
    expect(await splitIn(nodeService([clone, tree, copy], { home }))).toEqual([[4, 0], [4, 0], [4, 0]]);
  });

  it('when a change is taken back, or one document gets the text of another', async () => {
    const { root, service } = await indexed();
    const before = readFileSync(path.join(root, 'docs/a.md'), 'utf8');
    writeTree(root, { 'docs/a.md': '# A\n\nChanged.\n' });
    expect(await splitIn(service)).toEqual([[4, 1]]);
    writeTree(root, { 'docs/a.md': before, 'docs/copy.md': before });
    expect(await splitIn(service)).toEqual([[5, 0]]);
  });

  it('when the repository\'s own file is lost, as long as the contents are kept', async () => {
    const { root, home } = await indexed();
    const file = path.join(temporaryRoot(), 'repositories');
    renameSync(path.join(home, 'repositories'), file);
    expect(await splitIn(nodeService([root], { home }))).toEqual([[4, 0]]);
  });

  it('but in another format they are: the same bytes have other passages there', async () => {
    const { root, service } = await indexed();
    renameSync(path.join(root, 'docs/a.md'), path.join(root, 'docs/a.txt'));
    expect(await splitIn(service)).toEqual([[4, 1]]);
  });
});
