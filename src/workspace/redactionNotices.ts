import type { FileNotice, RedactedFile } from '../contract/model';
import { PLACES_KEPT } from '../text/redaction';

/** So many notices are given of one repository; the files that are left are counted. */
export const REDACTION_NOTICES = 100;

function noticesOf({ path, count, places }: RedactedFile): FileNotice[] {
  const notices = places.map(({ line, kind }): FileNotice => ({ path, line, message: `Text that looks like a secret (${kind}) was left out.` }));
  return places.length < PLACES_KEPT
    ? notices
    : [...notices, { path, line: null, message: `These are the first places; in all, ${count} stretches of text that look like secrets were left out.` }];
}

/** What to tell of the files of a repository that something was left out of: where, and what it looks like, never what it is. */
export function redactionNotices(redacted: readonly RedactedFile[]): FileNotice[] {
  const notices: FileNotice[] = [];
  const files = [...redacted].sort((left, right) => (left.path < right.path ? -1 : 1));
  for (const [index, file] of files.entries()) {
    const more = noticesOf(file);
    if (notices.length + more.length > REDACTION_NOTICES) {
      const left = files.length - index;
      return [...notices, { path: '', line: null, message: `Text that looks like secrets was left out of ${left} more ${left === 1 ? 'file' : 'files'}.` }];
    }
    notices.push(...more);
  }
  return notices;
}
