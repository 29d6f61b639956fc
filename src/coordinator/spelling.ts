/**
 * A text spelt in one way, so that a path is found in it whichever way it was written: one `/` for every run of
 * separators of either kind, and for each unit of it where that stood in the text.
 */
export interface Spelling {
  readonly text: string;
  /** By UTF-16 unit of `text`: the first and behind the last position of what it stands for. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** What counts as the same character. */
export interface SpellingRules {
  /** Characters written as `%2F`, be it several times over, are read as what they stand for. */
  readonly percent: boolean;
  /** The same for `\u002f`. */
  readonly escapes: boolean;
  readonly ignoreCase: boolean;
}

const PERCENT = /%(?:25)*([0-9A-Fa-f]{2})/y;
/** Backslashes double with every text that quotes the one inside; eight are three deep. */
const ESCAPE = /\\{1,8}u([0-9A-Fa-f]{4})/y;

interface Piece {
  readonly text: string;
  readonly end: number;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** How many bytes a character has that begins with this byte; 0 for one that none begins with. */
function lengthFrom(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

/** The character written as `%C3%A9` at a position; null where none is. */
function percentPiece(text: string, at: number): Piece | null {
  const bytes: number[] = [];
  let end = at;
  for (let length = 1; bytes.length < length; ) {
    const match = matchAt(PERCENT, text, end);
    if (match === null) return null;
    bytes.push(Number.parseInt(match[1] ?? '', 16));
    end = PERCENT.lastIndex;
    if (bytes.length === 1) length = lengthFrom(bytes[0] ?? 0);
    if (length === 0) return null;
  }
  try {
    return { text: utf8.decode(Uint8Array.from(bytes)), end };
  } catch {
    return null;
  }
}

function escapePiece(text: string, at: number): Piece | null {
  const match = matchAt(ESCAPE, text, at);
  return match === null ? null : { text: String.fromCharCode(Number.parseInt(match[1] ?? '', 16)), end: ESCAPE.lastIndex };
}

function plainPiece(text: string, at: number): Piece {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { text: character, end: at + character.length };
}

const isSeparator = (character: string | undefined): boolean => character === '/' || character === '\\';

/** Between separators these lead nowhere: `/./`, and what Windows writes before a path that is to be taken as it is. */
const isNothing = (character: string | undefined): boolean => character === '.' || character === '?';

/** Where the run of separators ends that begins with piece `first`. */
function runEnd(pieces: readonly Piece[], first: number): number {
  let next = first + 1;
  for (;;) {
    if (isSeparator(pieces[next]?.text)) next += 1;
    else if (isNothing(pieces[next]?.text) && isSeparator(pieces[next + 1]?.text)) next += 2;
    else return next;
  }
}

/** What all ways to write a character have in common. Taken apart, an accent is the same whether it was a part of its letter or stood behind it. */
function sameFor(character: string, ignoreCase: boolean): string {
  const cased = ignoreCase ? character.toLowerCase() : character;
  return character.charCodeAt(0) < 0x80 ? cased : cased.normalize('NFD');
}

/** Spells a text by the rules. */
export function spelled(text: string, { percent, escapes, ignoreCase }: SpellingRules): Spelling {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const first = text[at];
    const piece =
      (percent && first === '%' ? percentPiece(text, at) : null) ?? (escapes && first === '\\' ? escapePiece(text, at) : null) ?? plainPiece(text, at);
    pieces.push(piece);
    at = piece.end;
  }
  let spelling = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let start = 0;
  for (let index = 0; index < pieces.length; ) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const behind = isSeparator(piece.text) ? runEnd(pieces, index) : index + 1;
    const end = pieces[behind - 1]?.end ?? piece.end;
    const part = isSeparator(piece.text) ? '/' : sameFor(piece.text, ignoreCase);
    spelling += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
    start = end;
    index = behind;
  }
  return { text: spelling, starts, ends };
}
