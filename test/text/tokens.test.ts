import fc from 'fast-check';
import { stemmer } from 'stemmer';
import { describe, expect, it } from 'vitest';
import { STOP_WORDS } from '../../src/contract/stopWords';
import { hasTerms, questionTermsOf, termsOf } from '../../src/text/terms';
import { tokensOf } from '../../src/text/tokens';

/** The same rules once more, written as the contract words them and without any regard for speed. */
function plainTokens(text: string): { surface: string; identifier: boolean }[] {
  const run = /[\p{L}\p{M}\p{N}]+(?:[-_.:/@#+]+[\p{L}\p{M}\p{N}]+)*/gu;
  const unspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
  const ending = /(?<=[\p{L}\p{M}\p{N}])['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{M}\p{N}])/giu;
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const runs = text.normalize('NFKC').replace(ending, '').match(run) ?? [];
  const surfaces = runs.flatMap((found) =>
    unspaced.test(found)
      ? [...segmenter.segment(found)].filter((piece) => piece.isWordLike).flatMap((piece) => piece.segment.match(run) ?? [])
      : [found],
  );
  return surfaces.map((surface) => ({
    surface,
    identifier: /[-_.:/@#+\p{N}]|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}\p{Ll}/u.test(surface),
  }));
}

function plainTerms(text: string): string[] {
  const stemmed = (word: string) => {
    const lower = word.toLowerCase();
    return /^[a-z]+$/.test(lower) ? stemmer(lower).replace(/(?<=[aeou])i$/, 'y') : lower;
  };
  const terms = plainTokens(text).flatMap(({ surface, identifier }) => {
    if (!identifier) return [stemmed(surface)];
    const parts = surface
      .split(/[-_.:/@#+]+/)
      .flatMap((part) => (/\p{N}/u.test(part) ? [part] : part.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}\p{Ll})/u)));
    return [surface.toLowerCase(), ...parts.map(stemmed)];
  });
  return [...new Set(terms)];
}

const pieces = [
  ...'abDEsS19 -_.:/@#+\'’,\n',
  ...['ing', 'ation', 'State', 'HTTP', "n't", "'s", "'LL", 'é', 'e\u0301', 'ﬁ', '½', 'Ⅳ', 'ß', 'İ', 'ǅ'],
  ...['日本語', 'の', 'ドキュメント', 'ｶﾞ', 'สวัสดี', 'ພາສາ', '한국어', '𠮷', '𝒜', '😀', '\ud800', '\u200b', '\u0000'],
];
const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('tokens', () => {
  it('are as a plain reading of the contract finds them, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(tokensOf(text).map(({ surface, identifier }) => ({ surface, identifier }))).toEqual(plainTokens(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('keep repetitions and letter case, and a lower-cased form', () => {
    expect(tokensOf("Billing-Worker's orders, /v1/orders/ Orders")).toEqual([
      { surface: 'Billing-Worker', lower: 'billing-worker', identifier: true },
      { surface: 'orders', lower: 'orders', identifier: false },
      { surface: 'v1/orders', lower: 'v1/orders', identifier: true },
      { surface: 'Orders', lower: 'orders', identifier: false },
    ]);
  });
});

describe('terms', () => {
  it('are as a plain reading of the contract finds them, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(termsOf(text)).toEqual(plainTerms(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('do not depend on what was asked before, however much that was', () => {
    const before = termsOf('deploying stateRunFailed v2.10');
    for (let block = 0; block < 40; block++) {
      termsOf(Array.from({ length: 5000 }, (_, word) => `w${block}x${word} part${word}-of${block}`).join(' '));
    }
    expect(termsOf('deploying stateRunFailed v2.10')).toEqual(before);
    expect(termsOf('deploying deploying')).toEqual(['deploy']);
  });

  it('are there exactly when hasTerms says so', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(hasTerms(text)).toBe(termsOf(text).length > 0);
      }),
    );
  });

  // Two of these took quadratic time in the platform's own normalizer and segmenter: minutes instead of milliseconds.
  it.each([
    ['one letter', 'a'],
    ['separators', 'a--------------------'],
    ['apostrophes', "a'"],
    ['alternating combining marks', '\u0301\u0323'],
    ['ideographs', '日本語'],
    ['inner capitals', 'aB'],
  ])('of a megabyte of %s are found', (_, unit) => {
    const text = `start ${unit.repeat(1_000_000 / unit.length)} end`;
    const terms = termsOf(text);
    expect(terms[0]).toBe('start');
    expect(terms.at(-1)).toBe('end');
  });
});

describe('question terms', () => {
  it("carry the user's own word, or the part of an identifier, that gave them first", () => {
    expect(questionTermsOf('Deploying stateRunFailed deployed?')).toEqual([
      { term: 'deploy', surface: 'Deploying' },
      { term: 'staterunfailed', surface: 'stateRunFailed' },
      { term: 'state', surface: 'state' },
      { term: 'run', surface: 'Run' },
      { term: 'fail', surface: 'Failed' },
    ]);
  });

  it('drop stop words but not identifier parts that look like some', () => {
    expect(questionTermsOf('the to-do').map(({ term }) => term)).toEqual(['to-do', 'to', 'do']);
  });

  it('are the terms of the text when it has stop words only, else those without its stop words', () => {
    const word = fc.constantFrom('the', 'of', 'how', 'One', 'worker', 'billing-worker', 'is');
    fc.assert(
      fc.property(fc.array(word), (chosen) => {
        const telling = chosen.filter((written) => !STOP_WORDS.has(written.toLowerCase()));
        const expected = termsOf((telling.length > 0 ? telling : chosen).join(' '));
        expect(questionTermsOf(chosen.join(' ')).map(({ term }) => term)).toEqual(expected);
      }),
    );
  });
});
