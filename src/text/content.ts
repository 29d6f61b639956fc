import type { DocumentContent, DocumentFormat } from '../contract/model';
import { asciidocOutline } from './asciidocOutline';
import { plainOutline } from './blankLineOutline';
import { frontMatterOf, NO_FRONT_MATTER } from './frontMatter';
import { markdownOutline } from './markdownOutline';
import type { Outline } from './outline';
import { restructuredTextOutline } from './restructuredTextOutline';
import { keptHeadingText, passagesOf, sectionsOf, titleHeading } from './sections';
import { type SourceLines, sourceLinesOf } from './sourceLines';

/**
 * Part of the key of stored contents. It changes whenever the same bytes would give other passages or
 * other terms, so that contents split by an older version are split again.
 */
export const SPLITTER_VERSION = '2';

/**
 * Splits a document into passages by the passage rules of the contract. `title` is what front matter or
 * a heading gives, null when only the file name is left; `headings` of a passage come without it. Any
 * text is fine; time grows linearly with its length.
 */
export function contentOf(text: string, format: DocumentFormat): DocumentContent {
  const lines = sourceLinesOf(text);
  const frontMatter = hasFrontMatter(format) ? frontMatterOf(lines) : NO_FRONT_MATTER;
  const outline = outlineOf(lines, format, frontMatter.lineCount);
  const titled = frontMatter.title === null ? titleHeading(outline) : null;
  const named = frontMatter.title ?? titled?.text ?? null;
  const title = named === null ? null : keptHeadingText(named);
  return { title, passages: passagesOf(lines, sectionsOf(outline), title, titled) };
}

function hasFrontMatter(format: DocumentFormat): boolean {
  return format === 'markdown' || format === 'mdx';
}

function outlineOf(lines: SourceLines, format: DocumentFormat, from: number): Outline {
  switch (format) {
    case 'markdown':
    case 'mdx':
      return markdownOutline(lines, from);
    case 'asciidoc':
      return asciidocOutline(lines);
    case 'restructuredtext':
      return restructuredTextOutline(lines);
    case 'plain':
      return plainOutline(lines);
  }
}
