import { splitsSurrogatePair } from './normalization';

const whiteSpace = /\s/;
const SENTENCE_ENDS = '.!?;';
const FULL_WIDTH_SENTENCE_ENDS = '。！？';

/**
 * Cuts a line into pieces of at most `limit` UTF-16 units: after the last sentence end that fits, else
 * at the last space, else where the limit is (never inside a surrogate pair). White space at a cut
 * falls away, as does indentation that would fill a piece by itself.
 */
export function piecesOfLine(line: string, limit: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (line.length - start > limit) {
    const wordsStart = skipWhiteSpace(line, start);
    const end = sentenceCut(line, start, wordsStart, limit) ?? spaceCut(line, start, wordsStart, limit);
    if (end !== null) {
      pieces.push(line.slice(start, end).trimEnd());
      start = skipWhiteSpace(line, end);
    } else if (wordsStart > start) {
      start = wordsStart;
    } else {
      const hardEnd = start + limit - (splitsSurrogatePair(line, start + limit) ? 1 : 0);
      pieces.push(line.slice(start, hardEnd));
      start = hardEnd;
    }
  }
  const rest = line.slice(start);
  if (rest.trim() !== '') pieces.push(rest);
  return pieces;
}

function sentenceCut(line: string, start: number, wordsStart: number, limit: number): number | null {
  for (let end = start + limit; end > wordsStart; end--) {
    const last = line.charAt(end - 1);
    if (FULL_WIDTH_SENTENCE_ENDS.includes(last)) return end;
    if (SENTENCE_ENDS.includes(last) && whiteSpace.test(line.charAt(end))) return end;
  }
  return null;
}

function spaceCut(line: string, start: number, wordsStart: number, limit: number): number | null {
  for (let end = start + limit; end > wordsStart; end--) {
    const unit = line.charCodeAt(end);
    if (unit === 0x20 || unit === 0x09) return end;
  }
  return null;
}

function skipWhiteSpace(line: string, from: number): number {
  let at = from;
  while (at < line.length && whiteSpace.test(line.charAt(at))) at++;
  return at;
}
