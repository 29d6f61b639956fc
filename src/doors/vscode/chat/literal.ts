import { visibleLine } from '../../../wording/visibleText';
import { harmlessLine, harmlessText } from '../../../workspace/harmlessText';

/** All of ASCII's punctuation: each may be escaped in Markdown, and none of it means anything then. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * A backtick is written by its number: the chat counts backticks, escaped ones as well, to tell whether it stands in code, and
 * makes no link of a place there.
 */
const escaped = (text: string): string => text.replace(PUNCTUATION, (character) => (character === '`' ? '&#96;' : `\\${character}`));

/**
 * A text from outside as Markdown that shows it on one line and does nothing else. Addresses do not become links either, as
 * they would by themselves: what makes one is escaped, too.
 */
export const literalLine = (text: string): string => escaped(harmlessLine(text));

/** What parts lines for any reader of Markdown or of Unicode. */
const LINE_BREAK = /[\n\u2028\u2029]/;

/** How a line begins that is one of its own, not the rest of a sentence: a list, a table, a heading, a quotation, code. */
const OWN_LINE = /^([-*+|>#`~]|\d+[.)]|\S+:$)/;

/** The text as a quotation, line by line, so that nothing in it can pass for something outside. */
export function literalQuote(text: string): string {
  const lines = harmlessText(text).split(LINE_BREAK).map((line) => line.replace(/\s+/g, ' ').trim());
  const kept = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '');
  const written = kept.map((line, index) => {
    const before = kept[index - 1];
    if (line === '') return '\n>';
    if (before === undefined || before === '') return `\n> ${escaped(line)}`;
    // Sentences flow on, because a chat may be narrow; two blanks at a line's end break it.
    return OWN_LINE.test(line) ? `  \n> ${escaped(line)}` : ` ${escaped(line)}`;
  });
  return written.join('').replace(/^\n/, '');
}

/**
 * The label of a place that the editor itself makes a link of: it takes the label as Markdown, so what could end a label is
 * left out of it. The link leads to the right place whatever its label says.
 */
export const placeLabel = (text: string): string => harmlessLine(text).replace(/[[\]()<>`\\*!|~&$]/g, '·');

/**
 * Whether the editor may make a link of a place itself: it names the file as the file is called, whatever label it is given, and
 * reads the name as HTML for its tooltip. What reorders or hides text in it would make it look like another file.
 */
export const canBeLinked = (label: string): boolean => visibleLine(label) === label && !label.includes('<');
