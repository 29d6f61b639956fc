import * as l10n from '@vscode/l10n';
import type { PassageRow } from '../../contract/tools';
import { shortCommitOf } from '../../wording/age';
import { element, iconButtonOf } from '../dom';
import type { PanelRequest, RowReference } from '../messages/fromPanel';
import { makeRoving } from '../roving';

export interface CardActionContext {
  readonly post: (request: PanelRequest) => void;
  readonly showEntity: (entityRef: string) => void;
}

/** Whether the address of a passage is one on a forge, that a browser can open. */
const isPermalink = (uri: string): boolean => /^https:\/\//i.test(uri);

/** What can be done with a passage, as a row of icons; `more` stands at its end. */
export function cardActionsOf(passage: PassageRow, row: RowReference, { post, showEntity }: CardActionContext, more: HTMLButtonElement | null): HTMLElement {
  const { sourceRef, sourceCommit, lines, sourceUri, dirty } = passage;
  const [entityRef] = passage.entityRefs;
  const atCommit = (commit: string): string =>
    dirty
      ? l10n.t('Open at commit {0}, where the text differs', shortCommitOf(commit))
      : l10n.t('Open at commit {0}', shortCommitOf(commit));
  const buttons = [
    iconButtonOf('go-to-file', l10n.t('Open at these lines'), () => post({ type: 'open', sourceRef, lines })),
    sourceCommit === null ? null : iconButtonOf('git-commit', atCommit(sourceCommit), () => post({ type: 'openAtCommit', row })),
    iconButtonOf('quote', l10n.t('Copy citation'), () => post({ type: 'copy', as: 'citation', row })),
    iconButtonOf('markdown', l10n.t('Copy as Markdown for a prompt'), () => post({ type: 'copy', as: 'markdown', row })),
    isPermalink(sourceUri) ? iconButtonOf('link-external', l10n.t('Open the permalink in a browser'), () => post({ type: 'openPermalink', row })) : null,
    entityRef === undefined ? null : iconButtonOf('type-hierarchy', l10n.t('Show {0} in the graph', entityRef), () => showEntity(entityRef)),
  ].filter((button) => button !== null);
  const toolbar = element(
    'div',
    { className: 'actions', attributes: { role: 'toolbar', 'aria-label': l10n.t('Actions') } },
    ...buttons,
    ...(more === null ? [] : [element('span', { className: 'space' }), more]),
  );
  makeRoving(toolbar, more === null ? buttons : [...buttons, more]);
  return toolbar;
}
