import { element, iconOf } from '../dom';
import { visibleText } from '../../wording/visibleText';

/** A place where it is said what went wrong, hidden as long as nothing did. */
export interface Problem {
  readonly root: HTMLElement;
  /** @param sentence null where nothing is wrong. */
  show(sentence: string | null): void;
}

/** Builds it. @param kind `info` for what somebody wanted. @param buttons what helps. */
export function problemOf(kind: 'error' | 'info', attributes: Readonly<Record<string, string>>, ...buttons: readonly HTMLElement[]): Problem {
  const text = element('p');
  const root = element(
    'div',
    { className: `message ${kind}`, attributes },
    iconOf(kind),
    element('div', { className: 'message-body' }, text, buttons.length === 0 ? null : element('div', { className: 'message-buttons' }, ...buttons)),
  );
  const show = (sentence: string | null): void => {
    root.hidden = sentence === null;
    text.textContent = visibleText(sentence ?? '');
  };
  show(null);
  return { root, show };
}
