import { PASSAGE_LIMIT, TABLE_HEADER_LIMIT } from '../contract/constants';
import { piecesOfLine } from './longLines';
import type { Block } from './outline';
import { isBlankLine, lengthOfLines, type LineSpan, type SourceLines, textOfLines } from './sourceLines';

/** What a block falls into when it is too long to be one passage: each part fits into one. */
export interface Part extends LineSpan {
  /** Put before the part when it begins a passage (a table's header rows); empty for none. */
  readonly prefix: string;
  /** The text, when it is not the source of its lines: a piece of a line that is too long. */
  readonly piece: string | null;
}

/** The parts of a block, in order; the block itself when it fits. */
export function partsOf(lines: SourceLines, block: Block): readonly Part[] {
  if (lengthOfLines(lines, block.first, block.last) <= PASSAGE_LIMIT) return [wholePart(block, '')];
  switch (block.shape.kind) {
    case 'lines':
      return lineParts(lines, block.first, block.last, '');
    case 'table':
      return tableParts(lines, block);
    case 'container':
      return block.shape.children().flatMap((child) => partsOf(lines, child));
  }
}

function wholePart({ first, last }: LineSpan, prefix: string): Part {
  return { first, last, prefix, piece: null };
}

/** One part for each non-blank line that fits with its prefix, several for one that does not. */
function lineParts(lines: SourceLines, first: number, last: number, prefix: string): Part[] {
  const parts: Part[] = [];
  const room = PASSAGE_LIMIT - lengthBefore(prefix);
  for (let line = first; line <= last; line++) {
    if (isBlankLine(lines, line)) continue;
    if (lengthOfLines(lines, line, line) <= room) {
      parts.push(wholePart({ first: line, last: line }, prefix));
    } else {
      for (const piece of piecesOfLine(textOfLines(lines, line, line), room)) {
        parts.push({ first: line, last: line, prefix: '', piece: below(prefix, piece) });
      }
    }
  }
  return parts;
}

function tableParts(lines: SourceLines, { first, last }: LineSpan): Part[] {
  const header = textOfLines(lines, first, first + 1);
  if (header.length > TABLE_HEADER_LIMIT) return lineParts(lines, first, last, '');
  const [firstRow, ...otherRows] = lineParts(lines, first + 2, last, header);
  if (firstRow === undefined) return [wholePart({ first, last }, '')];
  // Over the first row the header stands in its own place.
  return [{ ...firstRow, first, prefix: '' }, ...otherRows];
}

/** How much a prefix and the line break after it take. */
export function lengthBefore(prefix: string): number {
  return prefix === '' ? 0 : prefix.length + 1;
}

/** A text below a prefix. */
export function below(prefix: string, text: string): string {
  return prefix === '' ? text : `${prefix}\n${text}`;
}
