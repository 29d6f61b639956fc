import * as l10n from '@vscode/l10n';
import type { AttachedBy, LineRange, SourceKind } from '../contract/model';
import type { ContextPack } from '../contract/tools';
import { ageOf } from '../wording/age';
import { countOf } from '../wording/count';
import { progressOf } from '../wording/progress';

/** How far something is, as a sentence of its own: where else it is told, it follows other words. */
export function progressSentenceOf(progress: Parameters<typeof progressOf>[0]): string {
  const [first = '', ...rest] = progressOf(progress);
  return first.toLocaleUpperCase() + rest.join('');
}

/** What kind of document a passage is from. */
export function sourceKindLabelOf(kind: SourceKind): string {
  switch (kind) {
    case 'catalog_doc':
      return l10n.t('Documentation');
    case 'repo_overview':
      return l10n.t('Repository overview');
    case 'epic_doc':
      return l10n.t('Epic');
  }
}

/** How a document came to its entity, as a sentence. */
export function attachmentSentenceOf(attachedBy: AttachedBy): string {
  switch (attachedBy) {
    case 'declared':
      return l10n.t('The entity declares this document.');
    case 'folder':
      return l10n.t("The document lies in the component's folder.");
    case 'repository':
      return l10n.t('No component declares or holds this document, so it belongs to its repository.');
  }
}

export { entityLabelOf } from '../wording/entity';

/** The lines as editors write them after a path, `:40-58`; one number where the passage is one line. */
export function lineSuffixOf({ start, end }: LineRange): string {
  return start === end ? `:${start}` : `:${start}-${end}`;
}

/** The line above the answers: how many, from where, how fresh, and whether by words alone. */
export function summaryOf(pack: ContextPack): string {
  const count = pack.passages.length;
  const passages = count === 0 ? l10n.t('No passages from {0}', pack.workspace) : l10n.t('{0} from {1}', countOf(count, 'passage'), pack.workspace);
  const freshness = pack.indexedAt === null ? l10n.t('not indexed yet') : l10n.t('index verified {0}', ageOf(pack.indexedAt, pack.scoredAt));
  return [passages, freshness, ...(pack.embedding.state === 'off' ? [l10n.t('by words alone')] : [])].join(' · ');
}
