import { Lexer } from 'yaml';

/**
 * Collections that may lie in each other. The parser recurses, and near the end of the stack V8 may end
 * the whole process instead of throwing (it compiles regular expressions there), so deeper documents are
 * refused before they are parsed. It needs about 800 levels to get there; no catalog has 50.
 */
const DEPTH_LIMIT = 200;

/** True when a document may nest deeper than can be parsed. Takes linear time and does not recurse. */
export function isTooDeep(text: string): boolean {
  return mayBeDeep(text) && lexedDepth(text) > DEPTH_LIMIT;
}

/** A cheap look: text without many brackets, deep indents and long rows of indicators cannot be deep. */
function mayBeDeep(text: string): boolean {
  const brackets = text.match(/[[{]/g)?.length ?? 0;
  return brackets > DEPTH_LIMIT / 2 || text.split('\n').some((line) => /^[ \t]{50}/.test(line) || (line.match(/[-?:](?=\s)/g)?.length ?? 0) > 20);
}

/**
 * At least the depth of the deepest place: open brackets, the indents of the lines around (each may open
 * a mapping and a sequence), and the indicators before it on its line.
 */
function lexedDepth(text: string): number {
  const indents: number[] = [];
  let deepest = 0;
  let brackets = 0;
  let indicators = 0;
  let isLineStart = true;
  let indent = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '\n' || lexeme === '\r\n') {
      isLineStart = true;
      indicators = 0;
      indent = 0;
      continue;
    }
    if (isLineStart && /^[ \t]+$/.test(lexeme)) {
      indent = lexeme.length;
      continue;
    }
    if (isLineStart && brackets === 0) {
      while ((indents.at(-1) ?? -1) >= indent) {
        indents.pop();
      }
      indents.push(indent);
    }
    isLineStart = false;
    if (lexeme === '[' || lexeme === '{') {
      brackets += 1;
    } else if (lexeme === ']' || lexeme === '}') {
      brackets = Math.max(0, brackets - 1);
    } else if (brackets === 0 && (lexeme === '-' || lexeme === '?' || lexeme === ':')) {
      indicators += 1;
    }
    deepest = Math.max(deepest, brackets + 2 * indents.length + indicators);
    if (deepest > DEPTH_LIMIT) {
      break;
    }
  }
  return deepest;
}
