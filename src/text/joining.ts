import { PASSAGE_LIMIT } from '../contract/constants';
import type { Block } from './outline';
import { below, lengthBefore, type Part, partsOf } from './parts';
import { lengthOfLines, type LineSpan, type SourceLines, textOfLines } from './sourceLines';

/** A passage before it has a heading path; lines counted from 0. */
export interface Excerpt extends LineSpan {
  readonly text: string;
}

/**
 * Joins the blocks of one section to excerpts of at most PASSAGE_LIMIT: whole blocks while they fit; a
 * longer block starts and ends excerpts of its own. A paragraph that ends in `:` goes with what it
 * introduces when both fit.
 */
export function joinedBlocks(lines: SourceLines, blocks: readonly Block[]): Excerpt[] {
  const excerpts: Excerpt[] = [];
  let open: Block[] = [];
  const close = (count: number) => {
    const closed = spanOf(open.slice(0, count));
    if (closed !== null) excerpts.push(excerptOf(lines, closed));
    open = open.slice(count);
  };
  for (const block of blocks) {
    if (lengthOfLines(lines, block.first, block.last) <= PASSAGE_LIMIT) {
      const first = open[0]?.first ?? block.first;
      if (lengthOfLines(lines, first, block.last) > PASSAGE_LIMIT) {
        close(introductionStart(open, (start) => lengthOfLines(lines, start, block.last)));
      }
      open.push(block);
    } else {
      const parts = partsOf(lines, block);
      const [firstPart] = parts;
      close(firstPart === undefined ? open.length : introductionStart(open, (start) => lengthFrom(lines, start, firstPart)));
      excerpts.push(...joinedParts(lines, parts, open[0]?.first ?? null));
      open = [];
    }
  }
  close(open.length);
  return excerpts;
}

function spanOf(blocks: readonly Block[]): LineSpan | null {
  const [first] = blocks;
  const last = blocks.at(-1);
  return first === undefined || last === undefined ? null : { first: first.first, last: last.last };
}

/**
 * Where the longest run of introducing paragraphs at the end of `open` begins that still fits with what
 * follows; `open.length` when none does.
 */
function introductionStart(open: readonly Block[], lengthFromLine: (first: number) => number): number {
  let start = open.length;
  for (let at = open.length - 1; at >= 0; at--) {
    const block = open[at] as Block;
    if (!block.introduces || lengthFromLine(block.first) > PASSAGE_LIMIT) break;
    start = at;
  }
  return start;
}

/** Length of an excerpt from line `first` to the end of a part. */
function lengthFrom(lines: SourceLines, first: number, part: Part): number {
  if (part.piece === null) return lengthOfLines(lines, first, part.last);
  return (lines.starts[part.first] as number) - (lines.starts[first] as number) + part.piece.length;
}

/**
 * Joins parts while they fit. Pieces of one line stay by themselves, so that every other excerpt is its
 * lines, verbatim. `lead` is the line the first excerpt begins at, when a paragraph introduces the parts.
 */
function joinedParts(lines: SourceLines, parts: readonly Part[], lead: number | null): Excerpt[] {
  const excerpts: Excerpt[] = [];
  let open = null as Part | null;
  for (const [position, written] of parts.entries()) {
    const part = position === 0 && lead !== null ? ledBy(lines, lead, written) : written;
    if (open !== null && open.piece === null && part.piece === null && fits(lines, open, part)) {
      open = { ...open, last: part.last };
      continue;
    }
    if (open !== null) excerpts.push(excerptOf(lines, open));
    open = part;
  }
  if (open !== null) excerpts.push(excerptOf(lines, open));
  return excerpts;
}

function ledBy(lines: SourceLines, lead: number, part: Part): Part {
  if (part.piece === null) return { ...part, first: lead };
  return { ...part, first: lead, piece: below(textOfLines(lines, lead, part.first - 1), part.piece) };
}

function fits(lines: SourceLines, open: Part, next: Part): boolean {
  return lengthBefore(open.prefix) + lengthOfLines(lines, open.first, next.last) <= PASSAGE_LIMIT;
}

function excerptOf(lines: SourceLines, span: LineSpan | Part): Excerpt {
  const { first, last } = span;
  if (!('piece' in span)) return { first, last, text: textOfLines(lines, first, last) };
  return { first, last, text: span.piece ?? below(span.prefix, textOfLines(lines, first, last)) };
}
