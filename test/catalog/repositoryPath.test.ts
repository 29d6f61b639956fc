import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileTreeOf, folderOf, foldersAround, isWithin, resolveWithin } from '../../src/catalog/repositoryPath';

describe('resolveWithin', () => {
  it.each([
    ['a/b', './c.md', 'a/b/c.md'],
    ['a/b', '../c.md', 'a/c.md'],
    ['', '.', ''],
    ['a', 'docs/', 'a/docs'],
    // A catalog file written on Windows.
    ['a', '.\\docs\\x.md', 'a/docs/x.md'],
  ])('from %j, %j is %j', (folder, written, path) => {
    expect(resolveWithin(folder, written)).toBe(path);
  });

  it.each([
    ['a', '../../b'],
    ['', '..'],
    ['a', '/etc/passwd'],
    ['a', 'C:\\secrets'],
    ['a', '~/x'],
    // Leaves the repository and comes back under a name that only a machine knows.
    ['a', '../../other/a/x'],
  ])('refuses what leaves the repository: from %j, %j', (folder, written) => {
    expect(resolveWithin(folder, written)).toBeNull();
  });

  it('never gives a path that climbs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', 'a', 'b', '')), (segments) => {
        const path = resolveWithin('x/y', segments.join('/'));
        expect(path === null || !path.split('/').includes('..')).toBe(true);
      }),
    );
  });
});

describe('folders', () => {
  it('lists the folders around one, innermost first', () => {
    expect(foldersAround('a/b')).toEqual(['a/b', 'a', '']);
    expect(folderOf('a/b/c.md')).toBe('a/b');
  });

  it('does not take a longer name for a folder inside', () => {
    expect(isWithin('apps/api-edge/x', 'apps/api')).toBe(false);
    expect(isWithin('apps/api/x', 'apps/api')).toBe(true);
  });

  it('finds the files below a folder as a plain filter does', () => {
    const path = fc.array(fc.constantFrom('a', 'a-b', 'a0', 'a.b', 'A'), { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.array(path), path, (paths, folder) => {
        const expected = [...new Set(paths)].filter((candidate) => candidate.startsWith(`${folder}/`)).sort();
        expect(fileTreeOf(paths).below(folder)).toEqual(expected);
      }),
    );
  });
});
