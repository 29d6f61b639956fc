import { blankLineBlocks } from './blankLineOutline';
import type { Block, Heading, Outline } from './outline';
import { isBlankLine, lineCount, type SourceLines, textOfLines } from './sourceLines';

const headingPattern = /^(={1,6})[ \t]+(\S.*)$/;
const SPACES = /[ \t]+$/;
// Listing, literal, pass-through and comment blocks: what looks like a heading in them is none.
const verbatimDelimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,})$/;

/** The outline of AsciiDoc: headings by their `=`, blocks by blank lines. */
export function asciidocOutline(lines: SourceLines): Outline {
  const outline: (Heading | Block)[] = [];
  const closings = verbatimEnds(lines);
  let uncovered = 0;
  for (let line = 0; line < lineCount(lines); line++) {
    const closing = closings.get(line);
    if (closing !== undefined) {
      line = closing;
      continue;
    }
    const heading = headingAt(lines, line);
    if (heading === null) continue;
    outline.push(...blankLineBlocks(lines, uncovered, line - 1), heading);
    uncovered = line + 1;
  }
  outline.push(...blankLineBlocks(lines, uncovered, lineCount(lines) - 1));
  return outline;
}

function headingAt(lines: SourceLines, line: number): Heading | null {
  if (lines.source.charCodeAt(lines.starts[line] as number) !== 0x3d) return null;
  const [, marks, rest] = headingPattern.exec(textOfLines(lines, line, line)) ?? [];
  if (marks === undefined || rest === undefined) return null;
  return { kind: 'heading', level: marks.length, text: withoutClosingMarks(rest, marks), first: line, last: line };
}

/** `== Title ==` reads as `Title`. */
function withoutClosingMarks(rest: string, marks: string): string {
  const text = rest.replace(SPACES, '');
  const bare = text.endsWith(marks) ? text.slice(0, -marks.length) : text;
  return SPACES.test(bare) ? bare.replace(SPACES, '') : text;
}

/** Where each verbatim block ends, by its first line. A delimiter that is never repeated opens none. */
function verbatimEnds(lines: SourceLines): Map<number, number> {
  const ends = new Map<number, number>();
  let open: { readonly line: number; readonly delimiter: string } | null = null;
  const delimiters = delimiterLines(lines);
  const lastOf = new Map(delimiters.map(({ line, delimiter }) => [delimiter, line]));
  for (const { line, delimiter, underlines } of delimiters) {
    if (open === null) {
      if (!underlines && lastOf.get(delimiter) !== line) open = { line, delimiter };
    } else if (open.delimiter === delimiter) {
      ends.set(open.line, line);
      open = null;
    }
  }
  return ends;
}

interface DelimiterLine {
  readonly line: number;
  readonly delimiter: string;
  /** True right below a line of about its length: then it underlines an old two-line title. */
  readonly underlines: boolean;
}

function delimiterLines(lines: SourceLines): DelimiterLine[] {
  const found: DelimiterLine[] = [];
  for (let line = 0; line < lineCount(lines); line++) {
    if (!'-.+/`'.includes(lines.source.charAt(lines.starts[line] as number))) continue;
    const delimiter = textOfLines(lines, line, line).replace(SPACES, '');
    if (!verbatimDelimiter.test(delimiter)) continue;
    found.push({ line, delimiter, underlines: underlinesTitle(lines, line, delimiter) });
  }
  return found;
}

function underlinesTitle(lines: SourceLines, line: number, delimiter: string): boolean {
  if (line === 0 || isBlankLine(lines, line - 1)) return false;
  const above = textOfLines(lines, line - 1, line - 1).replace(SPACES, '');
  return /^[\p{L}\p{N}]/u.test(above) && Math.abs(above.length - delimiter.length) <= 1;
}
