import type { DegradedFlag } from '../contract/flags';
import type { AttachedBy, LineRange, SourceKind } from '../contract/model';
import type { ContextPack } from '../contract/tools';
import { ageOf } from '../wording/age';

export const SOURCE_KIND_LABELS: Readonly<Record<SourceKind, string>> = {
  catalog_doc: 'Documentation',
  repo_overview: 'Repository overview',
  epic_doc: 'Epic',
};

/** How a document came to its entity, as a sentence. */
export const ATTACHMENT_SENTENCES: Readonly<Record<AttachedBy, string>> = {
  declared: 'The entity declares this document.',
  folder: "The document lies in the component's folder.",
  repository: 'No component declares or holds this document, so it belongs to its repository.',
};

/** Short headings for the flags of `degraded`; the sentences come from the contract. */
export const FLAG_LABELS: Readonly<Record<DegradedFlag, string>> = {
  'index-cold': 'The index is being built',
  'candidates-capped': 'Results were left out',
  'scope-unreadable': 'Something could not be read',
  'as-of-chunks-approximate': 'Passages of now, graph of then',
  'embeddings-pending': 'Meaning is still being computed',
};

/** An entity ref as people say it: the namespace `default` is left out. */
export const entityLabelOf = (ref: string): string => ref.replace(/^([^:/]+):default\//, '$1:');

/** The lines as editors write them after a path, `:40-58`; one number where the passage is one line. */
export function lineSuffixOf({ start, end }: LineRange): string {
  return start === end ? `:${start}` : `:${start}-${end}`;
}

/** The line above the answers: how many, from where, and how fresh. */
export function summaryOf(pack: ContextPack): string {
  const count = pack.passages.length;
  const passages = count === 0 ? 'No passages' : count === 1 ? '1 passage' : `${count} passages`;
  const freshness =
    pack.indexedAt === null ? 'not indexed yet' : `index verified ${ageOf(pack.indexedAt, pack.scoredAt)}`;
  return `${passages} from ${pack.workspace} · ${freshness}`;
}

/** What to say when there is nothing to show. */
export const emptyAnswerOf = (pack: ContextPack): string =>
  pack.degraded.includes('index-cold')
    ? 'Nothing is indexed yet. The index is being built; ask again in a moment.'
    : 'Nothing in this workspace answers that. Try the words its documents would use, or fewer of them.';
