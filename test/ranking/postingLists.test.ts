import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPostingLists, candidatesOf, type PassageColumns } from '../../src/ranking/postingLists';

interface Passage {
  /** Terms of headings and text. */
  readonly terms: readonly string[];
  readonly headingTerms: readonly string[];
  readonly hasHeadings: boolean;
}

interface Document {
  readonly titleTerms: readonly string[];
  readonly passages: readonly Passage[];
}

function columnsOf(documents: readonly Document[]): PassageColumns {
  const vocabulary = new Map<string, number>();
  const numberOf = (term: string): number => {
    if (!vocabulary.has(term)) vocabulary.set(term, vocabulary.size);
    return vocabulary.get(term)!;
  };
  const documentStarts = [0];
  const entryStarts = [0];
  const entries: number[] = [];
  const withoutHeadings: number[] = [];
  for (const { passages } of documents) {
    for (const passage of passages) {
      for (const term of passage.terms) {
        entries.push((numberOf(term) << 1) | (passage.headingTerms.includes(term) ? 1 : 0));
      }
      entryStarts.push(entries.length);
      withoutHeadings.push(passage.hasHeadings ? 0 : 1);
    }
    documentStarts.push(withoutHeadings.length);
  }
  return {
    titleTerms: documents.map(({ titleTerms }) => titleTerms.map(numberOf)),
    vocabulary,
    documentStarts: Uint32Array.from(documentStarts),
    entryStarts: Uint32Array.from(entryStarts),
    entries: Uint32Array.from(entries),
    withoutHeadings: Uint8Array.from(withoutHeadings),
  };
}

/** Rows `[passage, matched terms, matched heading terms]`. */
function found(documents: readonly Document[], terms: readonly string[]): number[][] {
  const { passages, matchedTerms, matchedHeadingTerms } = candidatesOf(buildPostingLists(columnsOf(documents)), terms);
  return Array.from(passages, (passage, row) => [passage, matchedTerms[row]!, matchedHeadingTerms[row]!]);
}

/** The same, passage by passage, as the contract says it. */
function foundByLookingAtEach(documents: readonly Document[], terms: readonly string[]): number[][] {
  const all = documents.flatMap(({ titleTerms, passages }) => passages.map((passage) => ({ titleTerms, passage })));
  return all.flatMap(({ titleTerms, passage }, number) => {
    const has = new Set([...titleTerms, ...passage.terms]);
    const heading = new Set([...passage.headingTerms, ...(passage.hasHeadings ? [] : titleTerms)]);
    const asked = [...new Set(terms)];
    const matched = asked.filter((term) => has.has(term)).length;
    return matched === 0 ? [] : [[number, matched, asked.filter((term) => heading.has(term)).length]];
  });
}

const billing: Document = {
  titleTerms: ['bill'],
  passages: [
    { terms: ['retri', 'charg', 'bill'], headingTerms: ['retri'], hasHeadings: true },
    { terms: ['secret'], headingTerms: [], hasHeadings: false },
  ],
};
const orders: Document = {
  titleTerms: ['order'],
  passages: [{ terms: ['charg', 'secret'], headingTerms: ['secret'], hasHeadings: true }],
};

describe('posting lists', () => {
  it('count the asked terms a passage has, and those in its own heading', () => {
    // Passage 0 has both (one in its heading), passage 2 only `charg`, passage 1 neither.
    expect(found([billing, orders], ['charg', 'retri'])).toEqual([
      [0, 2, 1],
      [2, 1, 0],
    ]);
  });

  it('count a title term for every passage of the document, once where the passage has it too', () => {
    // `bill` is in passage 0's text and in the title: 1, not 2. Passage 1 has it from the title alone.
    expect(found([billing, orders], ['bill']).map(([passage, matched]) => [passage, matched])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it('take the title for the heading of a passage without headings, and only of those', () => {
    expect(found([billing, orders], ['bill'])).toEqual([
      [0, 1, 0], // under "Retries": the title is not its own heading
      [1, 1, 1], // without headings: it is
    ]);
  });

  it('count a term that is asked twice once, and one that nobody has not at all', () => {
    expect(found([billing, orders], ['secret', 'secret', 'nowhere'])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
    ]);
  });

  it('find nothing without terms, passages or documents', () => {
    expect(found([billing, orders], [])).toEqual([]);
    expect(found([], ['bill'])).toEqual([]);
    expect(found([{ titleTerms: ['bill'], passages: [] }], ['bill'])).toEqual([]);
  });

  it('find nothing under a term that came into the vocabulary after they were built', () => {
    const columns = columnsOf([billing]);
    const lists = buildPostingLists(columns);
    (columns.vocabulary as Map<string, number>).set('later', columns.vocabulary.size);
    expect(candidatesOf(lists, ['later']).passages).toHaveLength(0);
  });

  it('do not change when they are asked', () => {
    const lists = buildPostingLists(columnsOf([billing, orders]));
    const first = candidatesOf(lists, ['charg', 'bill']);
    expect(candidatesOf(lists, ['charg', 'bill'])).toEqual(first);
  });

  it('find what looking at every passage finds', () => {
    const term = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const passage = fc.record({
      terms: fc.uniqueArray(term),
      hasHeadings: fc.boolean(),
      share: fc.nat(7),
    });
    const document = fc.record({
      titleTerms: fc.array(term, { maxLength: 3 }),
      passages: fc.array(
        passage.map(({ terms, hasHeadings, share }) => ({
          terms,
          hasHeadings,
          headingTerms: hasHeadings ? terms.slice(0, share) : [],
        })),
        { maxLength: 5 },
      ),
    });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), fc.array(fc.oneof(term, fc.constant('z'))), (documents, terms) => {
        expect(found(documents, terms)).toEqual(foundByLookingAtEach(documents, terms));
      }),
    );
  });
});
