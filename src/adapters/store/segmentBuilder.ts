import type { Redactions } from '../../contract/model';
import type { ContentKey, ContentTerms, PackedContents, StoredContent } from '../../ports/store';
import { createGrowableBytes } from './growableBytes';
import { createPassageTexts } from './passageTexts';
import { copyEntries, dictionaryOf, entryCountOf, numbersOf, type Segment } from './segment';
import { encodeSegment } from './segmentFormat';

/** Gathers contents and makes a segment of them. */
export interface SegmentBuilder {
  /** Adds a content. */
  add(content: StoredContent): void;
  /** Adds a content of another segment. */
  copy(segment: Segment, key: ContentKey): void;
  contentCount(): number;
  /** About how large the segment's file is so far. */
  bytes(): number;
  /** The segment's file. */
  finish(): PackedContents;
}

/** A builder of one segment. A content added twice is kept once. */
export function createSegmentBuilder(): SegmentBuilder {
  const keys = new Set<ContentKey>();
  const titles: (string | null)[] = [];
  const redactions = new Map<number, Redactions>();
  const passageStarts = [0];
  const entryStarts = [0];
  const firstLines: number[] = [];
  const lastLines: number[] = [];
  const entryCounts: number[] = [];
  const textStarts = [0];
  const withoutHeadings: number[] = [];
  const entries = createGrowableBytes();
  const texts = createGrowableBytes();
  const appendText = createPassageTexts(texts);
  const dictionary = createDictionary();
  const renumberings = new Map<Segment, Uint32Array>();

  const addTerms = (terms: ContentTerms): void => {
    const { entries: numbered, counts } = terms;
    const renumbering = dictionary.indexesOf(terms);
    const added = new Uint32Array(numbered.length);
    for (let index = 0; index < numbered.length; index += 1) {
      const entry = numbered[index]!;
      added[index] = (renumbering[entry >>> 1]! << 1) | (entry & 1);
    }
    entries.numbers(added);
    for (let index = 0; index < counts.length; index += 1) entryCounts.push(counts[index]!);
  };
  /** The builder's index of each term of another segment's dictionary. */
  const renumberingOf = (segment: Segment): Uint32Array => {
    const known = renumberings.get(segment);
    if (known !== undefined) return known;
    const renumbering = numbersOf(dictionaryOf(segment.body), dictionary.indexOf);
    renumberings.set(segment, renumbering);
    return renumbering;
  };
  const begin = (key: ContentKey, title: string | null, redacted: Redactions | null | undefined): boolean => {
    if (keys.has(key)) return false;
    if (redacted) redactions.set(keys.size, redacted);
    keys.add(key);
    titles.push(title);
    return true;
  };
  const end = (): void => {
    passageStarts.push(firstLines.length);
    entryStarts.push(entries.length());
  };

  return {
    add: (content) => {
      if (!begin(content.key, content.title, content.redactions)) return;
      content.passages.forEach((passage) => {
        firstLines.push(passage.lines.start);
        lastLines.push(passage.lines.end);
        withoutHeadings.push(passage.headings.length === 0 ? 1 : 0);
        appendText(passage.headings, passage.text);
        textStarts.push(texts.length());
      });
      addTerms(content.terms);
      end();
    },
    copy: (segment, key) => {
      const { body, directory } = segment;
      const position = directory.positions.get(key);
      if (position === undefined) return;
      if (!begin(key, directory.titles[position] ?? null, directory.redactions.get(position))) return;
      const [first, last] = [body.passageStarts[position]!, body.passageStarts[position + 1]!];
      for (let passage = first; passage < last; passage += 1) {
        firstLines.push(body.firstLines[passage]!);
        lastLines.push(body.lastLines[passage]!);
        withoutHeadings.push(body.withoutHeadings[passage]!);
        texts.bytes(body.texts.subarray(body.textStarts[passage]!, body.textStarts[passage + 1]!));
        textStarts.push(texts.length());
        entryCounts.push(body.entryCounts[passage]!);
      }
      const copied = new Uint32Array(entryCountOf(segment, position));
      copyEntries(segment, position, renumberingOf(segment), copied, 0);
      entries.numbers(copied);
      end();
    },
    contentCount: () => keys.size,
    bytes: () => texts.length() + entries.length(),
    finish: () =>
      encodeSegment([...keys], titles, redactions, {
        passageStarts: Uint32Array.from(passageStarts),
        entryStarts: Uint32Array.from(entryStarts),
        firstLines: Uint32Array.from(firstLines),
        lastLines: Uint32Array.from(lastLines),
        entryCounts: Uint32Array.from(entryCounts),
        textStarts: Uint32Array.from(textStarts),
        withoutHeadings: Uint8Array.from(withoutHeadings),
        entries: entries.written(),
        dictionary: Buffer.from(JSON.stringify(dictionary.terms), 'utf8'),
        texts: texts.written(),
      }),
  };
}

/** The distinct terms of a segment, in the order they are first met. */
interface Dictionary {
  readonly terms: readonly string[];
  indexOf(term: string): number;
  /** The index of each term of a content's own dictionary. */
  indexesOf(terms: ContentTerms): Uint32Array;
}

/**
 * The contents of a thread mostly have the same terms, numbered by one table. As long as there are no others, a term that the
 * table did not bring before is new, and none is looked up by its letters.
 */
function createDictionary(): Dictionary {
  const terms: string[] = [];
  /** Where each term stands, as soon as terms come from anywhere else. */
  let positions: Map<string, number> | null = null;
  let table: object | null = null;
  /** The index + 1 of each of the table's terms that was met; 0 of the others. */
  let indexes = new Uint32Array(0);

  const add = (term: string): number => terms.push(term) - 1;
  const indexOf = (term: string): number => {
    positions ??= positionsOf(terms);
    const known = positions.get(term);
    if (known !== undefined) return known;
    const index = add(term);
    positions.set(term, index);
    return index;
  };
  const indexesOf = ({ dictionary, numbering }: ContentTerms): Uint32Array => {
    if (numbering === undefined) return numbersOf(dictionary, indexOf);
    const { numbers } = numbering;
    if (table !== numbering.table) {
      if (terms.length > 0) positions ??= positionsOf(terms);
      [table, indexes] = [numbering.table, new Uint32Array(4096)];
    }
    const isOnlyTable = positions === null;
    const found = new Uint32Array(numbers.length);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at]!;
      if (number >= indexes.length) indexes = enlarged(indexes, number + 1);
      if (indexes[number] === 0) indexes[number] = (isOnlyTable ? add(dictionary[at]!) : indexOf(dictionary[at]!)) + 1;
      found[at] = indexes[number]! - 1;
    }
    return found;
  };
  return { terms, indexOf, indexesOf };
}

const positionsOf = (terms: readonly string[]): Map<string, number> => new Map(terms.map((term, index) => [term, index]));

function enlarged(numbers: Uint32Array, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * numbers.length, atLeast));
  larger.set(numbers);
  return larger;
}
