import { describe, expect, it } from 'vitest';
import { excludeTest, expandedBraces } from '../../src/workspace/excludeGlobs';

describe('excludeTest reads globs as VS Code does', () => {
  it.each([
    ['**/foo', 'foo', true],
    ['**/foo', 'a/b/foo', true],
    ['foo', 'foo', true],
    // without `**/` a glob is about the root
    ['foo', 'a/foo', false],
    ['*.md', '.a.md', true],
    ['*.md', 'a/b.md', false],
    ['**/*.{md,txt}', 'a/b.txt', true],
    ['{a/b,c}', 'a/b', true],
    ['{**/x,c}', 'a/x', true],
    ['[!a]b', 'cb', true],
    ['[!a]b', 'ab', false],
    ['a?c', 'abc', true],
    ['(a)+|b', '(a)+|b', true],
    ['!x', '!x', true],
    ['#x', '#x', true],
    ['{a', '{a', true],
    ['./a', 'a', true],
    ['A', 'a', false],
  ])('%s on the file %s: %s', (glob, path, expected) => {
    expect(excludeTest([glob])(path, 'file')).toBe(expected);
  });

  it.each(['a', 'a/', 'a/**', '**/a', '**/a/**'])('%s takes the folder a and all in it', (glob) => {
    const isExcluded = excludeTest([glob]);
    expect(isExcluded('a', 'folder')).toBe(true);
    expect(isExcluded('a/b/c.md', 'file')).toBe(true);
  });

  it('nothing is excluded by no globs, or by empty ones', () => {
    expect(excludeTest(['', ' ', '/'])('a', 'file')).toBe(false);
  });

  it('a glob made to be slow is not applied, and others still are', () => {
    // With backtracking this would run for years, so ending at all is what is tested.
    const isExcluded = excludeTest([`**/${'*a'.repeat(40)}*b`, '**/x/'.repeat(20), 'c']);
    expect(isExcluded('a'.repeat(250), 'file')).toBe(false);
    expect(isExcluded(`${'x/'.repeat(200)}y`, 'file')).toBe(false);
    expect(isExcluded('c', 'file')).toBe(true);
  });
});

describe('expandedBraces', () => {
  it('gives every alternative in order, nested ones too', () => {
    expect(expandedBraces('a{b,c{d,e},}f')).toEqual(['abf', 'acdf', 'acef', 'af']);
  });

  it('is bounded: 2 to the 30 alternatives are not all made', () => {
    expect(expandedBraces('{a,b}'.repeat(30)).length).toBe(200);
  });
});
