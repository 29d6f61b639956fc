import type { ContentTerms, PassageContent, TermNumbering } from '../contract/model';
import { CAPITAL, classOf, codePointAt, DIGIT, SEPARATOR, UNSPACED, WORD } from './characters';
import { normalizedText } from './normalization';
import { termOfWord } from './stems';
import { createPlainScan } from './termScan/plainScan';
import { FINISHED, RUN_BYTES, RUN_LIMIT, TEXT_BYTES, type TermScan, UNKNOWN_RUN } from './termScan/termScan';
import { createWebAssemblyScan } from './termScan/webAssemblyScan';
import { identifierParts, tokensOfRun } from './tokens';

/*
 * Finding terms is most of what a cold index does, and most runs of word characters of a repository's text are met
 * again and again. So terms are numbered, and which ones a run gives is remembered: the scan looks it up by its bytes
 * where they stand. What the scan does not know comes here, and so do runs with characters that are no ASCII.
 */

/** The parts of a passage that terms are found in. */
type PassageWording = Pick<PassageContent, 'headings' | 'text'>;

const TERM_LIMIT = RUN_LIMIT * 2;
/** A unit of UTF-16 is at most three bytes of UTF-8, and behind a text stands a zero. */
const TEXT_UNITS = Math.floor((TEXT_BYTES - 1) / 3);
/** So many terms are given at most before they are taken: the scan has room for two for each byte of a text. */
const GIVEN_AT_ONCE = TEXT_BYTES;

interface Memory {
  readonly scan: TermScan;
  /** Terms by number, and their numbers. */
  readonly terms: string[];
  readonly numbers: Map<string, number>;
  /** By word in lower case: the number of the term that it gives, its stem. */
  readonly words: Map<string, number>;
  /** The terms of runs with characters that are no ASCII. */
  readonly foreignRuns: Map<string, readonly number[]>;
}

const asciiClasses = Uint8Array.from({ length: 128 }, (_, codePoint) => classOf(codePoint));
const scanClasses = asciiClasses.map((classes) => classes & (WORD | SEPARATOR));

let memory: Memory | null = null;

function isFull({ scan, terms, words, foreignRuns }: Memory): boolean {
  return scan.isFull() || terms.length > TERM_LIMIT || words.size > TERM_LIMIT || foreignRuns.size > RUN_LIMIT;
}

function emptyMemory(): Memory {
  const scan = createWebAssemblyScan(scanClasses) ?? createPlainScan();
  return { scan, terms: [], numbers: new Map(), words: new Map(), foreignRuns: new Map() };
}

/** The terms of one content, as they are gathered. */
interface Gathering {
  readonly memory: Memory;
  readonly dictionary: string[];
  /** Of the terms of the dictionary, what they are numbered in the memory. */
  readonly numbers: number[];
  entries: Uint32Array;
  length: number;
}

/** The distinct terms of a text, in the order they are first met. Time grows linearly with the text. */
export function termsOf(text: string): readonly string[] {
  return contentTermsOf([{ headings: [], text }]).dictionary;
}

/**
 * The terms the passages of a document are found by: each passage's those of its headings and its text, in the order they
 * are first met; those of the document's title are added when they are searched.
 */
export function contentTermsOf(passages: readonly PassageWording[]): ContentTerms {
  if (memory === null || isFull(memory)) memory = emptyMemory();
  const { scan, numbers: table } = memory;
  const gathering: Gathering = { memory, dictionary: [], numbers: [], entries: new Uint32Array(64 * passages.length), length: 0 };
  const counts = new Uint32Array(passages.length);
  scan.beginContent();
  let path: readonly string[] | null = null;
  let pathStart = 0;
  let pathEnd = 0;
  for (let passage = 0; passage < passages.length; passage++) {
    const { headings, text } = passages[passage] as PassageWording;
    const start = gathering.length;
    scan.beginText();
    // The passages of one section share their path: its terms are found once.
    if (headings === path) {
      giveAgain(gathering, pathStart, pathEnd);
    } else {
      scan.beginSection();
      findTerms(gathering, headings.at(-1) ?? '');
      scan.endOwnHeading();
      for (const heading of headings) findTerms(gathering, heading);
      path = headings;
      pathStart = start;
      pathEnd = gathering.length;
    }
    findTerms(gathering, text);
    counts[passage] = gathering.length - start;
  }
  const numbering: TermNumbering = { table, numbers: Uint32Array.from(gathering.numbers) };
  return { dictionary: gathering.dictionary, entries: gathering.entries.slice(0, gathering.length), counts, numbering };
}

function findTerms(gathering: Gathering, written: string): void {
  const { scan } = gathering.memory;
  if (written.length <= TEXT_UNITS) {
    const length = scan.put(written);
    // Without apostrophes and anything beyond ASCII a text is normalized as it is.
    if (length === written.length && !written.includes("'")) {
      scanText(gathering, written, length);
      return;
    }
  }
  const text = normalizedText(written);
  for (let start = 0; start < text.length; ) {
    const end = endOfStretch(text, start);
    const stretch = text.slice(start, end);
    if (stretch.length <= TEXT_UNITS) scanText(gathering, stretch, scan.put(stretch));
    else giveRuns(gathering, stretch);
    start = end;
  }
}

/** Where a stretch of a text ends that can be put: behind a character that is in no run, or the text; later where there is none for so long. */
function endOfStretch(text: string, start: number): number {
  if (text.length - start <= TEXT_UNITS) return text.length;
  const limit = start + TEXT_UNITS;
  for (let at = limit - 1; at > start; at--) if (isBetweenRuns(text, at)) return at + 1;
  for (let at = limit; at < text.length; at++) if (isBetweenRuns(text, at)) return at + 1;
  return text.length;
}

function isBetweenRuns(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && scanClasses[unit] === 0;
}

