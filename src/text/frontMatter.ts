import { isMap, isScalar, parseDocument, type Document } from 'yaml';
import { type SourceLines, lineCount, textOfLines } from './sourceLines';

/** What stands before a document's text. */
export interface FrontMatter {
  /** How many lines it takes, its marks included; 0 without front matter. */
  readonly lineCount: number;
  /** Its `title`, when that is a non-empty string or a number; null otherwise. */
  readonly title: string | null;
}

/** A document without front matter. */
export const NO_FRONT_MATTER: FrontMatter = { lineCount: 0, title: null };
const openingMark = /^---[ \t]*$/;
const closingMark = /^(?:---|\.\.\.)[ \t]*$/;

/** The front matter of a document; lines from `---` to `---` or `...` that are no YAML mapping are none. */
export function frontMatterOf(lines: SourceLines): FrontMatter {
  if (!openingMark.test(textOfLines(lines, 0, 0))) return NO_FRONT_MATTER;
  const closing = closingLine(lines);
  if (closing === null) return NO_FRONT_MATTER;
  const document = closing > 1 ? parsedYaml(textOfLines(lines, 1, closing - 1)) : null;
  if (document === null || !isMap(document.contents)) return NO_FRONT_MATTER;
  return { lineCount: closing + 1, title: titleOf(document) };
}

function closingLine(lines: SourceLines): number | null {
  for (let line = 1; line < lineCount(lines); line++) {
    const mark = lines.source.charCodeAt(lines.starts[line] as number);
    if ((mark === 0x2d || mark === 0x2e) && closingMark.test(textOfLines(lines, line, line))) return line;
  }
  return null;
}

// The nodes are looked at as they were written, so aliases are never expanded (no alias bomb) and a
// title such as 1.10 keeps its zero. Keys may repeat: looking for repetitions takes quadratic time.
function parsedYaml(source: string): Document.Parsed | null {
  try {
    const document = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false });
    return document.errors.length === 0 ? document : null;
  } catch {
    // Flow collections nested beyond the stack end up here.
    return null;
  }
}

function titleOf(document: Document.Parsed): string | null {
  const node = document.get('title', true);
  if (!isScalar(node)) return null;
  const { value } = node;
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'number' || typeof value === 'bigint') return oneLine(node.source ?? String(value));
  return null;
}

function oneLine(text: string): string | null {
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined === '' ? null : joined;
}
