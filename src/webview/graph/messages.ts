import * as l10n from '@vscode/l10n';
import type { DegradedFlag } from '../../contract/flags';
import type { Remedy } from '../degraded';
import type { ErrorCode } from '../../contract/errors';
import { element } from '../dom';
import { flagViewOf, messageOf, remedyButtonsOf } from '../message';
import { visibleText } from '../../wording/visibleText';
import { untrustedWords } from '../untrusted';

/** What went wrong, in the place of a picture. */
export function failureViewOf({ code, message }: { readonly code: ErrorCode; readonly message: string }, act: (action: Remedy['action']) => void): HTMLElement {
  const { heading, sentence, button } = untrustedWords();
  const view =
    code === 'not-trusted'
      ? messageOf('warning', heading, sentence, remedyButtonsOf([{ action: 'manageTrust', label: button }], act))
      : messageOf('error', l10n.t('There is no picture'), message);
  view.setAttribute('role', 'alert');
  return view;
}

/** What a picture lacks, and what can be done about it. */
export function pictureFlagViewOf(flag: DegradedFlag, act: (action: Remedy['action']) => void): HTMLElement {
  if (flag !== 'candidates-capped') return flagViewOf(flag, act);
  return messageOf('warning', l10n.t('Relations were left out'), l10n.t('There are more than one walk shows; the farthest are missing. Fewer relations, one direction or fewer steps show the others.'));
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
      element('ul', {}, ...notices.map((notice) => element('li', { text: visibleText(notice) }))),
    ),
  ];
}
