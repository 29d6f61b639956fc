import type { LineRange } from '../../contract/model';
import { passageTextOf } from './passageTexts';
import { decodeBody, decodeDirectory, parseJson, type SegmentBody, type SegmentDirectory } from './segmentFormat';
import type { Vocabulary } from './vocabulary';

/** A segment in memory, its terms numbered by the process's vocabulary. */
export interface Segment {
  readonly directory: SegmentDirectory;
  readonly body: SegmentBody;
  /** The vocabulary's number of each term of the segment's dictionary. */
  readonly termNumbers: Uint32Array;
}

/**
 * Decodes a segment file, which must begin its ArrayBuffer; null when it is damaged.
 * @param isOwn true of bytes that were just encoded: they are not looked through for damage.
 */
export function decodeSegment(file: Uint8Array, vocabulary: Vocabulary, isOwn = false): Segment | null {
  const directory = decodeDirectory(file, file.length);
  const body = directory === null ? null : decodeBody(file, isOwn);
  if (directory === null || body === null) return null;
  return { directory, body, termNumbers: numbersOf(dictionaryOf(body), vocabulary.numberOf) };
}

/** The number of each term. (`Uint32Array.from` takes several times as long, and there are hundreds of thousands.) */
export function numbersOf(terms: readonly string[], numberOf: (term: string) => number): Uint32Array {
  const numbers = new Uint32Array(terms.length);
  for (let index = 0; index < terms.length; index += 1) numbers[index] = numberOf(terms[index]!);
  return numbers;
}

/** The terms of a segment's dictionary. */
export function dictionaryOf(body: SegmentBody): readonly string[] {
  return parseJson(body.dictionary) as string[];
}

/** How many passages a content has. */
export function passageCountOf({ body }: Segment, position: number): number {
  return body.passageStarts[position + 1]! - body.passageStarts[position]!;
}

/** How many terms the passages of a content have, counted passage by passage. */
export function entryCountOf({ body }: Segment, position: number): number {
  let count = 0;
  const end = body.passageStarts[position + 1]!;
  for (let passage = body.passageStarts[position]!; passage < end; passage += 1) count += body.entryCounts[passage]!;
  return count;
}

/**
 * Writes the terms of a content's passages into `into` from index `at`, each as
 * `(numbers[index in the dictionary] << 1) | inOwnHeading`; the index after the last one.
 */
export function copyEntries(
  { body }: Segment,
  position: number,
  numbers: Uint32Array,
  into: Uint32Array,
  at: number,
): number {
  const { entries } = body;
  const end = body.entryStarts[position + 1]!;
  let index = body.entryStarts[position]!;
  let next = at;
  while (index < end) {
    let byte = entries[index]!;
    let entry = byte & 0x7f;
    index += 1;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = entries[index]!;
      entry |= (byte & 0x7f) << shift;
      index += 1;
    }
    into[next] = (numbers[entry >>> 1]! << 1) | (entry & 1);
    next += 1;
  }
  return next;
}

/** A passage's wording and lines; `passage` counts from the segment's first. */
export function passageOf(
  { body }: Segment,
  passage: number,
): { readonly headings: readonly string[]; readonly text: string; readonly lines: LineRange } {
  const bytes = body.texts.subarray(body.textStarts[passage]!, body.textStarts[passage + 1]!);
  return {
    ...passageTextOf(bytes),
    lines: { start: body.firstLines[passage]!, end: body.lastLines[passage]! },
  };
}
