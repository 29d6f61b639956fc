import { classOf, codePointAt, SEPARATOR, UNSPACED, WORD } from './characters';

/**
 * Remembers which terms a run of word characters gives, for the runs that make up most of a
 * repository's text. A run is looked up by its characters where they stand, so that one met before
 * costs no new string: finding terms is most of what a cold index does.
 */

/** Gives the terms of one run of word characters. */
export type TermsOfRun = (run: string) => readonly string[];

const RUN_LIMIT = 1 << 17;
const RUN_LENGTH_LIMIT = 96;
const CHARACTER_LIMIT = RUN_LIMIT * 16;
const LIST_LIMIT = RUN_LIMIT * 4;
const TERM_LIMIT = RUN_LIMIT * 2;
/** Places for records: so many that half of them stay free. */
const SLOT_MASK = RUN_LIMIT * 2 - 1;
// Hostile text may hold runs that collide on purpose: after so many a run goes unremembered.
const PROBE_LIMIT = 32;

// What is kept of a run lies together, for the time goes into fetching it from memory.
const HASH = 0;
const OFFSET = 1;
const LENGTH = 2;
const LIST_START = 3;
const LIST_END = 4;
/** The text the run was last met in: met there again, it gives nothing new. */
const LAST_TEXT = 5;
const RECORD_SIZE = 8;

interface Memory {
  /** By hash: the start of a run's record in `records`, plus 1; 0 when the slot is free. */
  readonly slots: Int32Array;
  readonly records: Int32Array;
  readonly characters: Uint16Array;
  /** Term numbers, one list after another. */
  readonly lists: Int32Array;
  readonly numbers: Map<string, number>;
  readonly terms: string[];
  /** By term number: the text it was last given for, so that it is given once for each text. */
  readonly lastTexts: number[];
  recordEnd: number;
  characterEnd: number;
  listEnd: number;
  currentText: number;
}

let memory: Memory | null = null;

const asciiClasses = Uint8Array.from({ length: 128 }, (_, codePoint) => classOf(codePoint) & (WORD | SEPARATOR));

/**
 * The distinct terms of a normalized text, in the order they are first met. `termsOfRun` must be the
 * same pure function in every call.
 */
export function distinctTerms(text: string, termsOfRun: TermsOfRun): string[] {
  const remembered = memoryForText();
  const found: string[] = [];
  const classesOfAscii = asciiClasses;
  const length = text.length;
  let index = 0;
  while (index < length) {
    const start = index;
    let end = start;
    let classes = 0;
    let hash = 0;
    let hashAtEnd = 0;
    while (index < length) {
      let unit = text.charCodeAt(index);
      let kind: number;
      if (unit < 128) {
        kind = classesOfAscii[unit] as number;
        index++;
      } else {
        unit = codePointAt(text, index);
        kind = classOf(unit);
        index += unit > 0xffff ? 2 : 1;
      }
      if ((kind & WORD) !== 0) {
        classes |= kind;
        hashAtEnd = hash = Math.imul(hash ^ unit, 0x01000193);
        end = index;
      } else if (end > start && (kind & SEPARATOR) !== 0) {
        hash = Math.imul(hash ^ unit, 0x01000193);
      } else {
        break;
      }
    }
    if (end === start) continue;
    const isRememberable = (classes & UNSPACED) === 0 && end - start <= RUN_LENGTH_LIMIT;
    const record = isRememberable ? recordOf(remembered, text, start, end, hashAtEnd, termsOfRun) : -1;
    if (record === -1) giveUnremembered(remembered, termsOfRun(text.slice(start, end)), found);
    else giveRemembered(remembered, record, found);
  }
  return found;
}

function memoryForText(): Memory {
  if (
    memory === null ||
    memory.recordEnd === memory.records.length ||
    memory.characterEnd > CHARACTER_LIMIT - RUN_LENGTH_LIMIT ||
    memory.listEnd > LIST_LIMIT - RUN_LENGTH_LIMIT ||
    memory.terms.length > TERM_LIMIT
  ) {
    memory = emptyMemory();
  }
  memory.currentText++;
  return memory;
}

