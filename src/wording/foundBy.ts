import type { Why } from '../contract/tools';

/** `found by words`, `found by meaning`, `found by words and meaning`; by neither where a passage earned nothing of the two. */
export function foundByOf(why: readonly Pick<Why, 'factor'>[]): string | null {
  const halves = why.flatMap(({ factor }) => (factor === 'words' || factor === 'meaning' ? [factor] : []));
  return halves.length === 0 ? null : `found by ${halves.join(' and ')}`;
}
