import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitFoldersOf } from '../../../src/adapters/git/gitFolders';
import { runGit, temporaryRoot, temporaryTree } from '../../workspace/temporaryTree';

function repository(): string {
  const root = temporaryTree({ 'docs/deep/a.md': 'one\n' });
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  runGit(root, 'add', '--all');
  runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'All');
  return root;
}

/** What git itself says of the same folder. */
const byGit = (folder: string): string[] => {
  const own = realpathSync(path.resolve(folder, runGit(folder, 'rev-parse', '--git-dir').trim()));
  const common = realpathSync(path.resolve(folder, runGit(folder, 'rev-parse', '--git-common-dir').trim()));
  return own === common ? [own] : [own, common];
};

describe('gitFoldersOf', () => {
  it('finds the folder of a repository, and of one above', async () => {
    const root = repository();
    for (const folder of [root, path.join(root, 'docs'), path.join(root, 'docs', 'deep')]) {
      expect(await gitFoldersOf(folder)).toEqual([path.join(root, '.git')]);
      expect(await gitFoldersOf(folder)).toEqual(byGit(folder));
    }
  });

  it("finds a linked work tree's own part, and what it shares", async () => {
    const root = repository();
    const linked = path.join(temporaryRoot(), 'linked tree');
    runGit(root, 'worktree', 'add', '--quiet', linked, '-b', 'linked');
    expect(await gitFoldersOf(linked)).toEqual(byGit(linked));
    expect(await gitFoldersOf(path.join(linked, 'docs'))).toEqual(byGit(linked));
    expect(byGit(linked)).toHaveLength(2);
  });

  it('finds a folder that was put elsewhere', async () => {
    const root = temporaryTree({ 'a.md': 'one\n' });
    const elsewhere = path.join(temporaryRoot(), 'store');
    runGit(root, 'init', '--quiet', `--separate-git-dir=${elsewhere}`);
    expect(await gitFoldersOf(root)).toEqual([elsewhere]);
  });

  it.skipIf(process.platform === 'win32')('looks above the folder that a link leads to', async () => {
    const root = repository();
    const link = path.join(temporaryRoot(), 'link');
    symlinkSync(path.join(root, 'docs'), link);
    expect(await gitFoldersOf(link)).toEqual([path.join(root, '.git')]);
  });

  it('finds none without git, in a folder that is gone, and where .git leads nowhere', async () => {
    const root = temporaryRoot();
    mkdirSync(path.join(root, 'odd'));
    writeFileSync(path.join(root, 'odd', '.git'), 'not a link\n');
    expect(await gitFoldersOf(path.join(root, 'odd'))).toEqual([]);
    // The system's temporary folder lies in no repository.
    expect(await gitFoldersOf(root)).toEqual([]);
    expect(await gitFoldersOf(path.join(root, 'gone'))).toEqual([]);
  });
});
