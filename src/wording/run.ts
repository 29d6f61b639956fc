import * as l10n from '@vscode/l10n';
import type { RunVerdict } from '../contract/model';
import { ageOf } from './age';

/**
 * A recorded run in words: `npm test succeeded 3 minutes ago`; `a command` where its name is not known.
 * @param now ISO 8601, what the age is counted to.
 */
export function runOf(run: { readonly verdict: RunVerdict; readonly name: string | null; readonly endedAt: string | null }, now: string): string {
  const name = run.name ?? l10n.t('a command');
  const age = ageOf(run.endedAt ?? '', now);
  switch (run.verdict) {
    case 'succeeded':
      return l10n.t('{0} succeeded {1}', name, age);
    case 'failed':
      return l10n.t('{0} failed {1}', name, age);
    case 'unknown':
      return l10n.t('{0} ended, how is not known, {1}', name, age);
  }
}
