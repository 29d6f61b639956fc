import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { PASSAGE_LIMIT } from '../../../src/contract/constants';
import { contentOf } from '../../../src/text/content';
import { isLong, isRenderable, looksLikeCode, renderableSourceOf } from '../../../src/webview/ask/passageSource';

const markdown = new MarkdownIt();
/** The blocks a passage is read as. */
const blocksOf = (text: string): string[] =>
  markdown
    .parse(renderableSourceOf(text).source, {})
    .filter(({ level, nesting }) => level === 0 && nesting >= 0)
    .map(({ type }) => type.replace('_open', ''));

describe('which passages are rendered', () => {
  const passage = (sourceRef: string, text = 'text', start = 1) => ({ sourceRef, text, lines: { start, end: start } });

  it('are those of Markdown files', () => {
    expect(isRenderable(passage('shop/a.md'))).toBe(true);
    expect(isRenderable(passage('shop/docs/A.MARKDOWN'))).toBe(true);
    for (const file of ['a.mdx', 'a.adoc', 'a.rst', 'a.txt', 'README', 'catalog-info.yaml']) expect(isRenderable(passage(`shop/${file}`)), file).toBe(false);
  });

  it('are not front matter, which stands in the first line; a rule further down is none', () => {
    expect(isRenderable(passage('shop/a.md', '---\ntitle: x\n---'))).toBe(false);
    expect(isRenderable(passage('shop/a.md', '+++\ntitle = "x"\n+++'))).toBe(false);
    expect(isRenderable(passage('shop/a.md', '---\n\ntext', 7))).toBe(true);
    expect(isRenderable(passage('shop/a.md', '---- not a rule'))).toBe(true);
  });
});

describe('a passage that was cut out of something', () => {
  it('reads rows without their header as a table with a stand-in for it', () => {
    const { source, hasMadeHeader } = renderableSourceOf('| a | b |\n| c | d |');
    expect(hasMadeHeader).toBe(true);
    expect(source).toBe('| | |\n|-|-|\n| a | b |\n| c | d |');
    expect(blocksOf('| a \\| still a | b |\n| c | d |\n\nAfter it.')).toEqual(['table', 'paragraph']);
  });

  it('leaves a whole table alone', () => {
    const table = '| a | b |\n|---|:-:|\n| c | d |';
    expect(renderableSourceOf(table)).toEqual({ source: table, hasMadeHeader: false });
  });

  it('reads code up to a fence that only ends it as code', () => {
    expect(blocksOf('  return x;\n}\n```\n\nNow **run** it.')).toEqual(['fence', 'paragraph']);
    expect(blocksOf('$ npm start\n$ npm test\n~~~\nAfter it.')).toEqual(['fence', 'paragraph']);
    // The second fence names a language, so it begins code, and the first can only have ended some.
    expect(blocksOf('npm start\n```\n\nThen:\n\n```sh\nnpm test')).toEqual(['fence', 'paragraph', 'fence']);
  });

  it('reads a fence at the end as the beginning of code that was cut off', () => {
    expect(blocksOf('Run this in the folder of the service.\n\n```\nnpm start')).toEqual(['paragraph', 'fence']);
    expect(blocksOf('Run:\n\n```sh\nnpm start\n```\n\nThen:\n\n```sh\nnpm test')).toEqual(['paragraph', 'fence', 'paragraph', 'fence']);
  });

  it('reads what is code from its first line to its last as code, and a comment in it as no heading', () => {
    const yaml = 'spec:\n  replicas: 3\n  # how many\n  template:\n    metadata:\n      name: x';
    expect(blocksOf(yaml)).toEqual(['fence']);
    expect(markdown.parse(renderableSourceOf(yaml).source, {})[0]?.content).toBe(`${yaml}\n`);
  });

  it('reads an item of a list below its indentation', () => {
    expect(blocksOf('    - nested\n    - too\n      and more')).toEqual(['bullet_list']);
    expect(blocksOf('   Continues an item.\n\n   And goes on.')).toEqual(['paragraph', 'paragraph']);
    expect(blocksOf('    ```sh\n    ls\n    ```')).toEqual(['fence']);
  });

  it('takes no prose and no list for code', () => {
    expect(looksLikeCode(['Open the file.', 'Then close it.'])).toBe(false);
    expect(looksLikeCode(['- one:', '- two:', '- three:', '- four:'])).toBe(false);
    expect(blocksOf('Name: the worker\nOwner: the team of payments, which answers on weekdays.\n\nIt bills.\nNothing else.')).toEqual(['paragraph', 'paragraph']);
  });

  it('loses no line of any text, whatever it is', () => {
    const line = fc.oneof(fc.constantFrom('```', '```js', '~~~', '| a | b |', '|---|---|', '    x', '- y', 'a: b', 'text.', '# h', '', '> q', '\t\tz;'), fc.string({ maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const { source } = renderableSourceOf(lines.join('\n'));
        let at = 0;
        for (const wanted of lines.join('\n').split(/\r\n?|\n/)) {
          at = source.indexOf(wanted.trim(), at);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('reads what the splitter makes of long code as code', () => {
    const code = Array.from({ length: 80 }, (_, index) => `const value${index} = compute({ index: ${index} });`);
    const { passages } = contentOf(`# Title\n\n\`\`\`js\n${code.join('\n')}\n\`\`\`\n`, 'markdown');
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(blocksOf(text), text).toEqual(['fence']);
  });

  it('reads what the splitter makes of a long table as tables', () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| secret ${index} | rotated by hand |`);
    const { passages } = contentOf(`# Title\n\n| name | how |\n|---|---|\n${rows.join('\n')}\n`, 'markdown');
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(blocksOf(text)).toEqual(['table']);
  });
});

describe('isLong', () => {
  it('is a text that nearly fills a passage, or one of many lines', () => {
    expect(isLong('x'.repeat(PASSAGE_LIMIT))).toBe(true);
    expect(isLong('x\n'.repeat(20))).toBe(true);
    expect(isLong('A short one.\nTwo lines.')).toBe(false);
  });
});
