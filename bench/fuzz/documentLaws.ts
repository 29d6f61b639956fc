import MarkdownIt from 'markdown-it';
import { PASSAGE_LIMIT, TABLE_HEADER_LIMIT } from '../../src/contract/constants';
import type { DocumentContent, DocumentFormat, PassageContent } from '../../src/contract/model';
import { HEADING_PATH_LIMIT } from '../../src/text/sections';
import { hasTerms } from '../../src/text/terms';

/** From here on a line may have been cut, because the header of a table may take its room. */
const CUT_FROM = PASSAGE_LIMIT - TABLE_HEADER_LIMIT - 1;

const markdown = new MarkdownIt('default', { html: true });
/** At about this depth readers of Markdown differ in what they take for nested. */
const COMPARED_DEPTH = 90;

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** The lines of a text as an editor counts them. */
export function linesOfText(text: string): string[] {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|\n|\r/);
}

/** Whether a passage's text is what its lines hold, as the passage rules of the contract say. */
function holdsItsLines(lines: readonly string[], { text, lines: { start, end } }: PassageContent, isMarkdown: boolean): boolean {
  const verbatim = lines.slice(start - 1, end).join('\n');
  const isCut = lines.slice(start - 1, end).some((line) => line.length > CUT_FROM);
  const holds = (own: string): boolean => own === verbatim || (isCut && withoutSpace(verbatim).includes(withoutSpace(own)));
  if (holds(text)) return true;
  if (!isMarkdown) return false;
  // Rows of a cut table stand below its header, which lies further up.
  const [first = '', second = '', ...own] = text.split('\n');
  const isHeader = `${first}\n${second}`.length <= TABLE_HEADER_LIMIT && lines.slice(0, start - 1).some((line, index) => line === first && lines[index + 1] === second);
  return isHeader && holds(own.join('\n'));
}

/** Lines, counted from 1, that are in no passage because they are headings; null where that cannot be told. */
function linesBesidePassages(lines: readonly string[], format: DocumentFormat): ReadonlySet<number> | null {
  if (format === 'plain') return new Set();
  if (format !== 'markdown' && format !== 'mdx') return null;
  // Whether what stands between these marks is front matter is for YAML to say.
  if (/^---[ \t]*$/.test(lines[0] ?? '')) return null;
  const tokens = markdown.parse(lines.join('\n'), {});
  if (tokens.some(({ level }) => level > COMPARED_DEPTH)) return null;
  const beside = new Set<number>();
  for (const { type, level, map } of tokens) {
    if (type !== 'heading_open' || level !== 0 || map === null) continue;
    for (let line = map[0]; line < map[1]; line += 1) beside.add(line + 1);
  }
  return beside;
}

/**
 * The passage rules of the contract that do not hold, in sentences.
 * @param text what was split: decoded, without payloads of data URIs and without secrets.
 */
export function brokenPassageLaws(text: string, format: DocumentFormat, { title, passages }: DocumentContent): string[] {
  const broken: string[] = [];
  const lines = linesOfText(text);
  const isMarkdown = format === 'markdown' || format === 'mdx';
  if (title !== null && (title.trim() === '' || title.length > PASSAGE_LIMIT)) broken.push(`the title has ${title.length} units`);
  let textUnits = 0;
  const covered = new Uint8Array(lines.length + 2);
  for (const [index, passage] of passages.entries()) {
    const { headings, text: own, lines: { start, end } } = passage;
    const name = `passage ${index + 1} (lines ${start}-${end})`;
    textUnits += own.length;
    if (!(start >= 1 && end >= start && end <= lines.length)) {
      broken.push(`${name} lies outside of the file's ${lines.length} lines`);
      continue;
    }
    covered.fill(1, start, end + 1);
    const before = passages[index - 1]?.lines;
    if (before !== undefined && start < before.end) broken.push(`${name} begins before line ${before.end}, where the one before it ends`);
    if (before !== undefined && start === before.end && (lines[start - 1]?.length ?? 0) <= CUT_FROM) broken.push(`${name} shares a short line with the one before it`);
    if (own.length > PASSAGE_LIMIT) broken.push(`${name} has ${own.length} units`);
    if (headings.some((heading) => heading.length > PASSAGE_LIMIT)) broken.push(`${name} has a heading over the limit`);
    if (headings.reduce((sum, heading) => sum + heading.length, 0) > HEADING_PATH_LIMIT) broken.push(`${name} has a heading path over the limit`);
    if (own === '') continue;
    if (!hasTerms(own)) broken.push(`${name} has no term`);
    const ownLines = own.split('\n');
    if ([ownLines[0], ownLines.at(-1)].some((line) => line?.trim() === '')) broken.push(`${name} begins or ends with a blank line`);
    if (!holdsItsLines(lines, passage, isMarkdown)) broken.push(`${name} is not what its lines hold`);
  }
  if (passages.length > lines.length + text.length / 100 + 2) broken.push(`${passages.length} passages of ${text.length} units in ${lines.length} lines`);
  if (textUnits > 4 * text.length + 1_000) broken.push(`${textUnits} units of passages of ${text.length} units`);
  const beside = linesBesidePassages(lines, format);
  const lost = beside === null ? -1 : lines.findIndex((line, index) => covered[index + 1] === 0 && !beside.has(index + 1) && /[A-Za-z0-9]/.test(line));
  if (lost >= 0) broken.push(`line ${lost + 1} is in no passage`);
  return broken;
}
