import * as l10n from '@vscode/l10n';
import { grouped } from './grouped';

/** What a refresh that runs is at: `indexing: 12 of 318 documents`, or that it still looks for them. */
export function runningOf({ done, total }: { readonly done: number; readonly total: number }): string {
  return total === 0
    ? l10n.t('being refreshed: looking for what changed')
    : l10n.t('indexing: {0} of {1} documents', grouped(done), grouped(total));
}
