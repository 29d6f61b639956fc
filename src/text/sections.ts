import { PASSAGE_LIMIT } from '../contract/constants';
import type { PassageContent } from '../contract/model';
import { joinedBlocks } from './joining';
import { piecesOfLine } from './longLines';
import type { Block, Heading, Outline } from './outline';
import type { SourceLines } from './sourceLines';
import { hasTerms } from './terms';

/** A heading (none for the text before the first) and the blocks up to the next. */
export interface Section {
  readonly heading: Heading | null;
  readonly blocks: readonly Block[];
}

/** The sections of a document, in order, the text before the first heading included. */
export function sectionsOf(outline: Outline): Section[] {
  const sections: { heading: Heading | null; blocks: Block[] }[] = [{ heading: null, blocks: [] }];
  for (const item of outline) {
    if (item.kind === 'heading') sections.push({ heading: item, blocks: [] });
    else sections.at(-1)?.blocks.push(item);
  }
  return sections;
}

/** The heading that gives a document its title: the first of level 1, else the first, empty ones aside. */
export function titleHeading(outline: Outline): Heading | null {
  const headings = outline.filter((item) => item.kind === 'heading' && item.text !== '') as Heading[];
  return headings.find((heading) => heading.level === 1) ?? headings[0] ?? null;
}

/**
 * A heading's text as it is kept: at most PASSAGE_LIMIT, cut as a line is. Every passage below repeats
 * it, so one endless heading would multiply itself.
 */
export function keptHeadingText(text: string): string {
  return text.length <= PASSAGE_LIMIT ? text : (piecesOfLine(text, PASSAGE_LIMIT)[0] ?? '');
}

/**
 * So many UTF-16 units at most have the headings above a passage together, the title aside: twice what its text may
 * have. Formats without a deepest level could otherwise put a page of headings above every line.
 */
export const HEADING_PATH_LIMIT = 2 * PASSAGE_LIMIT;

/**
 * Headings as a path keeps them: all of them while they fit, else the passage's own one and the outermost of the others
 * that fit beside it.
 */
function keptPath(headings: readonly string[]): readonly string[] {
  if (headings.reduce((sum, heading) => sum + heading.length, 0) <= HEADING_PATH_LIMIT) return headings;
  const own = headings.at(-1) ?? '';
  let room = HEADING_PATH_LIMIT - own.length;
  const firstLeftOut = headings.findIndex((heading) => (room -= heading.length) < 0);
  return [...headings.slice(0, firstLeftOut), own];
}

/**
 * The passages of a document's sections. A heading that is `titled` (it gave the title) or of level 1
 * and equal to the title is not part of a path, for the title stands before every path.
 */
export function passagesOf(
  lines: SourceLines,
  sections: readonly Section[],
  title: string | null,
  titled: Heading | null,
): PassageContent[] {
  const passages: PassageContent[] = [];
  const enclosing: { level: number; text: string | null }[] = [];
  for (const [position, { heading, blocks }] of sections.entries()) {
    if (heading !== null) {
      while ((enclosing.at(-1)?.level ?? 0) >= heading.level) enclosing.pop();
      const text = keptHeadingText(heading.text);
      const repeatsTitle = heading === titled || (heading.level === 1 && text === title);
      enclosing.push({ level: heading.level, text: repeatsTitle || text === '' ? null : text });
    }
    const headings = keptPath(enclosing.flatMap(({ text }) => text ?? []));
    if (blocks.length === 0) {
      const next = sections[position + 1]?.heading ?? null;
      if (heading !== null && (next === null || next.level <= heading.level)) {
        passages.push({ headings, text: '', lines: { start: heading.first + 1, end: heading.first + 1 } });
      }
      continue;
    }
    for (const { text, first, last } of joinedBlocks(lines, blocks)) {
      if (hasTerms(text)) passages.push({ headings, text, lines: { start: first + 1, end: last + 1 } });
    }
  }
  return passages;
}
