import type { ContentTerms, PassageContent, TermNumbering } from '../contract/model';
import { CAPITAL, classOf, DIGIT, LOWER_CASE, SEPARATOR, UNSPACED, WORD } from './characters';
import { normalizedText } from './normalization';

/*
 * Finding terms is most of what a cold index does, and most runs of word characters of a repository's text are met
 * again and again. So terms are numbered, and which ones a run gives is remembered: it is looked up by its bytes
 * where they stand, and costs no new string when it was met before.
 */

/** Gives the terms of one run of word characters, of which the classes of all characters are known, as a sum. */
export type TermsOfRun = (run: string, classes: number) => readonly string[];

/** The parts of a passage that terms are found in. */
type PassageWording = Pick<PassageContent, 'headings' | 'text'>;

const RUN_BYTES_LIMIT = 96;
/** Places for runs: so many that half of them stay free. */
const SLOT_MASK = (1 << 18) - 1;
const RUN_LIMIT = (SLOT_MASK + 1) / 2;
/** 32-bit numbers for what is kept of runs: sixteen for each are more than ordinary text needs. */
const RECORD_LIMIT = RUN_LIMIT * 16;
const TERM_LIMIT = RUN_LIMIT * 2;
// Hostile text may hold runs that collide on purpose: after so many a run goes unremembered.
const PROBE_LIMIT = 32;

/*
 * A record: the run's length and how many terms it has, their numbers, then its bytes. All lie together, for the
 * time goes into fetching them from memory.
 */
const COUNT_SHIFT = 8;
const LENGTH_MASK = (1 << COUNT_SHIFT) - 1;
/** A run gives itself and its parts, each of at least one character. */
const LONGEST_RECORD = 2 + RUN_BYTES_LIMIT + RUN_BYTES_LIMIT / 4;

// What is kept of a term lies together, too: when it was last met, and its index in the content it was last met in.
const STATE_SIZE = 4;
const LAST_TEXT = 0;
const LAST_CONTENT = 1;
const INDEX = 2;
const LAST_SECTION = 3;

interface Memory {
  /** Two for each slot: a run's hash, and where its record starts, plus 1; 0 when the slot is free. */
  readonly slots: Int32Array;
  readonly records: Int32Array;
  /** The same as `records`, byte by byte. */
  readonly letters: Uint8Array;
  readonly numbers: Map<string, number>;
  readonly terms: string[];
  /** Of each term, by number; texts, contents and sections are counted from 1. */
  states: Int32Array;
  runs: number;
  recordEnd: number;
  text: number;
  content: number;
  section: number;
}

const asciiClasses = Uint8Array.from({ length: 128 }, (_, codePoint) =>
  classOf(codePoint) & (WORD | SEPARATOR | CAPITAL | LOWER_CASE | DIGIT),
);

const encoder = new TextEncoder();
/** The text that terms are being found in, as UTF-8. */
let bytes = new Uint8Array(1 << 14);

let memory: Memory | null = null;

function isFull({ runs, recordEnd, terms }: Memory): boolean {
  return runs >= RUN_LIMIT || recordEnd > RECORD_LIMIT - LONGEST_RECORD || terms.length > TERM_LIMIT;
}

function emptyMemory(): Memory {
  const records = new Int32Array(RECORD_LIMIT);
  return {
    slots: new Int32Array(2 * (SLOT_MASK + 1)),
    records,
    letters: new Uint8Array(records.buffer),
    numbers: new Map(),
    terms: [],
    states: new Int32Array(STATE_SIZE * 4096),
    runs: 0,
    recordEnd: 0,
    text: 0,
    content: 0,
    section: 0,
  };
}

/** The terms of one content, as they are gathered. */
interface Gathering {
  readonly memory: Memory;
  readonly termsOfRun: TermsOfRun;
  readonly dictionary: string[];
  /** Of the terms of the dictionary, what they are numbered in the memory. */
  readonly numbers: number[];
  entries: Uint32Array;
  length: number;
  /** Terms are not added now, but noted as those of the section's own heading. */
  inOwnHeading: boolean;
}

/** The distinct terms of a text, in the order they are first met. Of `termsOfRun` the same is true as below. */
export function distinctTerms(text: string, termsOfRun: TermsOfRun): readonly string[] {
  return gatheredTerms([{ headings: [], text }], termsOfRun).dictionary;
}

