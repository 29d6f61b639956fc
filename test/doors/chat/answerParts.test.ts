import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerPartsOf, permalinkOf } from '../../../src/doors/vscode/chat/answerParts';
import { codePartsOf } from '../../../src/doors/vscode/chat/codeParts';
import { graphPartsOf } from '../../../src/doors/vscode/chat/graphParts';
import { literalLine, literalQuote, placeLabel } from '../../../src/doors/vscode/chat/literal';
import type { ExpandPack } from '../../../src/contract/expandTool';
import type { RepositoryRow } from '../../../src/contract/coordinatorTool';
import { contextPack, passageRow } from '../vscodePack';
import { readingOf, textOf } from './rendered';

const HOSTILE = [
  '[click](https://evil.example/a) ![pic](https://evil.example/b.png) <https://evil.example/c> https://evil.example/d www.evil.example e@evil.example',
  '<a href="https://evil.example">x</a><img src=x onerror=alert(1)>',
  '# A heading\n\n1. one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n    code\n\n```js\nx\n```\n~~~\n',
  '[Run](command:workbench.action.terminal.new) $(trash) @context /code #file:secrets',
  '[ref]: https://evil.example\n\n[ref]\n\nTitle\n=====\nOther\n-----\n***',
  '&#91;x&#93;(https://evil.example) &lt;b&gt; \\[y\\](https://evil.example)',
  '> quoted\u2028# heading\u2029[z](https://evil.example)\r\n\u0085\u202e gnp.exe',
  'file:///etc/passwd vscode://x.y javascript:alert(1) mailto:a@b.c //evil.example ftp://evil.example',
  '`a` ``b`` **c** __d__ ~~e~~ http://_vscodecontentref_/0',
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 120 }), fc.stringMatching(/^[\s!-/:-@[-`{-~a-c1]{0,60}$/));

/** A reading without anything that a text could have brought in. */
const CLEAN = { links: [], images: 0, html: [], code: [], tables: 0 };

describe('a text from a file in the chat', () => {
  it('is nothing but text, whatever it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const reading = readingOf([{ kind: 'markdown', value: literalLine(text) }]);
        expect(reading).toMatchObject({ ...CLEAN, headings: [], lists: 0, quotes: 0, emphasis: 0 });
      }),
      { numRuns: 500 },
    );
  });

  it('stays inside of its quotation, whatever it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const reading = readingOf([{ kind: 'markdown', value: `before\n\n${literalQuote(text)}\n\nafter` }]);
        expect(reading).toMatchObject({ ...CLEAN, headings: [], lists: 0, emphasis: 0 });
        expect(reading.quotes).toBeLessThanOrEqual(1);
        expect([reading.text.at(0), reading.text.at(-1)]).toEqual(['before', 'after']);
      }),
      { numRuns: 500 },
    );
  });

  it('is read as it is written', () => {
    const [text] = readingOf([{ kind: 'markdown', value: literalQuote('Run `rotate --now` *twice*;\nsee https://wiki.example/x [1].') }]).text;
    expect(text).toBe('Run `rotate --now` *twice*; see https://wiki.example/x [1].');
  });

  it('flows on in a narrow chat, but keeps lists and tables line by line', () => {
    expect(literalQuote('One sentence\nof two lines.\n- a\n- b')).toBe('> One sentence of two lines\\.  \n> \\- a  \n> \\- b');
  });

  it('holds no backtick, which the chat would count', () => {
    expect(literalLine('run `make`')).toBe('run &#96;make&#96;');
    expect(literalQuote('```js')).toBe('> &#96;&#96;&#96;js');
  });

  it('cannot end the label of a place', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const reading = readingOf([{ kind: 'place', sourceRef: 'a', lines: { start: 1, end: 1 }, label: placeLabel(text) }]);
        expect({ ...reading, text: [] }).toMatchObject({ ...CLEAN, places: 1, headings: [] });
      }),
    );
  });
});

