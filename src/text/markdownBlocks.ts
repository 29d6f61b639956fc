import MarkdownIt from 'markdown-it';
import type { StateBlock, Token } from 'markdown-it';

/*
 * markdown-it, asked for the structure of a document alone: where its blocks are, not what stands in them. What it would
 * do for their text is left out, and so are the rules that a line without any mark of Markdown cannot meet.
 */

/** How deep markdown-it follows nested blocks by default. */
const MAXIMUM_NESTING = 100;

const TAB = 0x09;
const SPACE = 0x20;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const EQUALS = 0x3d;
const PIPE = 0x7c;

export const markdown = new MarkdownIt('default', { html: true });
// Only the structure is wanted: where links lead is never looked at.
markdown.normalizeLink = (url) => url;

/**
 * The state of one parse. Its lines are found by searching for their ends, instead of looking at every character, and no
 * block is given its text, for the lines of a block tell it.
 */
class StructureState extends markdown.block.State {
  constructor(source: string, parser: MarkdownIt, env: unknown, tokens: Token[]) {
    super('', parser, env, tokens);
    this.src = source;
    for (const column of [this.bMarks, this.eMarks, this.tShift, this.sCount, this.bsCount]) column.length = 0;
    let start = 0;
    while (start < source.length) {
      let at = start;
      let indent = 0;
      for (let unit = source.charCodeAt(at); unit === SPACE || unit === TAB; unit = source.charCodeAt(++at)) {
        indent += unit === TAB ? 4 - (indent % 4) : 1;
      }
      // As markdown-it has it, white space that ends the document is no line.
      if (at === source.length) break;
      const found = source.indexOf('\n', at);
      const end = found === -1 ? source.length : found;
      this.pushLine(start, end, at - start, indent);
      start = end + 1;
    }
    this.lineMax = this.bMarks.length;
    // It asks for the line after the last one, too.
    this.pushLine(source.length, source.length, 0, 0);
  }

  override getLines(): string {
    return '';
  }

  private pushLine(start: number, end: number, shift: number, indent: number): void {
    this.bMarks.push(start);
    this.eMarks.push(end);
    this.tShift.push(shift);
    this.sCount.push(indent);
    this.bsCount.push(0);
  }
}

markdown.block.State = StructureState;
markdown.block.ruler.before('table', 'too_deep', tooDeep);
markdown.block.ruler.before('table', 'plain_paragraph', plainParagraph);

/**
 * At its own limit markdown-it gives the whole rest of the document to the innermost block. Here only
 * the lines that are nested too deep become one block, and what follows them is read as usual.
 */
function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < MAXIMUM_NESTING - 2) return false;
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] as number) >= state.blkIndent)) line++;
  state.line = line;
  state.push('too_deep', '', 0).map = [startLine, line];
  return true;
}

/**
 * A paragraph that begins with a letter. No rule but markdown-it's own for paragraphs can begin in such a line, except
 * where a line below it is one of a few marks; then, and everywhere else, all is left to the rules.
 */
function plainParagraph(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || !beginsWithLetter(state, startLine)) return false;
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    if (beginsWithLetter(state, line)) continue;
    if (mayTellWhatIsAbove(state, line)) return false;
    if (endsParagraph(state, line, endLine)) break;
  }
  state.line = line;
  state.push('paragraph_open', 'p', 1).map = [startLine, line];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** Whether a line may be the underline of a heading or the second line of a table. */
function mayTellWhatIsAbove({ src, bMarks, tShift }: StateBlock, line: number): boolean {
  const at = (bMarks[line] as number) + (tShift[line] as number);
  switch (src.charCodeAt(at)) {
    case PIPE:
    case COLON:
    case EQUALS:
      return true;
    case HYPHEN:
      // An item of a list is neither; that nothing but hyphens and white space follows is left to the rules.
      return src.charCodeAt(at + 1) !== SPACE || !isAsciiLetter(src.charCodeAt(at + 2));
    default:
      return false;
  }
}

/** Whether a paragraph ends before a line, as markdown-it decides it. */
function endsParagraph(state: StateBlock, line: number, endLine: number): boolean {
  const indent = state.sCount[line] as number;
  if (indent < 0 || indent - state.blkIndent > 3) return false;
  const { parentType } = state;
  state.parentType = 'paragraph';
  const ends = state.md.block.ruler.getRules('paragraph').some((rule) => rule(state, line, endLine, true));
  state.parentType = parentType;
  return ends;
}

/** Whether a line begins with an ASCII letter and is not indented like code. */
function beginsWithLetter({ src, bMarks, tShift, sCount, blkIndent }: StateBlock, line: number): boolean {
  if ((sCount[line] as number) - blkIndent > 3) return false;
  return isAsciiLetter(src.charCodeAt((bMarks[line] as number) + (tShift[line] as number)));
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The blocks of a Markdown text as markdown-it's tokens, without the text of blocks; `env` takes its link references. */
export function markdownBlocks(source: string, env: object): Token[] {
  const tokens: Token[] = [];
  markdown.block.parse(source, markdown, env, tokens);
  return tokens;
}
