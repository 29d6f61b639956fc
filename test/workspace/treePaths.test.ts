import { describe, expect, it } from 'vitest';
import { createGit } from '../../src/adapters/git/git';
import { createNodeFiles } from '../../src/adapters/nodeFiles';
import { visiblePaths } from '../../src/workspace/treePaths';
import { walkRepository } from '../../src/workspace/walk';
import { runGit, temporaryTree } from './temporaryTree';

const FILES = [
  'catalog-info.yaml',
  'docs/a.md',
  'docs/.hidden/b.md',
  'node_modules/x/catalog-info.yaml',
  'services/node_modules/x/catalog-info.yaml',
  'vendor/y/component.yaml',
  // Build output counts where it is tracked.
  'dist/catalog-info.yaml',
  'dist/node_modules/z/package.json',
  '.env',
  'config/.env.production',
  '.env.example',
  '.ssh/config.yaml',
  'deep/.ssh/catalog-info.yaml',
  'keys/server.pem',
  'cache/CACHEDIR.TAG',
  'cache/catalog-info.yaml',
  'cache/deep/catalog-info.yaml',
  // A marker at the top says nothing of the repository itself.
  'pyvenv.cfg',
  '.DS_Store',
  'docs/Thumbs.db',
  'ignored/catalog-info.yaml',
  'excluded/catalog-info.yaml',
  'excluded/deep/catalog-info.yaml',
  'kept/excluded.yaml',
  'kept/drop.me',
  'with space/ünïcode.md',
];

describe('the files of a tree that count', () => {
  it.each([
    ['without globs', []],
    ['with globs of files.exclude', ['excluded', '**/*.me', 'docs/.hidden/**', '**/node_modules']],
  ])('are those a walk of the same files finds, %s', async (_, exclude) => {
    const root = temporaryTree({ ...Object.fromEntries(FILES.map((path) => [path, 'text\n'])), '.gitignore': 'ignored/\n' });
    runGit(root, 'init', '--quiet');
    runGit(root, 'add', '--all', '--force');
    runGit(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'All');
    const state = await createGit().inspect(root, null);
    if (state.kind !== 'repository') throw new Error(`expected a repository, found ${state.kind}`);
    const tracked = [...state.headBlobs.keys()];
    expect(tracked).toHaveLength(FILES.length + 1);
    const walk = await walkRepository(createNodeFiles(), root, {
      exclude,
      excludePatterns: '',
      trackedPaths: new Set(tracked),
      wanted: () => true,
    });
    const visible = visiblePaths(tracked, exclude);
    expect(visible).toEqual(walk.paths);
    // Guards against both of them finding everything, or nothing.
    expect(visible).toContain('dist/catalog-info.yaml');
    expect(visible).not.toContain('cache/deep/catalog-info.yaml');
    expect(visible.includes('excluded/deep/catalog-info.yaml')).toBe(exclude.length === 0);
  });

  it('are given in the order of their paths, whatever order they came in', () => {
    expect(visiblePaths(['b', 'a/c', 'a-b', 'a'], [])).toEqual(['a', 'a-b', 'a/c', 'b']);
  });
});
