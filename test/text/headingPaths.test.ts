import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PACK_BYTES, PASSAGE_LIMIT } from '../../src/contract/constants';
import { contentOf } from '../../src/text/content';
import { HEADING_PATH_LIMIT } from '../../src/text/sections';

const MARKS = '=-`:\'"~^_*+#<>!$%&(),./;?@[\\]{|}';

/** reStructuredText with a heading on each level, each below the one before it, and a line below the last. */
function nested(headings: readonly string[]): string {
  return [...headings.map((heading, level) => `${heading}\n${MARKS.charAt(level).repeat(2 * heading.length)}\n`), 'Text.'].join('\n');
}

const pathsOf = (text: string): (readonly string[])[] => contentOf(text, 'restructuredtext').passages.map(({ headings }) => headings);
const lengthOf = (path: readonly string[]): number => path.reduce((sum, heading) => sum + heading.length, 0);

describe('the headings above a passage', () => {
  it('are all kept while they have at most twice the length of a passage together', () => {
    const headings = ['題'.repeat(700), '甲'.repeat(800), '乙'.repeat(800)];
    // The first one is the title, and counts for itself.
    expect(pathsOf(nested(headings)).at(-1)).toEqual(headings.slice(1));
  });

  it('are the own one and the outermost others where all would be too long', () => {
    const headings = ['題', '甲'.repeat(500), '乙'.repeat(500), '丙'.repeat(500), '丁'.repeat(700)];
    expect(pathsOf(nested(headings)).at(-1)).toEqual(['甲'.repeat(500), '丁'.repeat(700)]);
  });

  it('leave room for a passage in a pack however many levels of long headings there are', () => {
    const headings = Array.from(MARKS, (_, level) => `${level}`.padEnd(790, '節'));
    const passages = contentOf(nested(headings), 'restructuredtext').passages;
    expect(passages.length).toBeGreaterThan(0);
    for (const { headings: path, text } of passages) {
      expect(Buffer.byteLength(JSON.stringify([headings[0], headings[0], ...path, text]))).toBeLessThan(PACK_BYTES / 2);
    }
  });

  it('never have more than the limit, and end in the own one as it is kept alone', () => {
    const heading = fc.tuple(fc.constantFrom('a', '節', 'word '), fc.integer({ min: 2, max: 900 })).map(([unit, length]) => `x${unit.repeat(length).slice(0, length - 1)}y`);
    fc.assert(
      fc.property(fc.array(heading, { minLength: 1, maxLength: 12 }), (headings) => {
        const path = pathsOf(nested(headings)).at(-1) ?? [];
        expect(lengthOf(path)).toBeLessThanOrEqual(HEADING_PATH_LIMIT);
        const own = headings.at(-1)!;
        if (headings.length > 1 && own.length <= PASSAGE_LIMIT) expect(path.at(-1)).toBe(own);
      }),
      { numRuns: 50 },
    );
  });
});