/**
 * The terms of passages: each passage's in the order they are first met in its headings and then its text.
 * `termsOfRun` must be the same pure function in every call.
 */
export function gatheredTerms(passages: readonly PassageWording[], termsOfRun: TermsOfRun): ContentTerms {
  if (memory === null || isFull(memory)) memory = emptyMemory();
  memory.content += 1;
  const entries = new Uint32Array(64 * passages.length);
  const gathering: Gathering = { memory, termsOfRun, dictionary: [], numbers: [], entries, length: 0, inOwnHeading: false };
  const counts = new Uint32Array(passages.length);
  let path: readonly string[] | null = null;
  let pathStart = 0;
  let pathEnd = 0;
  for (let passage = 0; passage < passages.length; passage++) {
    const { headings, text } = passages[passage] as PassageWording;
    const start = gathering.length;
    // The passages of one section share their path: its terms are found once.
    if (headings === path) {
      memory.text += 1;
      for (let at = pathStart; at < pathEnd; at++) give(gathering, gathering.numbers[(gathering.entries[at] as number) >>> 1] as number);
    } else {
      beginSection(gathering, headings);
      path = headings;
      pathStart = start;
      pathEnd = gathering.length;
    }
    findTerms(gathering, text);
    counts[passage] = gathering.length - start;
  }
  const numbering: TermNumbering = { table: memory.numbers, numbers: Uint32Array.from(gathering.numbers) };
  return { dictionary: gathering.dictionary, entries: gathering.entries.slice(0, gathering.length), counts, numbering };
}

/** Adds the terms of the headings that a new section's passages lie under. */
function beginSection(gathering: Gathering, headings: readonly string[]): void {
  gathering.memory.text += 1;
  gathering.memory.section += 1;
  gathering.inOwnHeading = true;
  findTerms(gathering, headings.at(-1) ?? '');
  gathering.inOwnHeading = false;
  for (const heading of headings) findTerms(gathering, heading);
}

/** Puts a text into `bytes`, which are read several times as fast as its characters; how many there are. */
function encoded(text: string): number {
  // No character takes more than three for each of its units.
  if (bytes.length < 3 * text.length) bytes = new Uint8Array(3 * text.length);
  return encoder.encodeInto(text, bytes).written;
}

function findTerms(gathering: Gathering, written: string): void {
  let text = written;
  let length = encoded(text);
  const isNormalized = length === text.length && !text.includes("'");
  if (!isNormalized) {
    text = normalizedText(written);
    length = encoded(text);
  }
  const source = bytes;
  const classesOfAscii = asciiClasses;
  let index = 0;
  // How far the place in the bytes is ahead of that in the text.
  let ahead = 0;
  while (index < length) {
    const start = index;
    const textStart = start - ahead;
    let end = start;
    let textEnd = textStart;
    let classes = 0;
    let classesAtEnd = 0;
    let hash = 0;
    let hashAtEnd = 0;
    while (index < length) {
      let unit = source[index] as number;
      let kind: number;
      if (unit < 0x80) {
        kind = classesOfAscii[unit] as number;
        index++;
      } else {
        const size = unit < 0xe0 ? 2 : unit < 0xf0 ? 3 : 4;
        unit = codePointIn(source, index, size);
        kind = classOf(unit);
        index += size;
        ahead += size === 2 ? 1 : 2;
      }
      if ((kind & WORD) !== 0) {
        classesAtEnd = classes |= kind;
        hashAtEnd = hash = Math.imul(hash ^ unit, 0x01000193);
        end = index;
        textEnd = index - ahead;
      } else if (end > start && (kind & SEPARATOR) !== 0) {
        classes |= kind;
        hash = Math.imul(hash ^ unit, 0x01000193);
      } else {
        break;
      }
    }
    if (end === start) continue;
    const isRememberable = (classesAtEnd & UNSPACED) === 0 && end - start <= RUN_BYTES_LIMIT;
    const record = isRememberable ? recordOf(gathering.memory, start, end, hashAtEnd) : NONE;
    if (record >= 0) {
      giveRecord(gathering, record);
    } else {
      const terms = gathering.termsOfRun(text.slice(textStart, textEnd), classesAtEnd);
      for (let at = 0; at < terms.length; at++) give(gathering, numberOf(gathering.memory, terms[at] as string));
      if (record !== NONE) remember(gathering.memory, slotOfNew(record), terms, start, end, hashAtEnd);
    }
  }
}

