import * as l10n from '@vscode/l10n';
import type { DegradedFlag } from '../contract/flags';

/** What an answer lacks, in a few words. */
export function degradedLabelOf(flag: DegradedFlag): string {
  switch (flag) {
    case 'index-cold':
      return l10n.t('The index is being built');
    case 'candidates-capped':
      return l10n.t('Results were left out');
    case 'scope-unreadable':
      return l10n.t('Something could not be read');
    case 'as-of-chunks-approximate':
      return l10n.t('Passages of now, graph of then');
    case 'embeddings-pending':
      return l10n.t('Meaning is still being computed');
  }
}

/** What that means for the reader, and what to do about it. The contract's own sentences, for agents, stay as they are. */
export function degradedAdviceOf(flag: DegradedFlag): string {
  switch (flag) {
    case 'index-cold':
      return l10n.t('Nothing is indexed yet; this question started it. Ask again in a moment.');
    case 'candidates-capped':
      return l10n.t('Some results were left out. Ask a narrower question to see them.');
    case 'scope-unreadable':
      return l10n.t('A repository or its index could not be read; the rest still answers. The status says which one and why.');
    case 'as-of-chunks-approximate':
      return l10n.t('The graph is that of the asked time; the passages are those of now.');
    case 'embeddings-pending':
      return l10n.t('Some passages are not embedded yet and are found by their words alone. Ask again later for passages in other words.');
  }
}
