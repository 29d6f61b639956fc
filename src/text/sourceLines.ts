/** A document's source cut into lines. Lines are counted from 0 in here. */
export interface SourceLines {
  /** The source with every line end (CRLF, LF or CR) made LF, without a byte order mark. */
  readonly source: string;
  /** Where each line starts; one entry more than there are lines, as if one more line followed. */
  readonly starts: readonly number[];
}

const lineEnd = /\r\n?/g;

export function sourceLinesOf(text: string): SourceLines {
  const unmarked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const source = unmarked.includes('\r') ? unmarked.replace(lineEnd, '\n') : unmarked;
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(source.length + 1);
  return { source, starts };
}

export function lineCount(lines: SourceLines): number {
  return lines.starts.length - 1;
}

/** The text of the lines `first` to `last` (inclusive), joined by LF. */
export function textOfLines(lines: SourceLines, first: number, last: number): string {
  return lines.source.slice(lines.starts[first], (lines.starts[last + 1] as number) - 1);
}

/** Length of `textOfLines`, in UTF-16 units. */
export function lengthOfLines(lines: SourceLines, first: number, last: number): number {
  return (lines.starts[last + 1] as number) - 1 - (lines.starts[first] as number);
}

const whiteSpace = /\s/;

/** Whether a line holds nothing but white space. */
export function isBlankLine(lines: SourceLines, line: number): boolean {
  const end = (lines.starts[line + 1] as number) - 1;
  for (let at = lines.starts[line] as number; at < end; at++) {
    const unit = lines.source.charCodeAt(at);
    if (unit === 0x20 || unit === 0x09) continue;
    if (unit > 0x20 && unit < 0x7f) return false;
    if (!whiteSpace.test(lines.source.charAt(at))) return false;
  }
  return true;
}

/** First and last line of something, counted from 0, both inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** The span from the first to the last non-blank line of `first` to `last`; null when all are blank. */
export function nonBlankSpan(lines: SourceLines, first: number, last: number): LineSpan | null {
  let start = first;
  while (start <= last && isBlankLine(lines, start)) start++;
  if (start > last) return null;
  let end = last;
  while (isBlankLine(lines, end)) end--;
  return { first: start, last: end };
}
