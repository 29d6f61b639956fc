import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from '../../src/text/markdownBlocks';

const plain = new MarkdownIt('default', { html: true });

/** What an outline asks of tokens: everything but the text of blocks. */
function structureOf(tokens: readonly Token[]) {
  return tokens.filter(({ type }) => type !== 'inline').map(({ type, tag, map, level, nesting, markup }) => ({ type, tag, map, level, nesting, markup }));
}

function plainBlocks(source: string): Token[] {
  const tokens: Token[] = [];
  plain.block.parse(source, plain, {}, tokens);
  return tokens;
}

const lead = fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t');
const mark = fc.constantFrom(
  '', '', '', '', '- ', '-', '* ', '+ ', '1. ', '7) ', '> ', '>', '# ', '###', '```', '~~~ js', '---', '- - -', '***', '===', '=', '--', '|', '|--|', '|-|-|', '| - | - |', ':-|-:', '-|-', '- |', '-|',
  '<div>', '</div>', '<!-- ', '-->', '[a]: http://b', '[a]: ', '"title"', '\\', '**', '`', '-a', '1', 'é',
);
const words = fc.constantFrom('', 'word', 'two words', 'a | b', 'Word:', 'x', 'ends in space  ', '|', 'é', 'a - b', '# no', '\f', '\v', '\u00a0');
const line = fc.oneof(
  words,
  mark,
  fc.tuple(mark, words).map((parts) => parts.join('')),
  fc.tuple(lead, mark, words).map((parts) => parts.join('')),
  fc.tuple(lead, mark, lead, mark, words).map((parts) => parts.join('')),
);
const source = fc.tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('', '\n', '\n  ', '\n\n', '  ')).map(([lines, end]) => lines.join('\n') + end);

describe('markdownBlocks', () => {
  it('finds the blocks that markdown-it finds as it is published, on the same lines', () => {
    fc.assert(
      fc.property(source, (text) => {
        expect(structureOf(markdownBlocks(text, {}))).toEqual(structureOf(plainBlocks(text)));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['an underline below the second line', 'one\ntwo\n---'],
    ['a delimiter row below a second line', 'one\na | b\n-|-\nc | d'],
    ['an item below a line', 'one\n- item'],
    ['a quoted paragraph that goes on without its mark', '> one\ntwo\n- item'],
    ['an item that ends a paragraph in a list', '- one\n  two\n- three'],
  ])('finds them with %s', (_, text) => {
    expect(structureOf(markdownBlocks(text, {}))).toEqual(structureOf(plainBlocks(text)));
  });

  it('keeps the references that headings may use', () => {
    const [ours, theirs] = [{}, {}];
    const text = 'Words\n\n[a]: http://b "c"\n\n- item\n\n  [d]: e';
    markdownBlocks(text, ours);
    plain.block.parse(text, plain, theirs, []);
    expect(ours).toEqual(theirs);
  });
});
