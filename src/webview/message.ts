import type { DegradedFlag } from '../contract/flags';
import { visibleText } from '../wording/visibleText';
import { explanationOf, type Remedy } from './degraded';
import { buttonOf, element, iconOf } from './dom';

/** A sentence that people should see before what it is about. @param buttons what helps. */
export function messageOf(kind: 'warning' | 'info' | 'error', heading: string | null, sentence: string, buttons: readonly HTMLElement[] = []): HTMLElement {
  return element(
    'div',
    { className: `message ${kind}`, attributes: kind === 'error' ? { role: 'alert' } : {} },
    iconOf(kind),
    element(
      'div',
      { className: 'message-body' },
      heading === null ? null : element('strong', { text: heading }),
      element('p', { text: visibleText(sentence) }),
      buttons.length === 0 ? null : element('div', { className: 'message-buttons' }, ...buttons),
    ),
  );
}

/** Buttons for what can be done about something. */
export const remedyButtonsOf = (remedies: readonly Remedy[], act: (action: Remedy['action']) => void): HTMLElement[] =>
  remedies.map(({ action, label }) => buttonOf(label, () => act(action)));

/** What an answer lacks by a flag, and what can be done about it. */
export function flagViewOf(flag: DegradedFlag, act: (action: Remedy['action']) => void): HTMLElement {
  const { label, sentence, remedies } = explanationOf(flag);
  return messageOf('warning', label, sentence, remedyButtonsOf(remedies, act));
}
