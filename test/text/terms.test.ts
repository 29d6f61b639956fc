import fc from 'fast-check';
import { stemmer } from 'stemmer';
import { describe, expect, it } from 'vitest';
import type { PassageContent } from '../../src/contract/model';
import { contentTermsOf, termsOf } from '../../src/text/terms';
import { passageTermsIn } from '../support/contentTerms';

const passageOf = (headings: readonly string[], text: string): PassageContent => ({ headings, text, lines: { start: 1, end: 1 } });

describe('contentTermsOf', () => {
  it('has the terms of headings and text, once each, and those of the innermost heading', () => {
    const passage = passageOf(['Deploying', 'Retry queues'], 'Retries of billing-worker');
    expect(passageTermsIn(contentTermsOf([passage]))).toEqual([
      {
        terms: ['deploy', 'retri', 'queue', 'of', 'billing-worker', 'bill', 'worker'],
        headingTerms: ['retri', 'queue'],
      },
    ]);
  });

  it('has no heading terms without headings', () => {
    expect(passageTermsIn(contentTermsOf([passageOf([], 'word')]))).toEqual([{ terms: ['word'], headingTerms: [] }]);
  });

  it('does not join the last word of a heading with the first of what follows', () => {
    expect(passageTermsIn(contentTermsOf([passageOf(['end-'], '-start')]))).toEqual([{ terms: ['end', 'start'], headingTerms: ['end'] }]);
  });

  it('gives a passage its own heading whichever passages come before', () => {
    const path = ['Retries'];
    const passages = [passageOf(path, 'retries'), passageOf(path, 'queues'), passageOf(['Queues'], 'retries')];
    expect(passageTermsIn(contentTermsOf(passages))).toEqual([
      { terms: ['retri'], headingTerms: ['retri'] },
      { terms: ['retri', 'queue'], headingTerms: ['retri'] },
      { terms: ['queue', 'retri'], headingTerms: ['queue'] },
    ]);
  });

  it('is, passage by passage, what the rules written out give, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path: anyPath, texts: fc.array(anyText, { minLength: 1, maxLength: 3 }) }), { maxLength: 4 }), (sections) => {
        const passages = sections.flatMap(({ path, texts }) => texts.map((text) => passageOf(path, text)));
        expect(passageTermsIn(contentTermsOf(passages))).toEqual(
          passages.map(({ headings, text }) => {
            const terms = plainTermsOf([...headings, text].join('\n'));
            const inHeading = new Set(plainTermsOf(headings.at(-1) ?? ''));
            return { terms, headingTerms: terms.filter((term) => inHeading.has(term)) };
          }),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('termsOf', () => {
  it('is what the rules written out give, in their order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(termsOf(text)).toEqual(plainTermsOf(text));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Words and marks where the rules meet: joined, they give identifiers, endings, capitals, and scripts without spaces. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('worker', 'Retries', 'deploying', 'HTTPServer', 'stateRunFailed', 'APIs', '2024', 'v1', 'é', 'İ', 'ǅ', 'ß', 'ﬁ', '２') },
  { weight: 6, arbitrary: fc.constantFrom(' ', '-', '_', '.', ':', '/', '@', '#', '+', "'s", '’T', "'re", "'", '’', '\n', '|', '…') },
  { weight: 1, arbitrary: fc.constantFrom('配置管理', 'データ', 'การ', '𝒳', '\u0301', '\uD800', '🙂', 'Ω') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const anyPath = fc.array(anyText.filter((text) => !text.includes('\n')), { maxLength: 3 });

/** The rules of the contract (DESIGN, Terms) written out with regular expressions. */
function plainTermsOf(text: string): string[] {
  const normalized = text.normalize('NFKC').replace(/(?<=[\p{L}\p{M}\p{N}])['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{M}\p{N}])/giu, '');
  return [...new Set(runsIn(normalized).flatMap((run) => (unspaced.test(run) ? wordsIn(run).flatMap(runsIn) : [run])).flatMap(termsOfToken))];
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const innerCapital = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{Ll})/u;

function runsIn(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+(?:[-_.:/@#+]+[\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

function wordsIn(run: string): string[] {
  const pieces = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(run)];
  return pieces.filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}

function termsOfToken(token: string): string[] {
  const isIdentifier = /[-_.:/@#+\p{N}]/u.test(token) || innerCapital.test(token);
  if (!isIdentifier) return [wordTerm(token)];
  const parts = token.split(/[-_.:/@#+]+/).flatMap((part) => (/\p{N}/u.test(part) ? [part] : part.split(innerCapital)));
  return [token.toLowerCase(), ...parts.map(wordTerm)];
}

function wordTerm(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]+$/.test(lower) ? stemmer(lower).replace(/(?<=[aeou])i$/, 'y') : lower;
}
