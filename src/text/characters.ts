/** What a character is to the tokenizer; a character may be several of these at once. */
export const WORD = 1;
export const SEPARATOR = 2;
export const CAPITAL = 4;
export const LOWER_CASE = 8;
export const DIGIT = 16;
/** Of a script written without spaces between words. */
export const UNSPACED = 32;
const CLASSIFIED = 64;

const SEPARATORS = '-_.:/@#+';
const wordPattern = /[\p{L}\p{M}\p{N}]/u;
const capitalPattern = /\p{Lu}/u;
const lowerCasePattern = /\p{Ll}/u;
const digitPattern = /\p{N}/u;
const unspacedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

// One byte for every code point, filled when a character is first met: property escapes are far too
// slow to be asked for each character of a repository.
const classes = new Uint8Array(0x110000);

/** The classes of a code point, as a sum of the constants above. */
export function classOf(codePoint: number): number {
  const known = classes[codePoint] as number;
  return known === 0 ? classify(codePoint) : known;
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const isWord = wordPattern.test(character);
  const found =
    CLASSIFIED |
    (isWord ? WORD : 0) |
    (SEPARATORS.includes(character) ? SEPARATOR : 0) |
    (capitalPattern.test(character) ? CAPITAL : 0) |
    (lowerCasePattern.test(character) ? LOWER_CASE : 0) |
    (digitPattern.test(character) ? DIGIT : 0) |
    (isWord && unspacedPattern.test(character) ? UNSPACED : 0);
  classes[codePoint] = found;
  return found;
}

/** The code point at an index; a lone surrogate is itself. */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 0xd800 || unit > 0xdbff ? unit : (text.codePointAt(index) as number);
}