/** The code point that is written in UTF-8 with so many bytes, two to four. */
function codePointIn(source: Uint8Array, at: number, size: number): number {
  const first = source[at] as number;
  const second = (source[at + 1] as number) & 0x3f;
  if (size === 2) return ((first & 0x1f) << 6) | second;
  const third = (source[at + 2] as number) & 0x3f;
  if (size === 3) return ((first & 0x0f) << 12) | (second << 6) | third;
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((source[at + 3] as number) & 0x3f);
}

function giveRecord(gathering: Gathering, record: number): void {
  const { records } = gathering.memory;
  const last = record + ((records[record] as number) >>> COUNT_SHIFT);
  for (let at = record; at < last; at++) give(gathering, records[at + 1] as number);
}

function give(gathering: Gathering, number: number): void {
  const { memory: known, dictionary } = gathering;
  const { states } = known;
  const state = STATE_SIZE * number;
  if (gathering.inOwnHeading) {
    states[state + LAST_SECTION] = known.section;
    return;
  }
  if (states[state + LAST_TEXT] === known.text) return;
  states[state + LAST_TEXT] = known.text;
  if (states[state + LAST_CONTENT] !== known.content) {
    states[state + LAST_CONTENT] = known.content;
    states[state + INDEX] = dictionary.length;
    dictionary.push(known.terms[number] as string);
    gathering.numbers.push(number);
  }
  push(gathering, ((states[state + INDEX] as number) << 1) | (states[state + LAST_SECTION] === known.section ? 1 : 0));
}

function push(gathering: Gathering, entry: number): void {
  if (gathering.length === gathering.entries.length) {
    const more = new Uint32Array(2 * gathering.length + 64);
    more.set(gathering.entries);
    gathering.entries = more;
  }
  gathering.entries[gathering.length++] = entry;
}

function numberOf(known: Memory, term: string): number {
  const number = known.numbers.get(term);
  if (number !== undefined) return number;
  const next = known.terms.length;
  known.numbers.set(term, next);
  known.terms.push(term);
  if (STATE_SIZE * (next + 1) > known.states.length) {
    const more = new Int32Array(2 * known.states.length);
    more.set(known.states);
    known.states = more;
  }
  return next;
}

/** What stands for a run that is not remembered: there is no room, or it is too long, or in a script without spaces. */
const NONE = -1;
/** The slot of a run that is not remembered yet is told as a number below `NONE`; this is its own inverse. */
const slotOfNew = (slot: number): number => -2 - slot;

/** Where the record of the run in `bytes` from `start` to `end` starts; `slotOfNew` where it has yet to be made. */
function recordOf({ slots, records, letters }: Memory, start: number, end: number, hash: number): number {
  const source = bytes;
  let slot = (hash ^ (hash >>> 15)) & SLOT_MASK;
  for (let probe = 0; probe < PROBE_LIMIT; probe++, slot = (slot + 1) & SLOT_MASK) {
    const record = (slots[2 * slot + 1] as number) - 1;
    if (record === -1) return slotOfNew(slot);
    if (slots[2 * slot] !== hash) continue;
    const facts = records[record] as number;
    if ((facts & LENGTH_MASK) !== end - start) continue;
    let letter = 4 * (record + 1 + (facts >>> COUNT_SHIFT));
    let at = start;
    while (at < end && source[at] === letters[letter]) {
      at++;
      letter++;
    }
    if (at === end) return record;
  }
  return NONE;
}

function remember(known: Memory, slot: number, terms: readonly string[], start: number, end: number, hash: number): void {
  if (isFull(known)) return;
  const { slots, records, letters, numbers, recordEnd: record } = known;
  records[record] = (end - start) | (terms.length << COUNT_SHIFT);
  for (let position = 0; position < terms.length; position++) {
    records[record + 1 + position] = numbers.get(terms[position] as string) as number;
  }
  letters.set(bytes.subarray(start, end), 4 * (record + 1 + terms.length));
  slots[2 * slot] = hash;
  slots[2 * slot + 1] = record + 1;
  known.recordEnd = record + 1 + terms.length + Math.ceil((end - start) / 4);
  known.runs += 1;
}
