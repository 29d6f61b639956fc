import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '../../src/contract/model';
import { contentOf } from '../../src/text/content';

const LIMIT = 800;

function split(text: string, format: DocumentFormat = 'markdown') {
  return contentOf(text, format);
}

/** Passages as `start-end path: text`, to be read at a glance. */
function seen(text: string, format: DocumentFormat = 'markdown'): string[] {
  return split(text, format).passages.map(
    ({ headings, lines, text }) => `${lines.start}-${lines.end} ${headings.join(' > ')}: ${text}`,
  );
}

function ranges(text: string, format: DocumentFormat = 'markdown'): string[] {
  return split(text, format).passages.map(({ lines }) => `${lines.start}-${lines.end}`);
}

/** Exactly `length` units: words, without a sentence end. */
function words(length: number): string {
  return 'word '.repeat(Math.ceil(length / 5)).slice(0, length - 1) + 'x';
}

describe('rule 1, lines', () => {
  it('counts CRLF, LF and CR as one line end each', () => {
    expect(seen('a\r\n\r\nb\r\rc\n\nd')).toEqual(['1-7 : a\n\nb\n\nc\n\nd']);
  });

  it('does not take U+2028, U+2029 or U+0085 for line ends', () => {
    expect(seen('one\u2028two\u2029three\u0085four\nfive')).toEqual(['1-2 : one\u2028two\u2029three\u0085four\nfive']);
  });

  it('removes a byte order mark', () => {
    expect(seen('\ufeffword')).toEqual(['1-1 : word']);
  });

  it('runs from the first to the last non-blank line, verbatim, indentation and trailing spaces kept', () => {
    expect(seen('\n \t\n  two  \n\n   three \n\n  \n')).toEqual(['3-5 :   two  \n\n   three ']);
  });
});

