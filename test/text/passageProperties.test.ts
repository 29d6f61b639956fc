import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { PASSAGE_LIMIT } from '../../src/contract/constants';
import { DOCUMENT_FORMATS, type PassageContent } from '../../src/contract/model';
import { contentOf } from '../../src/text/content';
import { headingText, renderedHeadingText } from '../../src/text/markdownHeadings';

/** A block as it is written: its lines, and whether it is a heading. */
interface WrittenBlock {
  readonly kind: 'heading' | 'paragraph' | 'other';
  readonly lines: readonly string[];
}

const word = fc.constantFrom('alpha', 'beta', 'gamma', 'x1', 'Größe', '日本語', 'end.', 'why?', '😀', 'long-identifier_name');
const line = fc
  .oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 30 }) }, { weight: 1, arbitrary: fc.integer({ min: 100, max: 400 }) })
  .chain((length) => fc.array(word, { minLength: length, maxLength: length }))
  .map((words) => `w ${words.join(' ')}`);
const endlessLine = fc.integer({ min: 700, max: 2500 }).map((length) => `w${'ß'.repeat(length)}`);
const lines = fc.array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: endlessLine }), { minLength: 1, maxLength: 6 });

const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('', 'Setup', 'Über uns', 'a *b* [c](d)'))
  .map(([level, text]): WrittenBlock => ({ kind: 'heading', lines: [`${'#'.repeat(level)} ${text}`] }));
const setext = fc.constantFrom('===', '---').map((mark): WrittenBlock => ({ kind: 'heading', lines: ['Setext', mark] }));
const paragraph = fc
  .tuple(lines, fc.boolean())
  .map(([written, introduces]): WrittenBlock => {
    const last = `${written.at(-1)}${introduces ? ':' : ''}`;
    return { kind: 'paragraph', lines: [...written.slice(0, -1), last] };
  });
const rule = fc.constant<WrittenBlock>({ kind: 'other', lines: ['***'] });
const other = fc.oneof(
  lines.map((written) => ['```', ...written, '', '# no heading', '```']),
  lines.map((written) => written.map((text) => `> ${text}`)),
  lines.map((written) => ['<div>', ...written, '</div>']),
  lines.map((written) => ['<!--', ...written, '', '-->']),
  lines.map((written) => ['| head | er |', '|---|---|', ...written.map((text) => `| ${text} | y |`)]),
  lines.map((written) => written.flatMap((text, at) => [`- ${text}`, ...(at % 2 === 0 ? [`  - inner ${text}`, '', `    more ${text}`] : [])])),
  fc.constant(['[ref]: http://target', '[other]: http://target "title"']),
).map((written): WrittenBlock => ({ kind: 'other', lines: written }));

const frontMatter = fc.constantFrom<readonly string[]>([], ['---', 'title: Fronted', 'x: 1', '---'], ['---', 'x: 1', '...']);
const writtenDocument = fc.tuple(frontMatter, fc.array(fc.oneof(heading, setext, paragraph, rule, other, other), { maxLength: 14 }));

function sourceOf([front, blocks]: readonly [readonly string[], readonly WrittenBlock[]]) {
  const source: string[] = [...front];
  const mustBeCovered: number[] = [];
  for (const block of blocks) {
    source.push('');
    for (const text of block.lines) {
      source.push(text);
      // Lines without a word may be dropped with a wordless passage; all others are to be found.
      if (block.kind !== 'heading' && /[\p{L}\p{N}]/u.test(text)) mustBeCovered.push(source.length);
    }
    source.push('');
  }
  return { source, mustBeCovered };
}

const documents = writtenDocument.map(sourceOf);

function bodies(source: readonly string[], lineEnd = '\n'): readonly PassageContent[] {
  return contentOf(source.join(lineEnd), 'markdown').passages.filter(({ text }) => text !== '');
}

const runs = { numRuns: 400 };

