import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A fresh folder below the system's temporary one, its links resolved. */
export function temporaryRoot(): string {
  return realpathSync.native(mkdtempSync(path.join(os.tmpdir(), 'workspace-context-tree-')));
}

/** Writes files (path with `/` to content) below a root, folders included. */
export function writeTree(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(root, ...file.split('/'));
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
}

/** A fresh folder holding these files. */
export function temporaryTree(files: Readonly<Record<string, string>>): string {
  const root = temporaryRoot();
  writeTree(root, files);
  return root;
}

/** Runs git without any configuration of the machine; returns what it printed. */
export function runGit(root: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'core.excludesFile=', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: path.join(root, 'no-such-file') },
  });
}

/** Who commits in tests: git asks for somebody. */
export const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'] as const;

/** Commits all that a work tree has, be it nothing new. */
export function commitAll(root: string): void {
  runGit(root, 'add', '--all');
  runGit(root, ...IDENTITY, 'commit', '--quiet', '--allow-empty', '--message', 'A change');
}

/** A fresh repository `shop` with one commit of these files, on the branch `main`. */
export function committedTree(files: Readonly<Record<string, string>>): string {
  const root = path.join(temporaryRoot(), 'shop');
  writeTree(root, files);
  runGit(root, 'init', '--quiet', '--initial-branch=main');
  commitAll(root);
  return root;
}

/** Paths that git prints, NUL-separated, distinct and in code-unit order. */
export function gitPaths(root: string, ...args: readonly string[]): string[] {
  return [...new Set(runGit(root, ...args).split('\0').filter((line) => line !== ''))].sort();
}