describe('an answer in the chat', () => {
  it('shows each passage with its headings, its place, its score in parts that say why, and its text', () => {
    const parts = answerPartsOf(contextPack(2));
    const { headings, places, quotes, text } = readingOf(parts);
    expect(headings).toEqual(['h4 1. Billing › Part 1', 'h4 2. Billing › Part 2']);
    expect([places, quotes]).toEqual([2, 2]);
    expect(parts.find(({ kind }) => kind === 'place')).toMatchObject({ sourceRef: 'shop-api/docs/page-1.md', lines: { start: 3, end: 9 }, label: 'page-1.md:3-9' });
    expect(text).toContain('Score 0.70 = words 0.50 (half of the words) + title 0.20 (all in the title)');
    expect(text[0]).toBe('2 passages of shop, best first, found without a language model. The index was compared with the files 2 minutes ago.');
    expect(text.join('\n')).toContain('page-1.md:3-9 in shop-api/docs · component:billing-worker · commit 0123456 · changed 1 month ago');
  });

  it('keeps those close in meaning apart, and says what is amiss and what to do', () => {
    const pack = contextPack(1, { nearest: [passageRow(9)], degraded: ['embeddings-pending', 'scope-unreadable'], notices: ['web: could not be read'] });
    const { headings, text } = readingOf(answerPartsOf(pack));
    expect(headings).toEqual(['h4 1. Billing › Part 1', 'h3 Close in meaning', 'h4 2. Billing › Part 9']);
    expect(text.join('\n')).toMatch(/Meaning is still being computed\..*Ask again later/);
    expect(text.join('\n')).toMatch(/Something could not be read\..*The status says which/);
    expect(text).toContain('web: could not be read');
  });

  it('says what to do where nothing was found, and where nothing is indexed', () => {
    expect(textOf(answerPartsOf(contextPack(0)))).toContain('Try the words its documents would use');
    expect(textOf(answerPartsOf(contextPack(0, { degraded: ['index-cold'], indexedAt: null })))).toContain('ask again in a moment');
  });

  it('quotes the beginning of a long passage only', () => {
    const parts = answerPartsOf(contextPack(1, { passages: [passageRow(1, { text: 'word '.repeat(400) })] }));
    const quoted = readingOf(parts).text.find((text) => text.startsWith('word')) ?? '';
    expect(quoted.length).toBeLessThan(400);
    expect(quoted).toMatch(/word …$/);
  });

  it('links the forge by its host, and nothing that is no address of a web page', () => {
    expect(permalinkOf({ sourceUri: 'https://git.example/shop/blob/0a/docs/a.md#L3-L9' })).toBe('[on git\\.example](<https://git.example/shop/blob/0a/docs/a.md#L3-L9>)');
    for (const sourceUri of ['workspace:/shop/a.md#L1', 'javascript:alert(1)', 'http://git.example/a', 'https://user:pass@git.example/a', 'nothing', '']) {
      expect(permalinkOf({ sourceUri })).toBeNull();
    }
  });

  it('has no link, picture, heading or code but our own, whatever the files hold', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 8, maxLength: 8 }), fc.boolean(), ([title, heading, text, detail, ref, path, notice, workspace], isLinked) => {
        const sourceUri = isLinked ? `https://git.example/${path}` : `workspace:/${path}`;
        const row = passageRow(1, {
          title,
          headingPath: [title ?? '', heading ?? ''],
          text,
          entityRefs: [ref ?? ''],
          sourceRef: `repo/${path}`,
          sourceUri,
          why: [{ factor: 'words', weight: 1, value: 0.7, contribution: 0.7, detail: detail ?? '' }],
        });
        const parts = answerPartsOf(contextPack(0, { passages: [row], nearest: [row], notices: [notice ?? ''], workspace: workspace ?? '' }));
        const reading = readingOf(parts.map((part) => (part.kind === 'place' ? { ...part, label: placeLabel(part.label) } : part)));
        expect(reading.links.filter((link) => !link.startsWith('https://git.example/'))).toEqual([]);
        expect(reading.links.length).toBeLessThanOrEqual(2);
        expect(reading).toMatchObject({ images: 0, html: [], code: [], tables: 0, lists: 0, places: 2 });
        expect(reading.headings.length).toBe(3);
      }),
      { numRuns: 300 },
    );
  });
});