/** Gives the terms of the text that was put, which has so many bytes. */
function scanText(gathering: Gathering, text: string, length: number): void {
  const { memory: known } = gathering;
  const { scan } = known;
  let at = 0;
  // How far the place in the bytes is ahead of that in the text.
  let ahead = 0;
  for (let stopped = scan.scan(at, length); stopped !== FINISHED; stopped = scan.scan(at, length)) {
    const { start, end } = scan.stoppedAt();
    if (stopped === UNKNOWN_RUN) {
      const run = text.slice(start - ahead, end - ahead);
      const numbers = numbersOfRun(known, run, classesOfAscii(run));
      if (scan.remember(numbers)) {
        at = start;
      } else {
        giveAll(gathering, numbers);
        at = end;
      }
    } else {
      const run = runAt(text, start - ahead);
      giveRun(gathering, text, run);
      at = start + run.bytes;
      ahead += run.bytes - (run.next - run.start);
    }
  }
  take(gathering);
}

function classesOfAscii(run: string): number {
  let classes = 0;
  for (let at = 0; at < run.length; at++) classes |= asciiClasses[run.charCodeAt(at)] as number;
  return classes;
}

/** A run of word characters, empty where none begins. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** Where to go on: the separators behind a run belong to nothing. */
  readonly next: number;
  /** Of all its characters, as a sum. */
  readonly classes: number;
  /** How many bytes of UTF-8 there are from `start` to `next`. */
  readonly bytes: number;
}

function runAt(text: string, start: number): Run {
  let next = start;
  let end = start;
  let bytes = 0;
  let classesToNext = 0;
  let classes = 0;
  while (next < text.length) {
    const codePoint = codePointAt(text, next);
    const kind = classOf(codePoint);
    const isWord = (kind & WORD) !== 0;
    // A character that no run begins with is passed over, too.
    if (!isWord && next > start && (end === start || (kind & SEPARATOR) === 0)) break;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    next += codePoint < 0x10000 ? 1 : 2;
    classesToNext |= kind;
    if (!isWord && end === start) break;
    if (isWord) {
      end = next;
      classes = classesToNext;
    }
  }
  return { start, end, next, classes, bytes };
}

/** Gives the terms of a text that the scan cannot take. */
function giveRuns(gathering: Gathering, text: string): void {
  for (let start = 0; start < text.length; ) {
    const run = runAt(text, start);
    giveRun(gathering, text, run);
    take(gathering);
    start = run.next;
  }
}

function giveRun(gathering: Gathering, text: string, { start, end, classes }: Run): void {
  if (start === end) return;
  const { memory: known } = gathering;
  const run = text.slice(start, end);
  let numbers = known.foreignRuns.get(run);
  if (numbers === undefined) {
    numbers = numbersOfRun(known, run, classes);
    const isRememberable = (classes & UNSPACED) === 0 && run.length <= RUN_BYTES && known.foreignRuns.size <= RUN_LIMIT;
    if (isRememberable) known.foreignRuns.set(run, numbers);
  }
  giveAll(gathering, numbers);
}

function giveAll(gathering: Gathering, numbers: readonly number[]): void {
  const { scan } = gathering.memory;
  for (let at = 0; at < numbers.length; at++) {
    scan.give(numbers[at] as number);
    if ((at + 1) % GIVEN_AT_ONCE === 0) take(gathering);
  }
}

/** Gives and takes the terms of entries that were taken already, of the text before. */
function giveAgain(gathering: Gathering, from: number, to: number): void {
  const { scan } = gathering.memory;
  for (let at = from; at < to; at++) {
    scan.give(gathering.numbers[(gathering.entries[at] as number) >>> 1] as number);
    if ((at + 1 - from) % GIVEN_AT_ONCE === 0) take(gathering);
  }
  take(gathering);
}

/** Takes what was given since. */
function take(gathering: Gathering): void {
  const { memory: { scan, terms }, dictionary, numbers } = gathering;
  const added = scan.newTerms();
  for (let at = 0; at < added.length; at++) {
    const number = added[at] as number;
    numbers.push(number);
    dictionary.push(terms[number] as string);
  }
  const given = scan.entries();
  const length = gathering.length + given.length;
  if (length > gathering.entries.length) {
    const more = new Uint32Array(2 * length + 64);
    more.set(gathering.entries);
    gathering.entries = more;
  }
  const { entries } = gathering;
  for (let at = 0; at < given.length; at++) entries[gathering.length + at] = given[at] as number;
  gathering.length = length;
  scan.taken();
}

/** The terms of one run: a word's, or of an identifier the whole and its parts. */
function numbersOfRun(known: Memory, run: string, classes: number): number[] {
  if ((classes & (SEPARATOR | DIGIT | CAPITAL | UNSPACED)) === 0) return [numberOfWord(known, run.toLowerCase())];
  const numbers: number[] = [];
  for (const { surface, lower, identifier } of tokensOfRun(run, classes)) {
    if (identifier) {
      numbers.push(numberOf(known, lower));
      for (const part of identifierParts(surface)) numbers.push(numberOfWord(known, part.toLowerCase()));
    } else {
      numbers.push(numberOfWord(known, lower));
    }
  }
  return numbers;
}

// Identifiers are made of the same few words again and again.
function numberOfWord(known: Memory, lower: string): number {
  const number = known.words.get(lower);
  if (number !== undefined) return number;
  const found = numberOf(known, termOfWord(lower));
  known.words.set(lower, found);
  return found;
}

function numberOf(known: Memory, term: string): number {
  const number = known.numbers.get(term);
  if (number !== undefined) return number;
  const next = known.terms.length;
  known.scan.reserve(next + 1);
  known.numbers.set(term, next);
  known.terms.push(term);
  return next;
}
