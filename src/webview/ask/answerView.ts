import * as l10n from '@vscode/l10n';
import type { ErrorCode } from '../../contract/errors';
import type { DegradedFlag } from '../../contract/flags';
import { DEFAULT_PASSAGES, MAXIMUM_PASSAGES } from '../../contract/constants';
import type { ContextPack } from '../../contract/tools';
import { visibleText } from '../../wording/visibleText';
import { buttonOf, element, iconOf } from '../dom';
import type { RowReference } from '../messages/fromPanel';
import { untrustedWords } from '../untrusted';
import { cardOf, type CardContext } from './card';
import { explanationOf, type Remedy } from '../degraded';
import { flagViewOf, messageOf, remedyButtonsOf } from '../message';

export interface AnswerContext extends CardContext {
  readonly request: number;
  /** How many passages were asked for; null: as many as anybody gets. */
  readonly limit: number | null;
  readonly onRemedy: (action: Remedy['action']) => void;
  readonly onMore: () => void;
}

/** Notices are folded: they are about files, and rarely about the answer. */
function noticesViewOf(notices: readonly string[]): HTMLElement | null {
  if (notices.length === 0) return null;
  return element(
    'details',
    { className: 'notices' },
    element('summary', { text: notices.length === 1 ? l10n.t('1 notice') : l10n.t('{0} notices', notices.length) }),
    element('ul', {}, ...notices.map((notice) => element('li', { text: visibleText(notice) }))),
  );
}

/** What went wrong, in the place of an answer. */
export function failureViewOf({ code, message }: { readonly code: ErrorCode; readonly message: string }, onRemedy: AnswerContext['onRemedy']): HTMLElement {
  const { heading, sentence, button } = untrustedWords();
  const askAgain: Remedy = { action: 'askAgain', label: l10n.t('Ask again') };
  const view =
    code === 'not-trusted'
      ? messageOf('warning', heading, sentence, remedyButtonsOf([{ action: 'manageTrust', label: button }, askAgain], onRemedy))
      : messageOf('error', l10n.t('There is no answer'), message, remedyButtonsOf([askAgain], onRemedy));
  view.setAttribute('role', 'alert');
  return view;
}

/** What to try where nothing answers. */
function emptyViewOf(pack: ContextPack, onRemedy: AnswerContext['onRemedy']): HTMLElement {
  if (pack.degraded.includes('index-cold')) {
    const { label, remedies } = explanationOf('index-cold');
    return element(
      'div',
      { className: 'empty' },
      iconOf('loading'),
      element('p', { className: 'empty-title', text: label }),
      element('p', { text: l10n.t('Nothing is indexed yet. This question started the index; ask again in a moment.') }),
      element('div', { className: 'message-buttons' }, ...remedyButtonsOf(remedies, onRemedy)),
    );
  }
  const tips = [
    l10n.t('Use words that the documents would use: names of components, commands, error messages.'),
    l10n.t('Use fewer words. A passage must hold enough of them to count as an answer.'),
    l10n.t('See which documents are indexed, and what was skipped and why.'),
    ...(pack.embedding.state === 'off' ? [l10n.t('Turn embeddings on, and passages in other words are found, too.')] : []),
  ];
  const remedies: Remedy[] = [
    { action: 'showStatus', label: l10n.t('Show status') },
    { action: 'refreshIndex', label: l10n.t('Build or Refresh Index') },
    ...(pack.embedding.state === 'off' ? [{ action: 'openSettings' as const, label: l10n.t('Open settings') }] : []),
  ];
  return element(
    'div',
    { className: 'empty' },
    iconOf('search-stop'),
    element('p', { className: 'empty-title', text: l10n.t('Nothing in this workspace answers that') }),
    element('ul', {}, ...tips.map((tip) => element('li', { text: tip }))),
    element('div', { className: 'message-buttons' }, ...remedyButtonsOf(remedies, onRemedy)),
  );
}

function cardsOf(pack: ContextPack, list: RowReference['list'], context: AnswerContext): HTMLElement {
  const cards = pack[list].map((passage, index) => cardOf(passage, { request: context.request, list, index }, context));
  return element('ol', { className: 'passages' }, ...cards);
}

/** Whether more may be found than the usual number that is shown. */
const mayHaveMore = (pack: ContextPack, limit: number | null): boolean => limit === null && pack.passages.length >= DEFAULT_PASSAGES;

/** An answer: what it lacks, its passages best first, and apart from them those close in meaning. */
export function answerViewOf(pack: ContextPack, context: AnswerContext): HTMLElement[] {
  const { onRemedy, onMore } = context;
  const flagViews = (wanted: (flag: DegradedFlag) => boolean): HTMLElement[] => pack.degraded.filter(wanted).map((flag) => flagViewOf(flag, onRemedy));
  const before = flagViews((flag) => flag !== 'candidates-capped' && (pack.passages.length > 0 || flag !== 'index-cold'));
  const passages = pack.passages.length > 0 ? cardsOf(pack, 'passages', context) : emptyViewOf(pack, onRemedy);
  const more = mayHaveMore(pack, context.limit) ? element('div', { className: 'more' }, buttonOf(l10n.t('More passages'), onMore)) : null;
  if (more !== null) more.title = l10n.t('Up to {0}', MAXIMUM_PASSAGES);
  const nearest =
    pack.nearest.length > 0
      ? element(
          'section',
          { className: 'nearest', attributes: { 'aria-labelledby': 'nearest-title' } },
          element('h2', { className: 'section-title', text: l10n.t('Close in meaning'), attributes: { id: 'nearest-title' } }),
          element('p', { className: 'section-note', text: l10n.t('Not answers by their score, but the passages closest in meaning to the question.') }),
          cardsOf(pack, 'nearest', context),
        )
      : null;
  // What is missing at the end is said at the end.
  const after = flagViews((flag) => flag === 'candidates-capped');
  return [...before, noticesViewOf(pack.notices), passages, more, ...after, nearest].filter((view) => view !== null);
}
