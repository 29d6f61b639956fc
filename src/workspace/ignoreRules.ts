import ignore, { type Ignore } from 'ignore';
import type { FileNotice, RepositoryPath } from '../contract/model';

/**
 * More `**` than this in one pattern, or a longer pattern, is not applied: matching time grows with the
 * number of folders to the power of the number of `**`, and the file may come from a stranger.
 */
const DOUBLE_STAR_LIMIT = 3;
const PATTERN_LENGTH_LIMIT = 1_000;

/** The ignore patterns in force in one folder: its own .gitignore, those above it, `info/exclude`. */
export interface IgnoreRules {
  /** Null while there is no pattern at all. */
  readonly patterns: Ignore | null;
  readonly ignoreCase: boolean;
}

/** Rules that ignore nothing; `ignoreCase` as the file system has it (git's `core.ignoreCase`). */
export function noIgnoreRules(ignoreCase: boolean): IgnoreRules {
  return { patterns: null, ignoreCase };
}

const escaped = (folder: RepositoryPath): string => folder.replace(/[\\*?[\]]/g, '\\$&');

/** A pattern without anything left after its trailing (unescaped) spaces and its slash matches nothing. */
const isEmptyBody = (body: string): boolean => /^\/*$/.test(body.replace(/ +$/, ''));

/**
 * A line of the .gitignore of `folder`, rewritten so that it means the same in the root's. One list of
 * patterns then decides, the last match winning, as git does it across files; empty for a line that
 * matches nothing.
 */
function anchoredPattern(folder: RepositoryPath, line: string): string {
  if (line.startsWith('#')) return '';
  const negated = line.startsWith('!');
  const body = negated ? line.slice(1) : line;
  if (isEmptyBody(body)) return '';
  if (folder === '') return line;
  // Git reads a leading backslash before `!` or `#` as that character; after the folder it is the same.
  const hasInnerSlash = body.replace(/ +$/, '').replace(/\/$/, '').includes('/');
  const below = hasInnerSlash ? body.replace(/^\//, '') : `**/${body}`;
  return `${negated ? '!' : ''}/${escaped(folder)}/${below}`;
}

const isTooComplex = (line: string): boolean =>
  !line.startsWith('#') && (line.length > PATTERN_LENGTH_LIMIT || line.split('**').length - 1 > DOUBLE_STAR_LIMIT);

function compiled(pattern: string, ignoreCase: boolean): Ignore | null {
  try {
    const rule = ignore({ ignorecase: ignoreCase, allowRelativePaths: true }).add(pattern);
    // Patterns are compiled when first used: one that cannot be is found out here.
    rule.ignores('x');
    return rule;
  } catch {
    return null;
  }
}

/**
 * Adds the text of an ignore file that lies in `folder` (`''`: the root) to the rules in force above it.
 * Patterns that cannot be applied are named in `notices`, with `source` as their path.
 */
export function withIgnoreFile(
  rules: IgnoreRules,
  folder: RepositoryPath,
  text: string,
  source: RepositoryPath,
): { rules: IgnoreRules; notices: FileNotice[] } {
  const patterns = ignore({ ignorecase: rules.ignoreCase, allowRelativePaths: true });
  if (rules.patterns !== null) patterns.add(rules.patterns);
  const notices: FileNotice[] = [];
  let added = false;
  for (const [index, ended] of text.replace(/^\uFEFF/, '').split('\n').entries()) {
    const line = ended.replace(/\r$/, '');
    const pattern = isTooComplex(line) ? null : anchoredPattern(folder, line);
    if (pattern === '') continue;
    const rule = pattern === null ? null : compiled(pattern, rules.ignoreCase);
    if (rule === null) {
      notices.push({ path: source, line: index + 1, message: 'This ignore pattern is too complex to be applied.' });
    } else {
      patterns.add(rule);
      added = true;
    }
  }
  return { rules: added ? { ...rules, patterns } : rules, notices };
}

/**
 * Whether the rules ignore a path (relative to where the root's rules are anchored). The rules have to
 * be those of the folder that holds the path. A link is no folder, as git has it.
 */
export function isIgnored(rules: IgnoreRules, path: RepositoryPath, kind: 'file' | 'folder'): boolean {
  return rules.patterns !== null && rules.patterns.ignores(kind === 'folder' ? `${path}/` : path);
}
