import type { SkipReason } from '../contract/model';

/** Why a path was left out, to stand after the path and a colon. */
export const SKIP_REASON_WORDS: Readonly<Record<SkipReason, string>> = {
  'too-large': 'larger than 1 MiB',
  'too-deep': 'in too many folders, one in the other',
  binary: 'not text',
  'secret-by-name': 'may hold secrets, by its name',
  'secrets-unchecked': 'could not be checked for secrets',
  'link-leaves-repository': 'a link that leaves the repository',
  unreadable: 'cannot be read',
  'test-data': 'test data declares nothing',
  'template-skeleton': 'a template skeleton declares nothing',
};
