import type { RepositoryPath } from '../../contract/model';
import { boundedGlob } from '../boundedGlob';
import { isWithin, resolveWithin } from '../repositoryPath';

/**
 * Which folders are members of a workspace at `root`: those that some pattern fits and no pattern
 * beginning with `!` does (as npm, pnpm, Cargo and uv write them). Patterns that leave the repository fit nothing.
 */
export function memberMatcher(root: RepositoryPath, patterns: readonly string[]): (folder: RepositoryPath) => boolean {
  const matchers = (negated: boolean): ((path: string) => boolean)[] =>
    patterns
      .filter((pattern) => pattern.startsWith('!') === negated)
      .flatMap((pattern) => {
        const resolved = resolveWithin(root, pattern.replace(/^!/, ''));
        return resolved === null || resolved === '' ? [] : (boundedGlob(resolved, false) ?? []);
      });
  const included = matchers(false);
  const excluded = matchers(true);
  return (folder) => folder !== root && isWithin(folder, root) && included.some((matches) => matches(folder)) && !excluded.some((matches) => matches(folder));
}
