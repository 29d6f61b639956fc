import { blankLineBlocks } from './blankLineOutline';
import type { Block, Heading, Outline } from './outline';
import { isBlankLine, lineCount, type SourceLines, textOfLines } from './sourceLines';

const adornmentPattern = /^([!-/:-@[-`{-~])\1*[ \t]*$/;
// Lists, fields, directives, line blocks, doctests: lines that begin one of these are no title.
const otherConstruct = /^(?:[-+*•‣⁃](?:\s|$)|\.\.(?:\s|$)|__(?:\s|$)|\|\s|>>>\s|:[^:\s][^:]*:(?:\s|$))/;
/** A shorter underline than its title is one only from this length on, as in docutils. */
const CERTAIN_UNDERLINE = 4;

/**
 * The outline of reStructuredText: a line with an underline, or with the same over- and underline, is a
 * heading; the styles rank in the order they are first met. Blocks by blank lines.
 */
export function restructuredTextOutline(lines: SourceLines): Outline {
  const outline: (Heading | Block)[] = [];
  const styles: string[] = [];
  let uncovered = 0;
  for (let line = 0; line < lineCount(lines); line++) {
    if (line > uncovered && !isBlankLine(lines, line - 1)) continue;
    const title = titleAt(lines, line);
    if (title === null) continue;
    if (!styles.includes(title.style)) styles.push(title.style);
    outline.push(...blankLineBlocks(lines, uncovered, line - 1), {
      kind: 'heading',
      level: styles.indexOf(title.style) + 1,
      text: title.text,
      first: line,
      last: title.last,
    });
    uncovered = title.last + 1;
    line = title.last;
  }
  outline.push(...blankLineBlocks(lines, uncovered, lineCount(lines) - 1));
  return outline;
}

interface Title {
  readonly style: string;
  readonly text: string;
  readonly last: number;
}

/** The title that begins at a line which begins a block; null when none does. */
function titleAt(lines: SourceLines, line: number): Title | null {
  const overline = adornmentAt(lines, line);
  return overline === null ? underlinedTitle(lines, line) : overlinedTitle(lines, line, overline);
}

function overlinedTitle(lines: SourceLines, line: number, overline: string): Title | null {
  const text = lineAt(lines, line + 1).trim();
  if (text === '' || adornmentAt(lines, line + 2) !== overline) return null;
  if (!reaches(overline, text)) return null;
  return { style: overline.charAt(0) + overline.charAt(0), text, last: line + 2 };
}

function underlinedTitle(lines: SourceLines, line: number): Title | null {
  const underline = adornmentAt(lines, line + 1);
  if (underline === null) return null;
  const source = lineAt(lines, line);
  const text = source.trim();
  if (text === '' || /^\s/.test(source) || otherConstruct.test(source) || !reaches(underline, text)) return null;
  return { style: underline.charAt(0), text, last: line + 1 };
}

function reaches(adornment: string, text: string): boolean {
  return adornment.length >= Math.min(text.length, CERTAIN_UNDERLINE);
}

function adornmentAt(lines: SourceLines, line: number): string | null {
  const source = lineAt(lines, line);
  return adornmentPattern.test(source) ? source.trimEnd() : null;
}

function lineAt(lines: SourceLines, line: number): string {
  return line < lineCount(lines) ? textOfLines(lines, line, line) : '';
}