const EXPANDED: ExpandPack = {
  contract: contextPack(0).contract,
  workspace: 'shop',
  entityRef: 'component:default/worker',
  depth: 1,
  direction: 'both',
  indexedAt: '2026-02-01T00:00:00.000Z',
  asOf: null,
  nodes: ['worker', 'queue', 'web'].map((name) => ({ ref: `component:default/${name}`, kind: 'component', title: name, declared: true })),
  edges: [
    { from: 'component:default/worker', type: 'dependsOn', to: 'component:default/queue', distance: 1, derived: false, dangling: false, sourceRef: 'shop/catalog-info.yaml', line: 7, sourceCommit: null },
    { from: 'component:default/web', type: 'dependsOn', to: 'component:default/worker', distance: 1, derived: true, dangling: true, sourceRef: 'web/package.json', line: 2, sourceCommit: null },
  ],
  degraded: [],
  notices: [],
};

describe('the graph in the chat', () => {
  it('tells what an entity depends on apart from what depends on it, each with where it is declared', () => {
    const parts = graphPartsOf(EXPANDED);
    const { headings, text } = readingOf(parts);
    expect(headings).toEqual(['h4 From it', 'h4 To it']);
    expect(text.join('\n')).toMatch(/component:worker depends on component:queue · catalog-info\.yaml:7 in shop/);
    expect(text.join('\n')).toMatch(/component:web depends on component:worker · package\.json:2 in web · read from a manifest · one end is declared nowhere/);
  });

  it('says of an unknown entity that there is none, with what the notices know', () => {
    const { text } = readingOf(graphPartsOf({ ...EXPANDED, entityRef: 'wrker', nodes: [], edges: [], notices: ['Did you mean component:default/worker?'] }));
    expect(text).toEqual(['No entity is called wrker.', 'Did you mean component:default/worker?']);
  });

  it('has no link but its places, whatever the entities are called', () => {
    fc.assert(
      fc.property(hostile, hostile, (from, path) => {
        const edges = EXPANDED.edges.map((edge) => ({ ...edge, from, sourceRef: path }));
        const reading = readingOf(graphPartsOf({ ...EXPANDED, entityRef: from, edges }).map((part) => (part.kind === 'place' ? { ...part, label: placeLabel(part.label) } : part)));
        expect(reading).toMatchObject({ ...CLEAN, places: 2 });
      }),
    );
  });
});

const ROW: RepositoryRow = {
  id: 'api',
  started: true,
  result: {
    repo: 'api',
    task: 'retry',
    symbols: [{ name: 'retry', kind: 'function', path: 'src/retry.ts', line: 12, signature: 'function retry(times: number)', score: 0.9, why: [] }],
    related: [],
    snippets: [],
    tests: [],
  },
  evidence: [],
  provider: 'p',
  implementation: 'i',
  notices: [],
  outOfScope: 0,
  partial: false,
  truncated: false,
};

describe('code in the chat', () => {
  it('names each declaration with its place', () => {
    const { headings, text, places } = readingOf(codePartsOf(ROW));
    expect([headings, places]).toEqual([['h4 api'], 1]);
    expect(text.join('\n')).toMatch(/retry \(function\) · retry\.ts:12 in api\/src\s+function retry\(times: number\)/);
  });

  it('says what a repository could not answer, and what is left', () => {
    const failed = { ...ROW, result: undefined, error: { code: 'out-of-time' as const, message: 'It took too long.' } };
    expect(textOf(codePartsOf(failed))).toContain('This repository gave no answer: It took too long');
    const more = textOf(codePartsOf({ ...ROW, nextCursor: 'x', notices: ['5 more symbols match; "cursor" goes on with them.', 'two files could not be read'] }));
    expect(more).toContain('There is more in this repository');
    expect(more).toContain('two files could not be read');
    // A person has no such argument.
    expect(more).not.toContain('cursor');
    expect(textOf(codePartsOf({ ...ROW, result: { ...ROW.result!, symbols: [] } }))).toContain('Nothing in its code matches');
  });

  it('has no link but its places, whatever the code is called', () => {
    fc.assert(
      fc.property(hostile, hostile, (name, signature) => {
        const row = { ...ROW, id: name, notices: [signature], result: { ...ROW.result!, symbols: [{ ...ROW.result!.symbols[0]!, name, signature, path: name }] } };
        const reading = readingOf(codePartsOf(row).map((part) => (part.kind === 'place' ? { ...part, label: placeLabel(part.label) } : part)));
        expect(reading).toMatchObject({ ...CLEAN, places: 1, headings: [expect.stringMatching(/^h4/)] });
      }),
    );
  });
});
