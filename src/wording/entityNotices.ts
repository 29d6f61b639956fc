/*
 * What is said where a written ref means no one entity, and the refs read back out of it: the notice is all that an answer
 * carries of them.
 */

const CLOSEST = '; the closest are ';
const CANDIDATES = 'name one of them in full: ';
/** Refs as the contract makes them hold neither quotation marks nor commas, whatever was asked. */
const REFS = /^[^\s:/",]+:[^\s:/",]+\/[^\s:/",]+(?:, [^\s:/",]+:[^\s:/",]+\/[^\s:/",]+)*$/u;

/** Says that nothing has the ref that was asked for, and which refs are closest; `asOf` null: now. */
export function unknownRefNotice(asked: string, asOf: string | null, closest: readonly string[]): string {
  const nothing = asOf === null ? `No entity is called "${asked}"` : `No entity was called "${asked}" at ${asOf}`;
  return closest.length === 0 ? `${nothing}.` : `${nothing}${CLOSEST}${closest.join(', ')}.`;
}

/** Says that what was asked for is the short form of several entities. */
export const ambiguousRefNotice = (asked: string, candidates: readonly string[]): string =>
  `"${asked}" is the short form of several entities; ${CANDIDATES}${candidates.join(', ')}.`;

/** The refs that such a notice names, in its order; none for any other notice. */
export function refsOfNotice(notice: string): readonly string[] {
  const [before, after] = [CLOSEST, CANDIDATES].map((marker) => notice.lastIndexOf(marker) + (notice.includes(marker) ? marker.length : 1));
  const list = notice.slice(Math.max(before ?? 0, after ?? 0)).replace(/\.$/, '');
  return REFS.test(list) ? list.split(', ') : [];
}
