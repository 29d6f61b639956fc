import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { GIT_WATCHES, isNews } from '../../src/doors/vscode/fileNews';
import { runGit, temporaryTree } from '../workspace/temporaryTree';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

/** When each file below a folder was changed. */
function timesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { mtimeNs, ino, size } = statSync(file, { bigint: true });
      return [path.relative(folder, file).split(path.sep).join('/'), `${mtimeNs} ${ino} ${size}`];
    }),
  );
}

/** The watch reports files by their name in its folder; only one with `**` looks deeper. */
const isWatched = (file: string): boolean =>
  GIT_WATCHES.some(({ below, pattern }) => {
    const inside = below === '' ? file : file.startsWith(`${below}/`) ? file.slice(below.length + 1) : null;
    return inside !== null && (pattern.includes('**') || !inside.includes('/')) && picomatch.isMatch(inside, pattern, { dot: true });
  });

describe("the editor's watch of git's own folder", () => {
  it.each<[string, string[][]]>([
    ['a commit', [['commit', '--quiet', '--allow-empty', '--message', 'Empty']]],
    ['a checkout', [['checkout', '--quiet', '-b', 'other']]],
    ['a detached checkout', [['checkout', '--quiet', '--detach', 'HEAD']]],
    ['a reset', [['reset', '--quiet', '--soft', 'HEAD~1']]],
    ['packing the branches', [['pack-refs', '--all']]],
    ['a rebase', [['checkout', '--quiet', '-b', 'topic', 'HEAD~1'], ['commit', '--quiet', '--allow-empty', '--message', 'Topic'], ['rebase', '--quiet', 'main']]],
  ])('sees %s', (_what, commands) => {
    const root = temporaryTree({ 'a.md': 'one\n' });
    const run = (...args: string[]) => runGit(root, ...IDENTITY, ...args);
    run('init', '--quiet', '--initial-branch=main');
    run('add', '--all');
    run('commit', '--quiet', '--message', 'First');
    run('commit', '--quiet', '--allow-empty', '--message', 'Second');
    const folder = path.join(root, '.git');
    for (const command of commands) {
      const before = timesBelow(folder);
      run(...command);
      const changed = [...timesBelow(folder)].filter(([file, time]) => before.get(file) !== time).map(([file]) => file);
      const reported = changed.filter((file) => isWatched(file) && isNews(`${folder}/${file}`));
      expect(reported.length, `of ${changed.join(', ')}`).toBeGreaterThan(0);
    }
  });

  it.each(['.git/index', '.git/index.lock', '.git/objects/ab/cd', '.git/COMMIT_EDITMSG', 'node_modules/a/b.md'])('takes %s for no news', (file) => {
    expect(isNews(`/srv/shop/${file}`)).toBe(false);
  });

  it.each(['docs/a.md', '.git/HEAD', '.git/worktrees/linked/HEAD', '.git/modules/part/refs/heads/main', '.git/packed-refs'])('takes %s for news', (file) => {
    expect(isNews(`/srv/shop/${file}`)).toBe(true);
  });
});
