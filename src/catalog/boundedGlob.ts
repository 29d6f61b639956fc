import picomatch from 'picomatch';
import type { RepositoryPath } from '../contract/model';

/**
 * Wildcards and alternatives of one pattern. A glob becomes a regular expression, which takes time
 * exponential in them on a path made for it; patterns come from the repository and so do the paths.
 */
const STAR_LIMIT = 4;
const ALTERNATIVE_LIMIT = 4;

/**
 * A matcher for a glob that a repository's file holds, relative to the repository's root; null when it
 * has more wildcards than any real one. `*` passes over names beginning with a dot when `dot` is false.
 */
export function boundedGlob(pattern: string, dot: boolean): ((path: RepositoryPath) => boolean) | null {
  const stars = pattern.match(/\*+/g)?.length ?? 0;
  const alternatives = pattern.match(/[{([]/g)?.length ?? 0;
  if (stars > STAR_LIMIT || alternatives > ALTERNATIVE_LIMIT || pattern.length > 1_000) {
    return null;
  }
  return picomatch(pattern, { dot, noextglob: true });
}

/** The folder below which everything lies that a glob can match; the pattern itself when it is no glob. */
export function globBase(pattern: string): { base: RepositoryPath; isGlob: boolean } {
  const { base, isGlob } = picomatch.scan(pattern);
  return { base, isGlob };
}
