import { DEGRADED_FLAGS } from '../contract/flags';
import type { ContextPack } from '../contract/tools';
import { cardOf, type CardContext } from './card';
import { element } from './dom';
import { emptyAnswerOf, FLAG_LABELS } from './labels';

function messageOf(kind: 'warning' | 'info' | 'error', heading: string | null, sentence: string): HTMLElement {
  return element(
    'div',
    { className: `message ${kind}` },
    heading === null ? null : element('strong', { text: heading }),
    element('span', { text: sentence }),
  );
}

/** So many notices are shown at once; more are folded. */
const NOTICES_SHOWN = 2;

function noticesViewOf(notices: readonly string[]): HTMLElement[] {
  if (notices.length <= NOTICES_SHOWN) return notices.map((notice) => messageOf('info', null, notice));
  return [
    element(
      'details',
      { className: 'message info' },
      element('summary', { text: `${notices.length} notices about the files read` }),
      element('ul', {}, ...notices.map((notice) => element('li', { text: notice }))),
    ),
  ];
}

/** What went wrong, in the place of an answer. */
export function failureViewOf(sentence: string): HTMLElement {
  const view = messageOf('error', 'There is no answer', sentence);
  view.setAttribute('role', 'alert');
  return view;
}

/** An answer: what it lacks, its passages best first, and apart from them those close in meaning. */
export function answerViewOf(pack: ContextPack, context: CardContext): HTMLElement[] {
  const coldOnly = pack.passages.length === 0 ? pack.degraded.filter((flag) => flag !== 'index-cold') : pack.degraded;
  const messages = [
    ...coldOnly.map((flag) => messageOf('warning', FLAG_LABELS[flag], DEGRADED_FLAGS[flag])),
    ...noticesViewOf(pack.notices),
  ];
  const passages =
    pack.passages.length > 0
      ? element('ol', { className: 'passages' }, ...pack.passages.map((passage) => cardOf(passage, context)))
      : element('p', { className: 'empty', text: emptyAnswerOf(pack) });
  const nearest =
    pack.nearest.length > 0
      ? [
          element('h2', { className: 'section-title', text: 'Close in meaning' }),
          element('p', { className: 'section-note', text: 'Not answers by their score, but the closest in meaning.' }),
          element('ol', { className: 'passages' }, ...pack.nearest.map((passage) => cardOf(passage, context))),
        ]
      : [];
  return [...messages, passages, ...nearest];
}
