import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { QUESTION_LIMIT } from '../contract/constants';
import { answerViewOf, failureViewOf } from './answerView';
import { progressOf } from '../wording/progress';
import { element } from './dom';
import { summaryOf } from './labels';
import { markerOf } from './marks';
import type { PanelMessage, PanelRequest } from './messages';

/** The parts of the panel that change. */
export interface Panel {
  readonly root: HTMLElement;
  /** Shows what the extension said; messages about any question but the latest are dropped. */
  show(message: PanelMessage): void;
}

/** Builds the panel: the question box, a line that says what goes on, and the answers below. */
export function panelOf(post: (request: PanelRequest) => void): Panel {
  const field = element('vscode-textfield', {
    attributes: {
      label: 'Question',
      placeholder: 'Ask about the repositories open in this window',
      maxlength: String(QUESTION_LIMIT),
    },
  });
  const askButton = element('vscode-button', { text: 'Ask' });
  const bar = element('vscode-progress-bar', { attributes: { indeterminate: '', label: 'Looking for passages' } });
  const progress = element('div', { className: 'progress' });
  const status = element('p', { className: 'status', attributes: { role: 'status', 'aria-live': 'polite' } });
  const results = element('section', { attributes: { 'aria-label': 'Answer' } });

  let latest = 0;

  function ask(): void {
    const question = field.value;
    if (question.trim() !== '') post({ type: 'ask', question });
  }
  askButton.addEventListener('click', ask);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) ask();
  });

  function busy(on: boolean): void {
    if (on) progress.replaceChildren(bar);
    else progress.replaceChildren();
    results.setAttribute('aria-busy', String(on));
  }

  return {
    root: element(
      'div',
      {},
      element(
        'header',
        { className: 'question' },
        element('div', { className: 'question-row', attributes: { role: 'search' } }, field, askButton),
        progress,
        status,
      ),
      results,
    ),
    show: (message) => {
      if (message.request < latest) return;
      latest = message.request;
      switch (message.type) {
        case 'asking':
          field.value = message.question;
          status.textContent = 'Looking for passages…';
          busy(true);
          return;
        case 'progress':
          status.textContent = progressOf(message.progress);
          return;
        case 'answer':
          busy(false);
          status.textContent = summaryOf(message.pack);
          results.replaceChildren(
            ...answerViewOf(message.pack, {
              scoredAt: message.pack.scoredAt,
              mark: markerOf(message.pack.question),
              open: (sourceRef, lines) => post({ type: 'open', sourceRef, lines }),
            }),
          );
          window.scrollTo(0, 0);
          return;
        case 'failed':
          busy(false);
          status.textContent = '';
          results.replaceChildren(failureViewOf(message.message));
      }
    },
  };
}
