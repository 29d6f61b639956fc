import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecretSpan } from '../../src/contract/model';
import { mergedSpans, PLACES_KEPT, redactedText, redactionsOf, withRepetitions } from '../../src/text/redaction';
import { REDACTION_MARK } from '../../src/text/redactionMark';

const span = (start: number, end: number, kind = 'token'): SecretSpan => ({ start, end, kind });

describe('mergedSpans', () => {
  it('makes one of those that overlap or touch, by the kind of the first and, of two, the longer', () => {
    expect(mergedSpans([span(8, 9), span(3, 5, 'short'), span(3, 6, 'long'), span(6, 8, 'next')])).toEqual([span(3, 9, 'long')]);
    expect(mergedSpans([span(5, 6), span(0, 2)])).toEqual([span(0, 2), span(5, 6)]);
  });
});

describe('redactedText', () => {
  it('puts the mark in place of a secret and leaves what is around it', () => {
    expect(redactedText('token: abc, more', [span(7, 10)])).toBe(`token: ${REDACTION_MARK}, more`);
  });

  it('keeps a line end for each within a secret, of every kind', () => {
    expect(redactedText('a\nSE\r\nCR\rET\nb', [span(2, 11)])).toBe(`a\n${REDACTION_MARK}\n\n\nb`);
  });

  it('keeps every line its number, whatever is taken out', () => {
    const texts = fc.array(fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 4 }), (text, cuts) => {
        // A cut between the two halves of one line end would make two of it; no rule of ours takes one half.
        const spans = mergedSpans(
          cuts.map(([from, length]) => span(Math.min(from, text.length), Math.min(from + length, text.length))).filter(({ start, end }) => start < end && text.slice(start - 1, start + 1) !== '\r\n' && text.slice(end - 1, end + 1) !== '\r\n'),
        );
        const count = (value: string): number => value.split(/\r\n?|\n/).length;
        expect(count(redactedText(text, spans))).toBe(count(text));
      }),
    );
  });
});

describe('withRepetitions', () => {
  const value = 'q7Rx2Vk9Tm4Wb8Nz';
  it('finds a value that was found once wherever it stands again, but no short one', () => {
    const text = `${value} then ${value}; abc abc`;
    expect(mergedSpans(withRepetitions(text, [span(0, 16), span(40, 43)]))).toEqual([span(0, 16), span(22, 38), span(40, 43)]);
  });
});

describe('redactionsOf', () => {
  it('names lines and kinds, each pair once, and counts all', () => {
    expect(redactionsOf('ab\r\ncd\ref\nab', [span(0, 1), span(1, 2), span(4, 5, 'key'), span(10, 11)])).toEqual({
      count: 4,
      places: [
        { line: 1, kind: 'token' },
        { line: 2, kind: 'key' },
        { line: 4, kind: 'token' },
      ],
    });
  });

  it('keeps no more places than it says, and still counts', () => {
    const text = 'a\n'.repeat(PLACES_KEPT + 5);
    const { count, places } = redactionsOf(text, Array.from({ length: PLACES_KEPT + 5 }, (_, line) => span(line * 2, line * 2 + 1)));
    expect([count, places.length]).toEqual([PLACES_KEPT + 5, PLACES_KEPT]);
  });
});
