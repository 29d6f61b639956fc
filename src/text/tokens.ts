import { CAPITAL, classOf, codePointAt, DIGIT, LOWER_CASE, SEPARATOR, UNSPACED, WORD } from './characters';
import { normalizedText, splitsSurrogatePair, STRETCH_LIMIT } from './normalization';

/** A word or an identifier of a text. */
export interface Token {
  /** As it was written (after NFKC, without an English ending). */
  readonly surface: string;
  readonly lower: string;
  /** True with an inner separator, a digit or an inner capital: such a token counts whole and in parts. */
  readonly identifier: boolean;
}

/** The whole tokens of a text, in order, repetitions included. Time grows linearly with the text. */
export function tokensOf(text: string): Token[] {
  return runsOf(normalizedText(text)).flatMap((run) => tokensOfRun(run, classesIn(run)));
}

/**
 * The tokens of one run of word characters: itself, or its words in a script without spaces.
 * @param classes of all its characters, as a sum.
 */
export function tokensOfRun(run: string, classes: number): Token[] {
  if ((classes & UNSPACED) === 0) return [tokenOf(run, classes)];
  return segmentsOf(run).flatMap(runsOf).map((surface) => tokenOf(surface, classesIn(surface)));
}

function tokenOf(surface: string, classes: number): Token {
  const identifier = (classes & (SEPARATOR | DIGIT)) !== 0 || hasInnerCapital(surface, classes);
  return { surface, lower: surface.toLowerCase(), identifier };
}

/** The runs of word characters in a normalized text, joined by inner separators. */
function runsOf(text: string): string[] {
  const runs: string[] = [];
  for (let index = 0; index < text.length; ) {
    const start = index;
    let end = start;
    while (index < text.length) {
      const codePoint = codePointAt(text, index);
      const classes = classOf(codePoint);
      index += codePoint > 0xffff ? 2 : 1;
      if ((classes & WORD) !== 0) end = index;
      else if (end === start || (classes & SEPARATOR) === 0) break;
    }
    if (end > start) runs.push(text.slice(start, end));
  }
  return runs;
}

function classesIn(text: string): number {
  let classes = 0;
  for (let index = 0; index < text.length; index++) classes |= classOf(codePointAt(text, index));
  return classes;
}

let segmenter: Intl.Segmenter | null = null;

/** Cuts a run of a script without spaces into its words; they may still hold separators. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: string[] = [];
  for (let start = 0; start < run.length; ) {
    let end = Math.min(run.length, start + STRETCH_LIMIT);
    if (end < run.length && splitsSurrogatePair(run, end)) end--;
    for (const piece of segmenter.segment(run.slice(start, end))) {
      if (piece.isWordLike === true) words.push(piece.segment);
    }
    start = end;
  }
  return words;
}

/** The parts of an identifier, as written: cut at separators and, without a digit, at inner capitals. */
export function identifierParts(surface: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let classes = 0;
  for (let index = 0; index < surface.length; index++) {
    const kind = classOf(codePointAt(surface, index));
    if ((kind & SEPARATOR) === 0) {
      classes |= kind;
      continue;
    }
    pushWords(parts, surface, start, index, classes);
    start = index + 1;
    classes = 0;
  }
  pushWords(parts, surface, start, surface.length, classes);
  return parts;
}

/** Adds what stands between two separators. */
function pushWords(parts: string[], surface: string, start: number, end: number, classes: number): void {
  if (start === end) return;
  const part = surface.slice(start, end);
  let from = 0;
  if ((classes & DIGIT) === 0 && (classes & CAPITAL) !== 0) {
    for (const cut of innerCapitals(part)) {
      parts.push(part.slice(from, cut));
      from = cut;
    }
  }
  parts.push(part.slice(from));
}

function hasInnerCapital(text: string, classes: number): boolean {
  return (classes & CAPITAL) !== 0 && (classes & LOWER_CASE) !== 0 && innerCapitals(text).length > 0;
}

/**
 * Indexes of capitals right after a lower-case letter (`stateRunFailed`), or after a capital and before
 * two lower-case letters (`HTTPServer`).
 */
function innerCapitals(text: string): number[] {
  const found: number[] = [];
  let before = 0;
  for (let index = 0; index < text.length; ) {
    const codePoint = codePointAt(text, index);
    const next = index + (codePoint > 0xffff ? 2 : 1);
    const classes = classOf(codePoint);
    if ((classes & CAPITAL) !== 0) {
      const afterLowerCase = (before & LOWER_CASE) !== 0;
      const startsWord = (before & CAPITAL) !== 0 && twoLowerCaseAt(text, next);
      if (afterLowerCase || startsWord) found.push(index);
    }
    before = classes;
    index = next;
  }
  return found;
}

function twoLowerCaseAt(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const first = codePointAt(text, index);
  const second = index + (first > 0xffff ? 2 : 1);
  if (second >= text.length) return false;
  return (classOf(first) & classOf(codePointAt(text, second)) & LOWER_CASE) !== 0;
}
