import { classOf, codePointAt, WORD } from './characters';

/**
 * Longest stretch normalized or segmented in one go. Both take quadratic time on hostile input
 * (alternating combining marks, a wall of ideographs), and no passage or question comes near it.
 */
export const STRETCH_LIMIT = 4096;

const beyondAscii = /[^\x00-\x7f]/;
const asciiOnly = /[\x00-\x7f]/;
const apostrophe = /['’]/;
const notYetNormalized = /['\x80-\uffff]/;
const endingPattern = /['’](?:s|t|re|ve|ll|d|m)/iy;

/**
 * Text as the tokenizer reads it: NFKC, English endings (`'s 't 're 've 'll 'd 'm`, either apostrophe,
 * any case) dropped where they end a word.
 */
export function normalizedText(text: string): string {
  if (!notYetNormalized.test(text)) return text;
  const compatible = beyondAscii.test(text) ? nfkc(text) : text;
  return apostrophe.test(compatible) ? withoutEndings(compatible) : compatible;
}

function nfkc(text: string): string {
  if (text.length <= STRETCH_LIMIT) return text.normalize('NFKC');
  const stretches: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = normalizationBoundary(text, start);
    stretches.push(text.slice(start, end).normalize('NFKC'));
    start = end;
  }
  return stretches.join('');
}

// No composition crosses the front of an ASCII character, so cutting there changes nothing. A stretch
// without any is cut where it must be.
function normalizationBoundary(text: string, start: number): number {
  const limit = start + STRETCH_LIMIT;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > start; end--) {
    if (asciiOnly.test(text.charAt(end))) return end;
  }
  return splitsSurrogatePair(text, limit) ? limit - 1 : limit;
}

/** Whether cutting before `index` would separate the two halves of one character. */
export function splitsSurrogatePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

function withoutEndings(text: string): string {
  let kept = '';
  let keptTo = 0;
  for (let index = nextApostrophe(text, 1); index !== -1; ) {
    const end = endingEnd(text, index);
    if (end !== -1) {
      kept += text.slice(keptTo, index);
      keptTo = end;
    }
    index = nextApostrophe(text, end === -1 ? index + 1 : end);
  }
  return kept + text.slice(keptTo);
}

function nextApostrophe(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x27 || unit === 0x2019) return index;
  }
  return -1;
}

/** Where the ending that starts with the apostrophe at `index` ends; -1 when none starts there. */
function endingEnd(text: string, index: number): number {
  if (!isWordBefore(text, index)) return -1;
  endingPattern.lastIndex = index;
  if (!endingPattern.test(text)) return -1;
  const end = endingPattern.lastIndex;
  const wordGoesOn = end < text.length && (classOf(codePointAt(text, end)) & WORD) !== 0;
  return wordGoesOn ? -1 : end;
}

function isWordBefore(text: string, index: number): boolean {
  const start = splitsSurrogatePair(text, index - 1) ? index - 2 : index - 1;
  return (classOf(codePointAt(text, start)) & WORD) !== 0;
}
