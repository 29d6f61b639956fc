import type { RepositoryStatus } from '../contract/status';
import { countOf } from './count';

/** How much was left out of a repository's index because it looks like a secret; null when nothing was. */
export function redactedOf({ secrets, files }: RepositoryStatus['redacted']): string | null {
  return secrets === 0 ? null : `${countOf(secrets, 'likely secret')} left out of ${countOf(files, 'file')}`;
}
