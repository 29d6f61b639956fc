import * as l10n from '@vscode/l10n';
import type { EmbeddingWait, RepositoryEmbedding, WorkspaceEmbedding } from '../contract/status';
import { countOf } from './count';
import { grouped } from './grouped';

function waitOf(waiting: EmbeddingWait): string {
  switch (waiting) {
    case 'paused':
      return l10n.t('paused');
    case 'typing':
      return l10n.t('waiting while you type');
    case 'battery':
      return l10n.t('waiting until the machine is off its battery');
    case 'other-process':
      return l10n.t('another window or program is at it');
  }
}

function runtimeOf(runtime: NonNullable<WorkspaceEmbedding['runtime']>): string {
  return runtime === 'native' ? l10n.t('native runtime') : l10n.t('WebAssembly, the slower runtime');
}

/** `meaning: ready, by Xenova/all-MiniLM-L6-v2 (native runtime)`: how passages are compared by meaning. */
export function meaningOf({ model, state, runtime, waiting }: WorkspaceEmbedding): string {
  if (state === 'off') return l10n.t('meaning: off, answers are by words alone');
  const how = runtime === null ? model : `${model} (${runtimeOf(runtime)})`;
  if (state === 'ready') return l10n.t('meaning: ready, by {0}', how);
  return waiting === null
    ? l10n.t('meaning: not all passages are embedded yet, by {0}', how)
    : l10n.t('meaning: not all passages are embedded yet, by {0}; {1}', how, waitOf(waiting));
}

/** `embedded: 120 of 130 passages; 2 of them longer than the model takes, by their beginning; 1 without anything the model knows`. */
export function embeddedOf({ embedded, cut, without, pending }: RepositoryEmbedding): string {
  return [
    l10n.t('embedded: {0} of {1}', grouped(embedded), countOf(embedded + without + pending, 'passage')),
    ...(cut === 0 ? [] : [l10n.t('{0} of them longer than the model takes, by their beginning', grouped(cut))]),
    ...(without === 0 ? [] : [l10n.t('{0} without anything the model knows', grouped(without))]),
  ].join('; ');
}