describe('rule 2, front matter', () => {
  it('is no passage text, and its lines count', () => {
    expect(seen('---\na: b\n---\ntext')).toEqual(['4-4 : text']);
  });

  it('may end in three dots', () => {
    expect(seen('---\na: b\n...\ntext')).toEqual(['4-4 : text']);
  });

  it.each([
    ['a sequence', '---\n- a\n---\ntext'],
    ['a scalar', '---\nplain words\n\n---\ntext'],
    ['unclosed', '---\na: b\n\ntext'],
    ['not on line 1', '\n---\na: b\n\n---\ntext'],
    ['no YAML', '---\na: [1,\n\n---\ntext'],
  ])('is Markdown when it is %s', (_, source) => {
    // Read as Markdown, the words of the first lines are found in passages.
    expect(split(source).passages.map(({ text }) => text).join('\n')).toMatch(/- a|plain words|a: b|a: \[1,/);
  });

  it('may repeat a key, hold unknown tags and aliases', () => {
    expect(split('---\na: &x !mine 1\na: 2\nb: *x\ntitle: T\n---\ntext').title).toBe('T');
  });
});

describe('rule 3, title', () => {
  it.each([
    ["front matter's title before any heading", '---\ntitle: From matter\n---\n# Heading', 'From matter'],
    ['a number as it is written', '---\ntitle: 1.10\n---\n# Heading', '1.10'],
    ['the H1 when the title is empty', '---\ntitle: " "\n---\n# Heading', 'Heading'],
    ['the H1 when the title is no string', '---\ntitle: [a]\n---\n# Heading', 'Heading'],
    ['the first H1, even behind an H2', '## Two\n\n# One\n\n# Other', 'One'],
    ['the first heading when there is no H1', '### Three\n\n## Two', 'Three'],
    ['a heading with text, not an empty one', '#\n\n## Two', 'Two'],
  ])('is %s', (_, source, title) => expect(split(source).title).toBe(title));

  it('is null when only the file name is left, for no heading is one in a list, quote, fence or HTML', () => {
    expect(split('- # a\n\n> # b\n\n```\n# c\n```\n\n<h1>d</h1>').title).toBeNull();
  });
});

describe('rule 4, headings', () => {
  it('are ATX and setext, with one to three spaces before and closing marks', () => {
    expect(seen('   ## A ##\na\n\nB\nb\n---\nc\n\nC\n===\nd')).toEqual([
      '2-2 A: a',
      '7-7 B b: c',
      '11-11 : d', // C is the H1 and so the title
    ]);
  });

  it('are none when indented by four, escaped, without a space, or of seven marks', () => {
    expect(split('    # a\n\n\\# b\n\n#c\n\n####### d').title).toBeNull();
  });

  it.each([
    ['link text without its target', '[text](http://target)', 'text'],
    ['reference links, defined further down', '[text][ref] and [ref]', 'text and ref'],
    ['code, emphasis, strikethrough', '`a*b` **bold _both_** ~~old~~', 'a*b bold both old'],
    ['image alt', '![alt *text*](i.png) x', 'alt text x'],
    ['HTML dropped', 'A <a id="b"></a>word <br/> end', 'A word end'],
    ['entities and escapes', 'a &amp; b \\* c', 'a & b * c'],
    ['autolinks', '<https://x.y>', 'https://x.y'],
  ])('read as rendered: %s', (_, source, text) => {
    expect(split(`# ${source}\n\n[ref]: http://target`).title).toBe(text);
  });

  it('when empty end a section and add nothing to the path', () => {
    expect(seen('# T\n\n## A\n\na\n\n##\n\nb\n\n### C\n\nc')).toEqual(['5-5 A: a', '9-9 : b', '13-13 C: c']);
  });
});

describe('rule 5, heading path', () => {
  it('has the enclosing headings, skipped levels not filled in', () => {
    expect(seen('# T\n\n## A\n\n##### B\n\nb\n\n### C\n\nc\n\n## D\n\nd')).toEqual([
      '7-7 A > B: b',
      '11-11 A > C: c',
      '15-15 D: d',
    ]);
  });

  it('does not repeat the heading that gave the title; another H1 follows it', () => {
    expect(seen('# T\n\nt\n\n# U\n\nu\n\n## V\n\nv')).toEqual(['3-3 : t', '7-7 U: u', '11-11 U > V: v']);
  });

  it('does not repeat a level-1 heading equal to the title of the front matter, but a level-2 one', () => {
    expect(seen('---\ntitle: T\n---\n# T\n\n## T\n\na')).toEqual(['8-8 T: a']);
  });

  it('does not repeat a lower heading that gave the title', () => {
    expect(seen('## A\n\na\n\n### B\n\nb\n\n## C\n\nc')).toEqual(['3-3 : a', '7-7 B: b', '11-11 C: c']);
  });

  it('keeps at most a passage of an endless heading', () => {
    const [passage] = split(`# T\n\n## ${words(5000)}\n\ntext`).passages;
    expect(passage?.headings[0]?.length).toBeLessThanOrEqual(LIMIT);
  });
});

describe('rule 6, sections', () => {
  it('are never merged, equal paths stay separate, and text before the first heading is one', () => {
    expect(seen('intro\n\n# T\n\n## A\n\none\n\n## A\n\ntwo')).toEqual(['1-1 : intro', '7-7 A: one', '11-11 A: two']);
  });
});

describe('rule 7, empty sections', () => {
  it('give no passage with subsections, one with empty text and the heading line as a leaf', () => {
    expect(seen('# T\n\n## A\n\n### B\n\n## C\n\nc\n\nD\n---\n')).toEqual(['5-5 A > B: ', '9-9 C: c', '11-11 D: ']);
  });

  it('give one for a document of a heading alone, none for an empty document', () => {
    expect(split('# T')).toEqual({ title: 'T', passages: [{ headings: [], text: '', lines: { start: 1, end: 1 } }] });
    expect(split('\n \n')).toEqual({ title: null, passages: [] });
    expect(split('')).toEqual({ title: null, passages: [] });
  });
});

describe('rule 8, joining', () => {
  it('joins whole blocks up to exactly the limit, the blank lines between counted', () => {
    expect(ranges(`${words(399)}\n\n${words(399)}`)).toEqual(['1-3']);
    expect(ranges(`${words(399)}\n\n${words(400)}`)).toEqual(['1-1', '3-3']);
  });

  it('keeps a paragraph that ends in a colon with the block after it', () => {
    const list = `- ${words(600)}`;
    expect(ranges(`${words(300)}\n\nso:\n\n${list}`)).toEqual(['1-1', '3-5']);
    expect(ranges(`${words(300)}\n\nso.\n\n${list}`)).toEqual(['1-3', '5-5']);
  });

  it('leaves it where it is when both do not fit', () => {
    expect(ranges(`${words(300)}\n\n${words(200)} so:\n\n- ${words(700)}`)).toEqual(['1-3', '5-5']);
  });

  it('keeps it with the first part of a block that is cut', () => {
    const rows = Array.from({ length: 4 }, () => `- ${words(300)}`).join('\n');
    expect(ranges(`${words(300)}\n\nso:\n\n${rows}`)).toEqual(['1-1', '3-6', '7-8']);
  });

  it('keeps a chain of them together as far as it fits', () => {
    expect(ranges(`${words(300)}\n\none:\n\ntwo:\n\n${words(600)}`)).toEqual(['1-1', '3-7']);
  });
});

describe('rule 9, a block over the limit', () => {
  it('starts and ends passages of its own', () => {
    const fence = ['```', words(500), words(500), '```'].join('\n');
    expect(ranges(`before\n\n${fence}\n\nafter`)).toEqual(['1-1', '3-4', '5-6', '8-8']);
  });

  it('table: cut between rows, header repeated in the text and counted, lines naming the own rows', () => {
    const rows = Array.from({ length: 6 }, (_, row) => `| ${row} ${words(245)} |`);
    const { passages } = split(['| Head | er |', '|---|---|', ...rows].join('\n'));
    expect(passages.map(({ lines }) => lines)).toEqual([
      { start: 1, end: 5 },
      { start: 6, end: 8 },
    ]);
    expect(passages[1]?.text).toBe(['| Head | er |', '|---|---|', ...rows.slice(3)].join('\n'));
  });

  it('table: a header counts, so that one row less fits', () => {
    const rows = Array.from({ length: 4 }, () => `| ${words(396)} |`); // two of them take 801
    expect(ranges(['| H |', '|---|', ...rows].join('\n'))).toEqual(['1-3', '4-4', '5-5', '6-6']);
  });

  it('table: a header longer than 400 is not repeated', () => {
    const header = `| ${words(392)} |\n|---|`;
    expect(header.length).toBeGreaterThan(400);
    const { passages } = split([header, `| ${words(390)} |`, `| ${words(390)} |`].join('\n'));
    // In its own place it is joined with the first row, for both fit.
    expect(passages.map(({ lines }) => `${lines.start}-${lines.end}`)).toEqual(['1-3', '4-4']);
    expect(passages[1]?.text).toBe(`| ${words(390)} |`);
  });

  it('table: link reference definitions below it are no rows', () => {
    const rows = Array.from({ length: 4 }, () => `| ${words(390)} |`);
    const { passages } = split(['| H |', '|---|', ...rows, '', '[a]: http://b'].join('\n'));
    expect(passages.at(-1)?.lines.end).toBe(8);
    expect(passages.map(({ text }) => text).join('\n')).toContain('[a]: http://b');
  });

  it('list: cut between items', () => {
    const items = Array.from({ length: 5 }, () => `- ${words(300)}`);
    expect(ranges(items.join('\n'))).toEqual(['1-2', '3-4', '5-5']);
  });

  it('list: an item over the limit is cut between its own blocks', () => {
    const item = [`1. ${words(500)}`, '', `   ${words(500)}`, '', `   ${words(200)}`];
    expect(ranges(['1. first', ...item].join('\n'))).toEqual(['1-2', '4-6']);
  });

  it("list: a nested list is cut between its items, the parent's text not repeated", () => {
    const nested = Array.from({ length: 4 }, () => `  - ${words(350)}`);
    const { passages } = split(['- parent', ...nested].join('\n'));
    expect(passages.map(({ lines }) => `${lines.start}-${lines.end}`)).toEqual(['1-3', '4-5']);
    expect(passages[1]?.text).not.toContain('parent');
  });

  it('quote: cut between its inner blocks', () => {
    const quote = [`> ${words(500)}`, '>', `> ${words(500)}`];
    expect(ranges(quote.join('\n'))).toEqual(['1-2', '3-3']);
  });

  it.each([
    ['code fence', ['```js', words(500), '', words(500), '```'], ['1-2', '4-5']],
    ['HTML', ['<div>', words(500), words(500), '</div>'], ['1-2', '3-4']],
    ['paragraph', [words(500), words(500)], ['1-1', '2-2']],
    ['indented code', [`    ${words(500)}`, `    ${words(500)}`], ['1-1', '2-2']],
  ])('%s: cut between lines, marks not repeated', (_, lines, expected) => {
    const { passages } = split(lines.join('\n'));
    expect(passages.map(({ lines }) => `${lines.start}-${lines.end}`)).toEqual(expected);
    for (const { text, lines: { start, end } } of passages) expect(text).toBe(lines.slice(start - 1, end).join('\n'));
  });
});

describe('rule 10, a line over the limit', () => {
  function pieces(line: string): string[] {
    const { passages } = split(line);
    for (const { lines } of passages) expect(lines).toEqual({ start: 1, end: 1 });
    return passages.map(({ text }) => text);
  }

  it('is cut after the last sentence end that fits', () => {
    const first = `${words(100)}! ${words(300)}.`;
    expect(pieces(`${first} ${words(700)}`)).toEqual([first, words(700)]);
  });

  it('takes a sentence end at the limit itself', () => {
    const first = `${words(799)};`;
    expect(pieces(`${first} ${words(100)}`)).toEqual([first, words(100)]);
  });

  it('does not take a dot inside a word for a sentence end', () => {
    const cut = pieces(`a.b ${words(795)} ${words(100)}`);
    expect(cut[0]?.length).toBeGreaterThan(700);
  });

  it('cuts after full-width sentence ends without white space', () => {
    const first = `${'日'.repeat(300)}。`;
    expect(pieces(first + '本'.repeat(600))).toEqual([first, '本'.repeat(600)]);
  });

  it('else at the last space', () => {
    expect(pieces(`${words(700)} ${'y'.repeat(200)}`)).toEqual([words(700), 'y'.repeat(200)]);
  });

  it('else at the limit', () => {
    expect(pieces('z'.repeat(2000)).map(({ length }) => length)).toEqual([800, 800, 400]);
  });

  it('never inside a surrogate pair', () => {
    expect(pieces(`a${'𠮷'.repeat(600)}`).map(({ length }) => length)).toEqual([799, 402]);
  });

  it('cuts a table row likewise, header repeated and counted', () => {
    const header = '| H |\n|---|';
    const { passages } = split(`${header}\n| ${words(1500)} |\n| last |`);
    expect(passages.map(({ lines }) => `${lines.start}-${lines.end}`)).toEqual(['1-3', '3-3', '4-4']);
    for (const { text } of passages) {
      expect(text.startsWith(`${header}\n`)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(LIMIT);
    }
  });

  it('loses no word, and no piece is blank', () => {
    const line = `${' '.repeat(900)}${words(1000)}${' '.repeat(900)}`;
    expect(pieces(`x\n${line}`.slice(2)).join(' ').split(/\s+/).filter(Boolean)).toEqual(words(1000).split(' '));
  });
});

describe('rule 11, nothing to find', () => {
  it.each(['---', '<!-- -->', '***\n\n***', '| |\n|-|'])('drops a passage of %j', (source) => {
    expect(split(`# T\n\n## A\n\n${source}\n\n## B\n\nb`).passages.map(({ text }) => text)).toEqual(['b']);
  });

  it('keeps a rule that stands in a passage with words', () => {
    expect(seen('a\n\n---\n\nb')).toEqual(['1-5 : a\n\n---\n\nb']);
  });
});

describe('rule 12, HTML and definitions', () => {
  it('leaves HTML blocks and comments as written', () => {
    expect(seen('<!--\n# no heading\n-->\n\n<h1>x</h1>')).toEqual(['1-5 : <!--\n# no heading\n-->\n\n<h1>x</h1>']);
  });

  it('puts link reference definitions to the block before them', () => {
    const definition = '[a]: http://b';
    // The two paragraphs fit together, but not with the definition, which is the second one's.
    expect(ranges(`${words(600)}\n\n${words(190)}\n\n${definition}`)).toEqual(['1-1', '3-5']);
    // A block made too long by its definition is cut, and so ends passages of its own.
    expect(ranges(`${words(395)}\n${words(394)}\n\n${definition}\n\nafter`)).toEqual(['1-2', '4-4', '6-6']);
  });

  it('keeps definitions that follow a heading in its section', () => {
    expect(seen('# T\n\n[a]: http://b\n\n## B\n\n[c]: http://d')).toEqual(['3-3 : [a]: http://b', '7-7 B: [c]: http://d']);
  });
});

describe('MDX', () => {
  it('reads as Markdown, with imports, exports and tags left as text', () => {
    const source = 'import X from "./x"\n\nexport const a = 1\n\n# T\n\n<X a={1}>\n\n## In\n\ntext\n\n</X>';
    expect(seen(source, 'mdx')).toEqual([
      '1-3 : import X from "./x"\n\nexport const a = 1',
      '7-7 : <X a={1}>',
      '11-13 In: text\n\n</X>',
    ]);
  });
});

describe('AsciiDoc', () => {
  it('has headings by equals signs, blocks by blank lines', () => {
    expect(seen('= T\n:toc:\n\nintro\n\n== A ==\na\n\n=== B\nb', 'asciidoc')).toEqual([
      '2-4 : :toc:\n\nintro',
      '7-7 A: a',
      '10-10 A > B: b',
    ]);
  });

  it('finds none in listing, literal and comment blocks, and goes on after them', () => {
    const source = '= T\n\n----\n== no\n----\n\n....\n== no\n....\n\n////\n== no\n////\n\n== Yes\n\ny';
    expect(seen(source, 'asciidoc').at(-1)).toBe('17-17 Yes: y');
    expect(split(source, 'asciidoc').passages).toHaveLength(2);
  });

  it('does not lose headings behind a delimiter that is never closed or an underlined title', () => {
    expect(seen('= T\n\n----\n\n== A\n\na', 'asciidoc').at(-1)).toBe('7-7 A: a');
    expect(seen('Title\n-----\n\n== A\n\na\n\nOther\n-----\n\nb', 'asciidoc')).toEqual([
      '1-2 : Title\n-----',
      '6-11 : a\n\nOther\n-----\n\nb',
    ]);
  });
});

describe('reStructuredText', () => {
  it('has headings by underline and overline, ranked in the order their styles are met', () => {
    const source = '=====\nTitle\n=====\n\nintro\n\nA\n=\n\na\n\nB\n-\n\nb\n\nC\n=\n\nc';
    expect(split(source, 'restructuredtext').title).toBe('Title');
    expect(seen(source, 'restructuredtext')).toEqual(['5-5 : intro', '10-10 A: a', '15-15 A > B: b', '20-20 C: c']);
  });

  it('takes neither a transition, a short underline, a list nor an indented line for a heading', () => {
    const source = 'one\n\n----\n\nlonger\n--\n\n- item\n------\n\n  in\n  ====';
    expect(split(source, 'restructuredtext').title).toBeNull();
  });

  it('takes the last line of a paragraph for no title', () => {
    expect(split('first line\nsecond line\n-----------', 'restructuredtext').title).toBeNull();
  });
});

describe('plain text', () => {
  it('has no headings, blocks by blank lines', () => {
    const source = `# no\n\n${words(500)}\n${words(200)}\n \n${words(300)}`;
    expect(split(source, 'plain').title).toBeNull();
    expect(ranges(source, 'plain')).toEqual(['1-4', '6-6']);
  });

  it('cuts a block over the limit between lines', () => {
    expect(ranges(`${words(500)}\n${words(500)}`, 'plain')).toEqual(['1-1', '2-2']);
  });
});
