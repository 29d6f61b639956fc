import type { SourceText } from './sourceText';

/** Lines of a window of a file without declarations. */
export const WINDOW_LINES = 40;
/** So many lines before its end a window may end at a blank line. */
const SLACK_LINES = 15;
/** A window holds at most so many UTF-16 units; a longer line is one window by itself. */
const WINDOW_LENGTH = 4_000;

/** A stretch of lines, both ends inclusive and 1-based. */
export interface Stretch {
  readonly line: number;
  readonly endLine: number;
}

/** Cuts a text into windows of lines, each line in exactly one, preferably at blank lines. */
export function windowsOf(source: SourceText): Stretch[] {
  const windows: Stretch[] = [];
  let line = 1;
  while (line <= source.lineCount) {
    let endLine = line;
    let blank = 0;
    const start = source.startOf(line);
    while (endLine < source.lineCount && endLine - line + 1 < WINDOW_LINES && source.startOf(endLine + 2) - start <= WINDOW_LENGTH) {
      endLine += 1;
      if (source.line(endLine).trim() === '') blank = endLine;
    }
    const isCut = endLine < source.lineCount;
    if (isCut && blank > line && endLine - blank <= SLACK_LINES) endLine = blank;
    windows.push({ line, endLine });
    line = endLine + 1;
  }
  return windows;
}
