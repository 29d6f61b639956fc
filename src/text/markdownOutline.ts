import type { Token } from 'markdown-it';
import { markdown, markdownBlocks } from './markdownBlocks';
import { headingText } from './markdownHeadings';
import { type Block, type BlockShape, type Heading, LINES_SHAPE, type Outline, TABLE_SHAPE } from './outline';
import { type LineSpan, lineCount, nonBlankSpan, type SourceLines, textOfLines } from './sourceLines';

/**
 * The outline of Markdown (CommonMark with GFM tables) from line `from` on; only headings at the top
 * level are headings. Lines that give no block (link reference definitions) belong to the block before.
 */
export function markdownOutline(lines: SourceLines, from: number): Outline {
  if (from >= lineCount(lines)) return [];
  const env = {};
  const tokens = markdownBlocks(lines.source.slice(lines.starts[from]), env);
  const top = rangesAt(tokens, 0, tokens.length, 0);
  const outline: (Heading | Block)[] = [];
  // Lines between a heading (or the start) and the first block after it.
  let uncovered = from;
  for (const [position, range] of top.entries()) {
    const start = range.map[0] + from;
    const next = top[position + 1];
    const end = next === undefined ? lineCount(lines) : next.map[0] + from;
    const token = tokens[range.from] as Token;
    pushBlock(outline, linesBlock(lines, uncovered, start - 1));
    if (token.type === 'heading_open') {
      const last = range.map[1] + from - 1;
      const source = token.markup.startsWith('#') ? (tokens[range.from + 1]?.content ?? '') : underlinedText(lines, start, last);
      outline.push({
        kind: 'heading',
        level: Number(token.tag.slice(1)),
        text: headingText(source, markdown, env),
        first: start,
        last,
      });
      uncovered = last + 1;
    } else {
      pushBlock(outline, blockOf(lines, tokens, range, { first: start, last: end - 1 }, from));
      uncovered = end;
    }
  }
  pushBlock(outline, linesBlock(lines, uncovered, lineCount(lines) - 1));
  return outline;
}

/** The source of an underlined heading, whose underline is the last of its lines, without the white space that Markdown leaves out. */
function underlinedText(lines: SourceLines, first: number, last: number): string {
  const text = textOfLines(lines, first, last - 1);
  let start = 0;
  let end = text.length;
  while (start < end && isMarkdownSpace(text.charCodeAt(start))) start++;
  while (end > start && isMarkdownSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isMarkdownSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

function pushBlock(outline: (Heading | Block)[], block: Block | null): void {
  if (block !== null) outline.push(block);
}

/** The tokens of one block: indexes `from` to before `to`, and its lines as markdown-it counts them. */
interface TokenRange {
  readonly from: number;
  readonly to: number;
  readonly map: readonly [start: number, end: number];
}

function rangesAt(tokens: readonly Token[], from: number, to: number, level: number): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (let at = from; at < to; ) {
    const token = tokens[at] as Token;
    let end = at + 1;
    if (token.nesting === 1) {
      while (end < to && (tokens[end] as Token).level > level) end++;
      end++;
    }
    if (token.map !== null) ranges.push({ from: at, to: end, map: token.map });
    at = end;
  }
  return ranges;
}

/** The block of a token range on the lines given to it, which may go beyond its own. */
function blockOf(
  lines: SourceLines,
  tokens: readonly Token[],
  range: TokenRange,
  given: LineSpan,
  offset: number,
): Block | null {
  const span = nonBlankSpan(lines, given.first, given.last);
  if (span === null) return null;
  const token = tokens[range.from] as Token;
  const own = { first: range.map[0] + offset, last: range.map[1] + offset - 1 };
  return {
    kind: 'block',
    ...span,
    introduces: token.type === 'paragraph_open' && endsInColon(lines, own),
    shape: shapeOf(lines, tokens, range, span, own, offset),
  };
}

function shapeOf(
  lines: SourceLines,
  tokens: readonly Token[],
  range: TokenRange,
  span: LineSpan,
  own: LineSpan,
  offset: number,
): BlockShape {
  const token = tokens[range.from] as Token;
  if (token.type === 'table_open') {
    if (own.first === span.first && own.last >= span.last) return TABLE_SHAPE;
    return { kind: 'container', children: () => tableAmongLines(lines, span, own) };
  }
  if (!CONTAINERS.has(token.type)) return LINES_SHAPE;
  const children = rangesAt(tokens, range.from + 1, range.to - 1, token.level + 1);
  if (children.length === 0) return LINES_SHAPE;
  return { kind: 'container', children: () => childBlocks(lines, tokens, children, span, own, offset) };
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'blockquote_open',
  'bullet_list_open',
  'ordered_list_open',
  'list_item_open',
]);

/** A table with lines around it that are none of its rows (link reference definitions, a list marker alone). */
function tableAmongLines(lines: SourceLines, span: LineSpan, own: LineSpan): Block[] {
  const table: Block = { kind: 'block', first: own.first, last: own.last, introduces: false, shape: TABLE_SHAPE };
  const before = linesBlock(lines, span.first, own.first - 1);
  const after = linesBlock(lines, own.last + 1, span.last);
  return [before, table, after].filter((block) => block !== null);
}

/** The blocks inside a container: together they cover its lines, each up to where the next begins. */
function childBlocks(
  lines: SourceLines,
  tokens: readonly Token[],
  children: readonly TokenRange[],
  span: LineSpan,
  own: LineSpan,
  offset: number,
): Block[] {
  const ownLast = Math.min(own.last, span.last);
  const blocks = children.map((child, position) => {
    const next = children[position + 1];
    const first = position === 0 ? span.first : child.map[0] + offset;
    const last = next === undefined ? ownLast : next.map[0] + offset - 1;
    return blockOf(lines, tokens, child, { first, last }, offset);
  });
  return [...blocks, linesBlock(lines, ownLast + 1, span.last)].filter((block) => block !== null);
}

function linesBlock(lines: SourceLines, first: number, last: number): Block | null {
  const span = nonBlankSpan(lines, first, last);
  return span === null ? null : { kind: 'block', ...span, introduces: false, shape: LINES_SHAPE };
}

function endsInColon(lines: SourceLines, span: LineSpan): boolean {
  return textOfLines(lines, span.last, span.last).trimEnd().endsWith(':');
}
