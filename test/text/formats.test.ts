import { describe, expect, it } from 'vitest';
import { fileNameTitleOf, formatOf } from '../../src/text/formats';

describe('formatOf', () => {
  it.each([
    ['docs/a.md', 'markdown'],
    ['A.Markdown', 'markdown'],
    ['a.mdown', 'markdown'],
    ['a.mkd', 'markdown'],
    ['a.MDX', 'mdx'],
    ['a.adoc', 'asciidoc'],
    ['a.asciidoc', 'asciidoc'],
    ['a.asc', 'asciidoc'],
    ['a.rst', 'restructuredtext'],
    ['a.rest', 'restructuredtext'],
    ['a.txt', 'plain'],
    ['a.text', 'plain'],
    ['docs/README', 'plain'],
    ['CONTRIBUTING', 'plain'],
    ['Changelog', 'plain'],
    ['a.ts', null],
    ['README.png', null],
    ['folder.md/binary', null],
    ['Makefile', null],
    ['md', null],
  ])('%s is %s', (path, format) => expect(formatOf(path)).toBe(format));
});

describe('fileNameTitleOf', () => {
  it.each([
    ['docs/how.to.md', 'how.to'],
    ['README', 'README'],
    ['a.b/.hidden.md', '.hidden'],
    ['a.b/.md', '.md'],
  ])('of %s is %s', (path, title) => expect(fileNameTitleOf(path)).toBe(title));
});
