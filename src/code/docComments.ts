import type { SourceText } from './sourceText';

/** A comment of a text. Lines are 1-based. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
}

/** Lines that may stand between a comment and what it is about: decorators, annotations, attributes. */
const BETWEEN = /^\s*(?:@|#\[|\[[A-Z])/;
const MOST_BETWEEN = 12;
const DOC_LENGTH = 4_000;

/** Text of comments without their marks. */
export function withoutCommentMarks(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:\/\*+!?|\*+\/|\*(?!\/)|\/{2,}!?|#+!?|--+|;+|%+|<#|"""|''')\s?/, '')
        .replace(/\s*\*+\/\s*$/, '')
        .trimEnd(),
    )
    .join('\n')
    .trim();
}

const firstAbove = (comments: readonly Comment[], line: number): number => {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle] as Comment).endLine < line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/**
 * The comment that ends right above a line, decorators and the like between them; comments on consecutive lines are
 * one. Null where there is none. `comments` are in the order of the text.
 */
export function docCommentAbove(source: SourceText, line: number, comments: readonly Comment[]): { readonly text: string; readonly start: number; readonly end: number } | null {
  let above = line;
  for (let steps = 0; steps < MOST_BETWEEN && BETWEEN.test(source.line(above - 1)); steps += 1) above -= 1;
  let index = firstAbove(comments, above);
  const last = comments[index];
  if (last === undefined || last.endLine !== above - 1) return null;
  // A comment behind code is about that code.
  const isAlone = ({ start, line: own }: Comment): boolean => source.text.slice(source.startOf(own), start).trim() === '';
  if (!isAlone(last)) return null;
  let first = last;
  for (index -= 1; index >= 0; index -= 1) {
    const before = comments[index] as Comment;
    if (before.endLine !== first.line - 1 || !isAlone(before)) break;
    first = before;
  }
  const start = Math.max(first.start, last.end - DOC_LENGTH);
  return { text: withoutCommentMarks(source.text.slice(start, last.end)), start: first.start, end: last.end };
}

const SUMMARY_LENGTH = 240;

/** The first sentences of a doc comment on one line, at most 240 characters; without tags, markup and separators. */
export function summaryOf(doc: string): string {
  const paragraph = doc
    .replace(/<\/?[a-zA-Z][^>\n]*>/g, ' ')
    .split(/\n\s*(?:\n|@\w|:param|Args:|Returns:|Parameters\s*$)/)[0] ?? '';
  const line = paragraph.replace(/[-=*_~#]{3,}/g, ' ').replace(/\s+/g, ' ').trim();
  if (line.length <= SUMMARY_LENGTH) return line;
  const sentences = /^.{40,240}?[.!?。](?=\s)/u.exec(line)?.[0];
  return sentences ?? `${line.slice(0, SUMMARY_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}
