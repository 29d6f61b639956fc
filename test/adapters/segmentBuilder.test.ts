import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyEntries, decodeSegment, dictionaryOf, entryCountOf, type Segment } from '../../src/adapters/store/segment';
import { createSegmentBuilder } from '../../src/adapters/store/segmentBuilder';
import { createVocabulary } from '../../src/adapters/store/vocabulary';
import type { ContentTerms } from '../../src/contract/model';
import type { ContentKey, StoredContent } from '../../src/ports/store';

type Source = 'first table' | 'second table' | 'without a table' | 'another segment';

/** Tables as a thread makes them: terms are numbered as they are met. */
const createTable = () => {
  const numbers = new Map<string, number>();
  return (terms: readonly string[]): ContentTerms['numbering'] => ({
    table: numbers,
    numbers: Uint32Array.from(terms, (term) => numbers.get(term) ?? numbers.set(term, numbers.size).size - 1),
  });
};

const contentOf = (key: string, terms: readonly string[], numbering: ContentTerms['numbering']): StoredContent => ({
  key: key as ContentKey,
  title: null,
  redactions: null,
  passages: [{ headings: [], text: terms.join(' '), lines: { start: 1, end: 1 } }],
  terms: {
    dictionary: terms,
    entries: Uint32Array.from(terms, (_, index) => index << 1),
    counts: Uint32Array.of(terms.length),
    ...(numbering === undefined ? {} : { numbering }),
  },
});

function segmentOf(fill: (builder: ReturnType<typeof createSegmentBuilder>) => void): Segment {
  const builder = createSegmentBuilder();
  fill(builder);
  const segment = decodeSegment(new Uint8Array(builder.finish()), createVocabulary());
  if (segment === null) throw new Error('the segment is damaged');
  return segment;
}

function termsIn(segment: Segment, key: string): string[] {
  const dictionary = dictionaryOf(segment.body);
  const position = segment.directory.positions.get(key as ContentKey)!;
  const entries = new Uint32Array(entryCountOf(segment, position));
  copyEntries(segment, position, Uint32Array.from(dictionary.keys()), entries, 0);
  return Array.from(entries, (entry) => dictionary[entry >>> 1]!);
}

const terms = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
const source = fc.constantFrom<Source>('first table', 'first table', 'second table', 'without a table', 'another segment');

describe('createSegmentBuilder', () => {
  it('keeps the terms of each content, each term once, wherever contents come from', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(source, terms), { maxLength: 8 }), (contents) => {
        const tables = { 'first table': createTable(), 'second table': createTable() };
        const segment = segmentOf((builder) => {
          for (const [index, [from, own]] of contents.entries()) {
            const key = `content ${index}`;
            if (from === 'another segment') builder.copy(segmentOf((other) => other.add(contentOf(key, own, undefined))), key as ContentKey);
            else builder.add(contentOf(key, own, from === 'without a table' ? undefined : tables[from](own)));
          }
        });
        expect(contents.map((_, index) => termsIn(segment, `content ${index}`))).toEqual(contents.map(([, own]) => own));
        // In the order they are first met.
        expect(dictionaryOf(segment.body)).toEqual([...new Set(contents.flatMap(([, own]) => own))]);
      }),
      { numRuns: 500 },
    );
  });
});