describe('the splitter, whatever the document', () => {
  it('puts every line with words that is no heading or front matter into exactly one passage, in order', () => {
    fc.assert(
      fc.property(documents, ({ source, mustBeCovered }) => {
        const found = bodies(source).flatMap(({ lines: { start, end } }) => Array.from({ length: end - start + 1 }, (_, at) => start + at));
        // The pieces of a line that is too long share its number, one after the other.
        const once = found.filter((number, at) => number !== found[at - 1]);
        expect(once).toEqual([...new Set(once)].sort((a, b) => a - b));
        const isFound = new Set(once);
        expect(mustBeCovered.filter((number) => !isFound.has(number))).toEqual([]);
      }),
      runs,
    );
  });

  it('shares a line between passages only when it is too long for one', () => {
    fc.assert(
      fc.property(documents, ({ source }) => {
        const passages = bodies(source);
        for (const [at, { lines }] of passages.entries()) {
          const before = passages[at - 1]?.lines;
          if (before === undefined || lines.start > before.end) continue;
          expect(before.end).toBe(lines.start);
          // A table row is already too long when its header, 23 units here, takes its room.
          expect(source[lines.start - 1]?.length).toBeGreaterThan(PASSAGE_LIMIT - 24);
        }
      }),
      runs,
    );
  });

  it('makes no passage longer than the limit, and none that begins or ends with a blank line', () => {
    fc.assert(
      fc.property(documents, ({ source }) => {
        for (const { text } of bodies(source)) {
          expect(text.length).toBeLessThanOrEqual(PASSAGE_LIMIT);
          expect(text.split('\n')[0]?.trim()).not.toBe('');
          expect(text.split('\n').at(-1)?.trim()).not.toBe('');
        }
      }),
      runs,
    );
  });

  it('returns the source verbatim, but for cut tables and pieces of long lines', () => {
    fc.assert(
      fc.property(documents, ({ source }) => {
        for (const { text, lines: { start, end } } of bodies(source)) {
          const verbatim = source.slice(start - 1, end).join('\n');
          const header = '| head | er |\n|---|---|\n';
          const own = text.startsWith(header) && !verbatim.startsWith(header) ? text.slice(header.length) : text;
          if (own === verbatim) continue;
          // Then it is a piece of one long line, behind lines that introduce it at most.
          expect(source[end - 1]?.length).toBeGreaterThan(PASSAGE_LIMIT - header.length);
          expect(verbatim).toContain(own);
        }
      }),
      runs,
    );
  });

  it.each(['\r\n', '\r'])('gives the same with the line end %j', (lineEnd) => {
    fc.assert(
      fc.property(documents, ({ source }) => {
        expect(contentOf(source.join(lineEnd), 'markdown')).toEqual(contentOf(source.join('\n'), 'markdown'));
      }),
      { numRuns: 100 },
    );
  });

  it('joins blocks as a plain reading of rule 8 does, where every block fits', () => {
    const short = fc.oneof(paragraph, other.filter((block) => block.lines[0]?.startsWith('[ref]') !== true));
    const fitting = fc.array(
      short.filter((block) => block.lines.join('\n').length <= PASSAGE_LIMIT),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fitting, (blocks) => {
        expect(bodies(sourceOf([[], separated(blocks)]).source).map(({ lines }) => lines)).toEqual(joinedPlainly(separated(blocks)));
      }),
      runs,
    );
  });

  it('never fails on any text in any format', () => {
    const piece = fc.constantFrom(
      ...['# ', '=', '---', '```', '> ', '- ', '1. ', '|', '|-|', '<', '<!--', '-->', '[', ']:', '(', ':', '\n', '\n\n', '\r', '\t', '    ', ' ', 'word', '\u2028', '\ud800', '\0', '&', '\\', '*', '~~~', '...'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(...DOCUMENT_FORMATS), (pieces, format) => {
        const text = pieces.join('');
        const count = text.split(/\r\n|\n|\r/).length;
        for (const { lines: { start, end } } of contentOf(text, format).passages) {
          expect(start).toBeGreaterThanOrEqual(1);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** Lists that follow each other are one list to Markdown; a comment between keeps blocks apart. */
function separated(blocks: readonly WrittenBlock[]): WrittenBlock[] {
  return blocks.filter((block, at) => at === 0 || block.kind === 'paragraph' || blocks[at - 1]?.kind === 'paragraph');
}

/** Rule 8 by trying: of all lines from one block to another, the text is counted anew each time. */
function joinedPlainly(blocks: readonly WrittenBlock[]): { start: number; end: number }[] {
  let at = 0;
  const spans = blocks.map((block) => {
    const start = at + 2;
    at += block.lines.length + 2;
    return { block, start, end: start + block.lines.length - 1 };
  });
  const { source } = sourceOf([[], blocks]);
  const fits = (start: number, end: number) => source.slice(start - 1, end).join('\n').length <= PASSAGE_LIMIT;
  const passages: (typeof spans)[] = [];
  for (const span of spans) {
    const open = passages.at(-1);
    if (open !== undefined && fits(open[0]?.start ?? 0, span.end)) {
      open.push(span);
      continue;
    }
    const moved: typeof spans = [];
    while (open !== undefined && open.length > 1) {
      const last = open.at(-1);
      if (last?.block.kind !== 'paragraph' || !(last.block.lines.at(-1) ?? '').endsWith(':') || !fits(last.start, span.end)) break;
      moved.unshift(last);
      open.pop();
    }
    passages.push([...moved, span]);
  }
  return passages.map((joined) => ({ start: joined[0]?.start ?? 0, end: joined.at(-1)?.end ?? 0 }));
}

describe('heading text', () => {
  it('without markup is what the inline parser gives', () => {
    const markdown = new MarkdownIt({ html: true });
    const piece = fc.constantFrom('a', 'B ', '  ', '*', '_', '`', '[', '](x)', '!', '<b>', '&amp;', '\\', '~~', 'é', '\u00a0', '\n', ':', '#', '"', "'", '(c)', 'http://a.b');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const source = pieces.join('').trim();
        expect(headingText(source, markdown, {})).toBe(renderedHeadingText(source, markdown, {}));
      }),
      { numRuns: 1000 },
    );
  });
});
