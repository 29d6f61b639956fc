import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnownTexts, DIGEST_WORDS, digestOfHex, hexOf, UNKNOWN, VECTOR } from '../../src/adapters/store/knownTexts';
import { sharesAny } from '../../src/adapters/store/sharesAny';

/** Digests that share their first bits often, so that they meet in the table. */
const anyDigest = fc.tuple(fc.constantFrom(0, 1, 511, 1023, 0xffffffff), fc.nat({ max: 3 }), fc.constantFrom(0, 0x80000000), fc.nat({ max: 200 }));

describe('known texts', () => {
  it('have a number each, in the order they came, and keep what is known of them', () => {
    fc.assert(
      fc.property(fc.array(anyDigest, { maxLength: 2000 }), (digests) => {
        const texts = createKnownTexts();
        const expected = new Map<string, number>();
        digests.forEach((digest) => {
          const words = Uint32Array.from([9, ...digest]);
          const name = digest.join();
          expect(texts.find(words, 1)).toBe(expected.get(name) ?? -1);
          const number = texts.intern(words, 1);
          expect(number).toBe(expected.get(name) ?? expected.size);
          expected.set(name, number);
          texts.kinds[number] = VECTOR;
          texts.rows[number] = number * 2;
          texts.homes[number] = number * 3;
        });
        expect(texts.count).toBe(expected.size);
        for (const [name, number] of expected) {
          const own = texts.digests.subarray(number * DIGEST_WORDS, (number + 1) * DIGEST_WORDS);
          expect([own.join(), texts.kinds[number], texts.rows[number], texts.homes[number]]).toEqual([name, VECTOR, number * 2, number * 3]);
        }
        texts.forget();
        for (const number of expected.values()) expect([texts.kinds[number], texts.rows[number], texts.homes[number]]).toEqual([UNKNOWN, -1, 0]);
      }),
      { numRuns: 30 },
    );
  });

  it('are named in hexadecimal, and by nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(hexOf(digestOfHex(hex), 0)).toBe(hex);
      }),
    );
    for (const wrong of ['', 'ab', 'x'.repeat(32), 'a'.repeat(34), `${'a'.repeat(31)}é`]) expect(() => digestOfHex(wrong)).toThrow(RangeError);
  });
});

describe('two ascending columns', () => {
  it('share a number when one is in both', () => {
    const ascending = fc.array(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 0xffffffff })), { maxLength: 60 }).map((all) => Uint32Array.from(all).sort());
    fc.assert(
      fc.property(ascending, ascending, (long, short) => {
        const inLong = new Set(long);
        expect(sharesAny(long, short)).toBe(short.some((value) => inLong.has(value)));
      }),
      { numRuns: 1000 },
    );
  });
});
