import { formatOf } from '../../text/formats';
import type { PassageRow } from '../../contract/tools';

/** Whether a passage is Markdown, which can be shown rendered; everything else is shown as written. */
export function isRenderable({ sourceRef, text, lines }: Pick<PassageRow, 'sourceRef' | 'text' | 'lines'>): boolean {
  const isFrontMatter = lines.start === 1 && /^(?:---|\+\+\+)[ \t]*(?:\r?\n|$)/.test(text);
  return formatOf(sourceRef) === 'markdown' && !isFrontMatter;
}

/** A passage as Markdown that can be read by itself, although it may be cut out of the middle of something. */
export interface RenderableSource {
  readonly source: string;
  /** The first rows are those of a table whose header stands above the passage; the one in `source` is a stand-in. */
  readonly hasMadeHeader: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)$/;
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const LIST_MARKER = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

interface Fence {
  readonly line: number;
  readonly marker: string;
  readonly info: string;
}

function fencesOf(lines: readonly string[]): Fence[] {
  return lines.flatMap((text, line) => {
    const [, marker, info] = FENCE.exec(text) ?? [];
    // Backticks after a fence of backticks make it inline code.
    return marker === undefined || info === undefined || (marker.startsWith('`') && info.includes('`')) ? [] : [{ line, marker, info: info.trim() }];
  });
}

/** The fence that ends code whose beginning was cut off; null where the passage does not begin within code. */
function endOfCutCode(lines: readonly string[]): Fence | null {
  const fences = fencesOf(lines);
  const [first, ...others] = fences;
  if (first === undefined || first.info !== '') return null;
  // One that names a language begins code. Where the first one began some, the next could only end it.
  if (others[0] !== undefined && others[0].info !== '') return first;
  return fences.length % 2 === 1 && looksLikeCode(lines.slice(0, first.line)) ? first : null;
}

const CODE_LINE = /[{}()[\];,\\=]$|^[ \t]{2,}\S|^[\w."'$-]+[ \t]*[:=](?:[ \t]|$)|^[ \t]*(?:\/\/|#!|\$ |export |import |return |const |let |func |def |if |for |[-\w.]+=\S)|^[ \t]*[})\]]/;
const PROSE_LINE = /^(?:#{1,6} |> |\|)|[a-z][.!?]$/;

/** Whether lines are rather code than prose: most of them end or begin as lines of code do. */
export function looksLikeCode(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length === 0 || filled.some((line) => PROSE_LINE.test(line))) return false;
  return filled.filter((line) => CODE_LINE.test(line) && !LIST_MARKER.test(line.trim())).length / filled.length >= 0.6;
}

const COLUMN = /(?<!\\)\|/;

function columnsOf(row: string): number {
  return row.trim().replace(/^\||(?<!\\)\|$/g, '').split(COLUMN).length;
}

/** A header for rows whose own was cut off; null where the passage begins with no such rows. */
function standInHeaderFor(lines: readonly string[]): string | null {
  const [first = '', second = ''] = lines;
  if (!/^ {0,3}\|.*\|[ \t]*$/.test(first)) return null;
  if (DELIMITER_ROW.test(second) && second.includes('-')) return null;
  const columns = columnsOf(first);
  if (columns < 2 || DELIMITER_ROW.test(first)) return null;
  return `|${' |'.repeat(columns)}\n|${'-|'.repeat(columns)}`;
}

/** Lines of a list item without the indentation that only had a meaning below the item. */
function dedented(lines: readonly string[]): readonly string[] {
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? '';
  const rest = (lines[0] ?? '').slice(indent.length);
  const isOwnCode = indent.replaceAll('\t', '    ').length >= 4 && !LIST_MARKER.test(rest) && !/^(?:`{3}|~{3}|>|\|)/.test(rest);
  if (indent === '' || (isOwnCode && looksLikeCode(lines))) return lines;
  return lines.map((line) => {
    let at = 0;
    while (at < indent.length && (line[at] === ' ' || line[at] === '\t')) at += 1;
    return line.slice(at);
  });
}

/**
 * Makes a passage readable by itself where the splitter cut a list, a table or a block of code: indentation that belonged
 * to a list item goes, rows without a header get a stand-in, and code without its first fence gets one.
 */
export function renderableSourceOf(text: string): RenderableSource {
  const lines = dedented(text.split(/\r\n?|\n/));
  const header = standInHeaderFor(lines);
  if (header !== null) return { source: [header, ...lines].join('\n'), hasMadeHeader: true };
  const end = endOfCutCode(lines);
  if (end !== null) return { source: [end.marker, ...lines].join('\n'), hasMadeHeader: false };
  const isAllCode = lines.length >= 4 && fencesOf(lines).length === 0 && looksLikeCode(lines);
  // Longer than any fence a line could hold, as none of them is one.
  return { source: isAllCode ? ['~~~', ...lines, '~~~'].join('\n') : lines.join('\n'), hasMadeHeader: false };
}

/** From so many lines or characters on a text is folded until somebody wants to see all of it. */
const LONG_LINES = 14;
const LONG_TEXT = 700;

/** Whether a text may take more room than a reader who skims the answers wants to give it. */
export function isLong(text: string): boolean {
  return text.length > LONG_TEXT || (text.match(/\n/g)?.length ?? 0) >= LONG_LINES;
}