function emptyMemory(): Memory {
  return {
    slots: new Int32Array(SLOT_MASK + 1),
    records: new Int32Array(RUN_LIMIT * RECORD_SIZE),
    characters: new Uint16Array(CHARACTER_LIMIT),
    lists: new Int32Array(LIST_LIMIT),
    numbers: new Map(),
    terms: [],
    lastTexts: [],
    recordEnd: 0,
    characterEnd: 0,
    listEnd: 0,
    currentText: 0,
  };
}

function giveRemembered(remembered: Memory, record: number, found: string[]): void {
  const { records, lists, currentText } = remembered;
  if (records[record + LAST_TEXT] === currentText) return;
  records[record + LAST_TEXT] = currentText;
  const end = records[record + LIST_END] as number;
  for (let at = records[record + LIST_START] as number; at < end; at++) give(remembered, lists[at] as number, found);
}

function giveUnremembered(remembered: Memory, terms: readonly string[], found: string[]): void {
  for (const term of terms) give(remembered, numberOf(remembered, term), found);
}

function give({ lastTexts, terms, currentText }: Memory, number: number, found: string[]): void {
  if (lastTexts[number] === currentText) return;
  lastTexts[number] = currentText;
  found.push(terms[number] as string);
}

function numberOf({ numbers, terms, lastTexts }: Memory, term: string): number {
  const known = numbers.get(term);
  if (known !== undefined) return known;
  numbers.set(term, terms.length);
  lastTexts.push(0);
  return terms.push(term) - 1;
}

/** Where the record of the run from `start` to `end` starts, made when it is new; -1 when there is no room. */
function recordOf(
  remembered: Memory,
  text: string,
  start: number,
  end: number,
  hash: number,
  termsOfRun: TermsOfRun,
): number {
  const { slots, records } = remembered;
  let slot = (hash ^ (hash >>> 15)) & SLOT_MASK;
  for (let probe = 0; probe < PROBE_LIMIT; probe++) {
    const record = (slots[slot] as number) - 1;
    if (record === -1) return newRecord(remembered, text, start, end, hash, slot, termsOfRun);
    if (records[record + HASH] === hash && isRun(remembered, record, text, start, end)) return record;
    slot = (slot + 1) & SLOT_MASK;
  }
  return -1;
}

function isRun({ records, characters }: Memory, record: number, text: string, start: number, end: number): boolean {
  if (records[record + LENGTH] !== end - start) return false;
  const shift = (records[record + OFFSET] as number) - start;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== characters[shift + at]) return false;
  }
  return true;
}

function newRecord(
  remembered: Memory,
  text: string,
  start: number,
  end: number,
  hash: number,
  slot: number,
  termsOfRun: TermsOfRun,
): number {
  const { records, characters, lists, characterEnd, listEnd } = remembered;
  const record = remembered.recordEnd;
  if (record === records.length || characterEnd + end - start > CHARACTER_LIMIT) return -1;
  const terms = termsOfRun(text.slice(start, end));
  if (listEnd + terms.length > LIST_LIMIT) return -1;
  for (let at = start; at < end; at++) characters[characterEnd + at - start] = text.charCodeAt(at);
  for (const [position, term] of terms.entries()) lists[listEnd + position] = numberOf(remembered, term);
  records[record + HASH] = hash;
  records[record + OFFSET] = characterEnd;
  records[record + LENGTH] = end - start;
  records[record + LIST_START] = listEnd;
  records[record + LIST_END] = listEnd + terms.length;
  records[record + LAST_TEXT] = 0;
  remembered.slots[slot] = record + 1;
  remembered.characterEnd += end - start;
  remembered.listEnd += terms.length;
  remembered.recordEnd += RECORD_SIZE;
  return record;
}
