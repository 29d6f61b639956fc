import * as l10n from '@vscode/l10n';
import { grouped } from './grouped';

/** How far something is, in the shape in which the core tells it. */
interface Progress {
  readonly repositoryId: string;
  readonly step: 'indexing' | 'embedding';
  readonly done: number;
  readonly total: number;
}

/** `indexing shop-api: 12 of 318 documents`. */
export function progressOf({ repositoryId, step, done, total }: Progress): string {
  return step === 'indexing'
    ? l10n.t('indexing {0}: {1} of {2} documents', repositoryId, grouped(done), grouped(total))
    : l10n.t('embedding {0}: {1} of {2} passages', repositoryId, grouped(done), grouped(total));
}
