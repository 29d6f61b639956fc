import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completenessSentenceOf, evidenceFactsOf, outOfScopeSentenceOf, rowErrorSentenceOf } from '../../../src/webview/code/codeWords';
import { noticePartsOf } from '../../../src/webview/code/noticeParts';
import { languageOf } from '../../../src/webview/code/snippet';
import { visibleLine, visibleText } from '../../../src/wording/visibleText';
import { COMPLETENESS } from '../../../src/contract/codeTool';
import { codeCitationOf } from '../../../src/wording/codeCitation';
import { evidence } from '../../support/codeRows';

describe('a notice', () => {
  it.each([
    ['**workspace.context** asks code.context about `shop` (1 of 2)', [['strong', 'workspace.context'], ['plain', ' asks code.context about '], ['code', 'shop'], ['plain', ' (1 of 2)']]],
    // A name with a backtick in it, as the coordinator fences it.
    ['`` a`b ``', [['code', 'a`b']]],
    ['<img src=x onerror=alert(1)> [x](javascript:alert(1))', [['plain', '<img src=x onerror=alert(1)> [x](javascript:alert(1))']]],
    ['`never closed', [['plain', '`never closed']]],
    ['', []],
  ])('is read for code and what is strong, and for nothing else: %s', (markdown, parts) => {
    expect(noticePartsOf(markdown).map(({ style, text }) => [style, text])).toEqual(parts);
  });

  it('loses no word, and takes no longer for a hostile one', () => {
    fc.assert(
      fc.property(fc.string(), (markdown) => {
        const letters = (text: string) => text.replace(/[`*\s]/g, '');
        expect(letters(noticePartsOf(markdown).map(({ text }) => text).join(''))).toBe(letters(markdown));
      }),
    );
    expect(noticePartsOf('`'.repeat(20_000)).map(({ text }) => text).join('')).toHaveLength(20_000);
  });
});

describe('text that means to be taken for another', () => {
  it('shows what nobody would see', () => {
    expect(visibleText('user\u202Egpj.exe')).toBe('user[U+202E]gpj.exe');
    expect(visibleText('a\u200Bb\u0000c')).toBe('a[U+200B]b[U+0000]c');
    expect(visibleText('\ttab\nand line stay')).toBe('\ttab\nand line stay');
    expect(visibleText('größe 名前 🙂')).toBe('größe 名前 🙂');
  });

  it('stays on its line where there is one line', () => {
    expect(visibleLine('a\n\n  shop/src/other.ts:1')).toBe('a shop/src/other.ts:1');
  });
});

describe('what an answer rests on', () => {
  it('is told as an age, a commit and what differs from it', () => {
    const now = '2026-11-30T12:03:00.000Z';
    expect(evidenceFactsOf(evidence(), now)).toEqual(['read 3 minutes ago', 'commit 7777777']);
    expect(evidenceFactsOf(evidence({ freshness: { indexedAt: '2026-11-30T11:03:00.000Z', stale: true }, generation: { commit: null, dirty: true } }), now)).toEqual(['read 1 hour ago, may be out of date', 'not in git', 'with uncommitted changes']);
    expect(evidenceFactsOf(evidence({ freshness: { indexedAt: null, stale: true } }), now)[0]).toBe('not read yet');
  });

  it('has a sentence of its own for each kind', () => {
    expect(new Set(COMPLETENESS.map(completenessSentenceOf)).size).toBe(COMPLETENESS.length);
  });

  it('counts what lies outside, and says nothing of nothing', () => {
    expect([0, 1, 2].map(outOfScopeSentenceOf)).toEqual([null, '1 place lies outside of this repository and was left out.', '2 places lie outside of this repository and were left out.']);
  });
});

describe('what went wrong with a repository', () => {
  it('is told with what a person can do, and in the words of the error where those say it', () => {
    expect(rowErrorSentenceOf({ code: 'out-of-time', message: 'raise "budget.millis"' })).toMatch(/Ask again/);
    expect(rowErrorSentenceOf({ code: 'repository-moved', message: 'The folder is elsewhere; ask again.' })).toBe('The folder is elsewhere; ask again.');
  });
});

describe('the citation of a symbol', () => {
  it('names repository, path and line, and the commit where there is one', () => {
    const place = { path: 'src/retry.ts', line: 2 };
    expect(codeCitationOf('shop', place, [evidence()])).toBe('shop/src/retry.ts:2 @ 7777777');
    expect(codeCitationOf('shop', place, [evidence({ generation: { commit: '7'.repeat(40), dirty: true } })])).toBe('shop/src/retry.ts:2 @ 7777777 with uncommitted changes');
    expect(codeCitationOf('shop', place, [])).toBe('shop/src/retry.ts:2');
  });
});

describe('the language of a file', () => {
  it.each([['src/a.TS', 'ts'], ['Makefile', 'makefile'], ['a.b/Dockerfile', 'dockerfile'], ['x.test.py', 'py'], ['', '']])('%s: %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});
