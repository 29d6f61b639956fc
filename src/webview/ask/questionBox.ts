import * as l10n from '@vscode/l10n';
import { QUESTION_LIMIT } from '../../contract/constants';
import { buttonOf, element, iconButtonOf } from '../dom';
import { historyListOf } from './historyList';
import { historyWalk } from './historyWalk';

/** The box in which questions are written, with those of before. */
export interface QuestionBox {
  readonly root: HTMLElement;
  /** Where it is said why nothing is asked. */
  readonly complaint: HTMLElement;
  focus(): void;
  /** Writes a question into the box. */
  set(question: string): void;
  showHistory(questions: readonly string[]): void;
}

export interface QuestionBoxContext {
  readonly onAsk: (question: string) => void;
  readonly onForget: () => void;
}

/** Whether what a box holds is on one line, so that arrow keys have no way to go within it. */
function isOneLine(field: HTMLTextAreaElement): boolean {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
  return field.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) < 1.5 * parseFloat(lineHeight);
}

/** Makes the box: Enter asks, Escape clears, the up and down arrows walk through earlier questions. */
export function questionBoxOf({ onAsk, onForget }: QuestionBoxContext): QuestionBox {
  let history: readonly string[] = [];
  const walk = historyWalk(() => history);
  const field = element('textarea', {
    className: 'input question-field',
    attributes: {
      rows: '1',
      'aria-label': l10n.t('Question'),
      'aria-description': l10n.t('Enter asks. The up and down arrows walk through earlier questions. Escape clears.'),
      placeholder: l10n.t('Ask a question'),
      maxlength: String(QUESTION_LIMIT),
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  const write = (question: string): void => {
    field.value = question;
    complain('');
    field.setSelectionRange(question.length, question.length);
    field.scrollTop = field.scrollHeight;
  };
  const complaint = element('p', { className: 'question-complaint', attributes: { id: 'question-complaint', role: 'status', 'aria-live': 'polite' } });
  field.setAttribute('aria-describedby', complaint.id);
  const complain = (sentence: string): void => {
    complaint.textContent = sentence;
    if (sentence === '') field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  };
  const ask = (question: string): void => {
    if (question.trim() === '') {
      complain(l10n.t('Write a question first.'));
      field.focus();
      return;
    }
    complain('');
    walk.leave();
    onAsk(question);
  };

  const toggle = iconButtonOf('history', l10n.t('Earlier questions'), () => {
    if (list.isOpen()) list.close();
    else list.open();
    toggle.setAttribute('aria-expanded', String(list.isOpen()));
  });
  toggle.setAttribute('aria-haspopup', 'dialog');
  toggle.setAttribute('aria-expanded', 'false');
  // Otherwise the list, which loses the focus, would close first and be opened again.
  toggle.addEventListener('pointerdown', (event) => event.preventDefault());
  const list = historyListOf({
    questions: () => history,
    onForget,
    onChoose: (question) => {
      write(question);
      ask(question);
    },
    onClose: (back) => {
      toggle.setAttribute('aria-expanded', 'false');
      if (back) field.focus();
    },
  });

  /** Puts what a walk gave into the box; whether it gave anything. */
  const walked = (question: string | null): boolean => {
    if (question !== null) write(question);
    return question !== null;
  };
  const walkBy = (key: string): boolean => {
    const { selectionStart: at, selectionEnd, value } = field;
    if (at !== selectionEnd) return false;
    const mayLeave = walk.isWalking() || isOneLine(field);
    if (key === 'ArrowUp') return (mayLeave || at === 0) && walked(walk.older(value));
    return (mayLeave || at === value.length) && walked(walk.newer());
  };
  field.addEventListener('input', () => {
    complain('');
    walk.leave();
  });
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      ask(field.value);
    } else if (event.key === 'Escape' && field.value !== '') {
      walk.leave();
      write('');
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && walkBy(event.key)) {
      event.preventDefault();
    }
  });

  return {
    root: element(
      'div',
      { className: 'question-row', attributes: { role: 'search', 'aria-label': l10n.t('Question') } },
      element('div', { className: 'question-input' }, field, toggle),
      buttonOf(l10n.t('Ask'), () => ask(field.value), 'button'),
      list.root,
    ),
    complaint,
    focus: () => field.focus(),
    set: (question) => {
      if (field.value !== question) write(question);
    },
    showHistory: (questions) => {
      history = questions;
      list.refresh();
    },
  };
}
