import * as l10n from '@vscode/l10n';
import type { DegradedFlag } from '../../contract/flags';
import { explanationOf, type Remedy } from '../ask/degraded';
import type { ErrorCode } from '../../contract/errors';
import { element } from '../dom';
import { actionOf } from './entityView';
import { untrustedWords } from '../untrusted';

/** A sentence that people should see before what it is about. */
export function messageOf(kind: 'warning' | 'info' | 'error', heading: string | null, sentence: string, ...more: readonly HTMLElement[]): HTMLElement {
  const made = element(
    'div',
    { className: `message ${kind}` },
    heading === null ? null : element('strong', { text: heading }),
    element('span', { text: sentence }),
    ...more,
  );
  if (kind === 'error') made.setAttribute('role', 'alert');
  return made;
}

/** What went wrong, in the place of a picture. */
export function failureViewOf({ code, message }: { readonly code: ErrorCode; readonly message: string }, act: (action: Remedy['action']) => void): HTMLElement {
  if (code !== 'not-trusted') return messageOf('error', l10n.t('There is no picture'), message);
  const { heading, sentence, button } = untrustedWords();
  const view = messageOf('warning', heading, sentence, element('div', { className: 'graph-actions' }, actionOf('shield', button, () => act('manageTrust'))));
  view.setAttribute('role', 'alert');
  return view;
}

/** What a picture lacks, and what can be done about it. */
export function flagViewOf(flag: DegradedFlag, act: (action: Remedy['action']) => void): HTMLElement {
  if (flag === 'candidates-capped') {
    return messageOf('warning', l10n.t('Relations were left out'), l10n.t('There are more than one walk shows; the farthest are missing. Fewer relations, one direction or fewer steps show the others.'));
  }
  const { label, sentence, remedies } = explanationOf(flag);
  const buttons = remedies.map(({ action, label: text }) =>
    element('button', { className: 'link', text, attributes: { type: 'button' }, onClick: () => act(action) }),
  );
  return messageOf('warning', label, sentence, ...(buttons.length === 0 ? [] : [element('div', { className: 'graph-actions' }, ...buttons)]));
}

/** So many notices are shown at once; more are folded. */
const NOTICES_SHOWN = 2;

/** Notices of an answer. */
export function noticesViewOf(notices: readonly string[]): HTMLElement[] {
  if (notices.length <= NOTICES_SHOWN) return notices.map((notice) => messageOf('info', null, notice));
  return [
    element(
      'details',
      { className: 'message info' },
      element('summary', { text: l10n.t('{0} notices about the files read', notices.length) }),
      element('ul', {}, ...notices.map((notice) => element('li', { text: notice }))),
    ),
  ];
}
