import { jsonBytes } from '../contract/jsonBytes';

/** Of a pack that is too large, notices may take so many bytes of JSON: hundreds of unreadable repositories must not push out what answers. */
export const NOTICE_BYTES = 4 * 1024;

function restNotice(count: number): string {
  return `${count} more ${count === 1 ? 'notice is' : 'notices are'} left out of this answer; the status of the workspace tells what is wrong with each repository.`;
}

/**
 * The first notices, as many as fit into `bytes` of JSON (brackets included), and one more that says how many there
 * are beside them. None where not even that one fits.
 */
export function noticesWithin(notices: readonly string[], bytes: number): string[] {
  if (jsonBytes(notices) <= bytes) return [...notices];
  const kept: string[] = [];
  // Counting the rest takes the most bytes while nothing is kept yet.
  let size = jsonBytes([restNotice(notices.length)]);
  if (size > bytes) return [];
  for (const notice of notices) {
    size += jsonBytes(notice) + 1;
    if (size > bytes) break;
    kept.push(notice);
  }
  return [...kept, restNotice(notices.length - kept.length)];
}
