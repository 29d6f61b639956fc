import type { RepositoryPath } from '../contract/model';
import { isIgnored, noIgnoreRules, withIgnoreFile } from './ignoreRules';

/** One glob stands for at most so many once its braces are expanded; what is beyond is not applied. */
const ALTERNATIVE_LIMIT = 200;

/** Where the brace group that opens at `open` ends, and its commas on the top level; null when it is not closed. */
function braceGroup(glob: string, open: number): { close: number; commas: number[] } | null {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open; at < glob.length; at += 1) {
    const character = glob[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === ',' && depth === 1) commas.push(at);
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return { close: at, commas };
    }
  }
  return null;
}

/** The globs without braces that a glob with braces stands for, in order; an unclosed brace is a character. */
export function expandedBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  for (let next = open.shift(); next !== undefined && done.length < ALTERNATIVE_LIMIT; next = open.shift()) {
    const at = next.indexOf('{');
    const group = at < 0 ? null : braceGroup(next, at);
    if (group === null) {
      done.push(next);
      continue;
    }
    const whole = next;
    const cuts = [at, ...group.commas, group.close];
    const alternatives = cuts.slice(1, ALTERNATIVE_LIMIT + 1).map((cut, index) => whole.slice((cuts[index] ?? at) + 1, cut));
    open.unshift(...alternatives.map((alternative) => whole.slice(0, at) + alternative + whole.slice(group.close + 1)));
  }
  return done;
}

/**
 * A test for globs as VS Code's `files.exclude` has them: relative to the root, `*` and `?` within a
 * folder name (a leading dot is nothing special), `**` across folders, `{a,b}`, `[a-z]`, `[!a]`; a
 * folder takes all it holds with it. The globs are matched by the ignore patterns they amount to,
 * because those are compiled without backtracking: settings may come from a stranger.
 */
export function excludeTest(globs: readonly string[]): (path: RepositoryPath, kind: 'file' | 'folder') => boolean {
  const patterns = globs
    .map((glob) => glob.trim().replace(/^(\.?\/)+/, ''))
    .filter((glob) => glob !== '' && !glob.includes('\n'))
    .flatMap(expandedBraces)
    .map((glob) => `/${glob.replace(/\/+\*\*$/, '').replace(/\/+$/, '')}`);
  const { rules } = withIgnoreFile(noIgnoreRules(false), '', patterns.join('\n'), '');
  return (path, kind) => isIgnored(rules, path, kind);
}
