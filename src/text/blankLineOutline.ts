import { type Block, LINES_SHAPE } from './outline';
import { isBlankLine, lineCount, type SourceLines, textOfLines } from './sourceLines';

/** The blocks that blank lines separate, from line `first` to `last` (inclusive). */
export function blankLineBlocks(lines: SourceLines, first: number, last: number): Block[] {
  const blocks: Block[] = [];
  for (let line = first; line <= last; line++) {
    if (isBlankLine(lines, line)) continue;
    let end = line;
    while (end < last && !isBlankLine(lines, end + 1)) end++;
    const introduces = textOfLines(lines, end, end).trimEnd().endsWith(':');
    blocks.push({ kind: 'block', first: line, last: end, introduces, shape: LINES_SHAPE });
    line = end;
  }
  return blocks;
}

/** The outline of plain text: no headings. */
export function plainOutline(lines: SourceLines): Block[] {
  return blankLineBlocks(lines, 0, lineCount(lines) - 1);
}
