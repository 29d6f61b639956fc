import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrowableBytes } from '../../src/adapters/store/growableBytes';
import { createPassageTexts, passageTextOf } from '../../src/adapters/store/passageTexts';
import { anyText } from './storeExamples';

const longHeading = fc.integer({ min: 120, max: 20_000 }).map((length) => 'é'.repeat(length));
const section = fc.record({ headings: fc.array(fc.oneof(anyText, longHeading), { maxLength: 4 }), texts: fc.array(anyText, { minLength: 1, maxLength: 3 }) });

describe('the wording of passages in a segment', () => {
  it('is read as it was written, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 5 }), (sections) => {
        const passages = sections.flatMap(({ headings, texts }) => texts.map((text) => ({ headings, text })));
        const written = createGrowableBytes();
        const append = createPassageTexts(written);
        const ends = passages.map(({ headings, text }) => {
          append(headings, text);
          return written.length();
        });
        const read = ends.map((end, index) => passageTextOf(written.written().subarray(ends[index - 1] ?? 0, end)));
        expect(read).toEqual(passages);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([[[]], [[0x80]], [[1, 0xff]]])('is refused where its bytes end too early: %j', (bytes) => {
    expect(() => passageTextOf(Uint8Array.from(bytes))).toThrow(RangeError);
  });
});
