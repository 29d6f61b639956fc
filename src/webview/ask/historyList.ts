import * as l10n from '@vscode/l10n';
import { buttonOf, element } from '../dom';
import { filteredQuestions } from './historyWalk';

/** The list of earlier questions: opened below the question box, narrowed by typing, chosen from with arrow keys. */
export interface HistoryList {
  readonly root: HTMLElement;
  open(): void;
  close(): void;
  isOpen(): boolean;
  /** Shows other questions; the list stays open. */
  refresh(): void;
}

export interface HistoryListContext {
  readonly questions: () => readonly string[];
  readonly onChoose: (question: string) => void;
  readonly onForget: () => void;
  /** The list closed; `back`: the focus belongs where it came from. */
  readonly onClose: (back: boolean) => void;
}

/** Makes the list, closed. */
export function historyListOf({ questions, onChoose, onForget, onClose }: HistoryListContext): HistoryList {
  const filter = element('input', {
    className: 'input',
    attributes: {
      type: 'text',
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': 'history-options',
      'aria-autocomplete': 'list',
      'aria-label': l10n.t('Filter earlier questions'),
      placeholder: l10n.t('Filter earlier questions'),
      autocomplete: 'off',
      spellcheck: 'false',
    },
  });
  const options = element('ul', { attributes: { role: 'listbox', id: 'history-options', 'aria-label': l10n.t('Earlier questions') } });
  const nothing = element('p', { className: 'nothing', attributes: { role: 'status' } });
  const forget = buttonOf(l10n.t('Forget history'), () => {
    onForget();
    close(true);
  });
  const root = element(
    'div',
    { className: 'history', attributes: { role: 'dialog', 'aria-label': l10n.t('Earlier questions') } },
    filter,
    options,
    nothing,
    element('div', { className: 'history-foot' }, forget),
  );
  root.hidden = true;
  let shown: readonly string[] = [];
  let active = 0;

  const point = (index: number): void => {
    active = index;
    [...options.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
    const option = options.children[index];
    if (option === undefined) filter.removeAttribute('aria-activedescendant');
    else {
      filter.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  };
  const refresh = (): void => {
    const all = questions();
    shown = filteredQuestions(all, filter.value);
    options.replaceChildren(
      ...shown.map((question, index) =>
        element('li', {
          text: question,
          attributes: { role: 'option', id: `history-${index}`, title: question },
          onClick: () => choose(index),
        }),
      ),
    );
    options.hidden = shown.length === 0;
    nothing.textContent = shown.length > 0 ? '' : all.length === 0 ? l10n.t('No question was asked yet.') : l10n.t('No earlier question has these words.');
    forget.disabled = all.length === 0;
    point(0);
  };
  const close = (back: boolean): void => {
    if (root.hidden) return;
    root.hidden = true;
    onClose(back);
  };
  const choose = (index: number): void => {
    const question = shown[index];
    if (question === undefined) return;
    close(true);
    onChoose(question);
  };

  filter.addEventListener('input', refresh);
  filter.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      point((active + step + shown.length) % shown.length);
    }
    if (event.key === 'Enter') choose(active);
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close(true);
  });
  root.addEventListener('focusout', (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !root.contains(to)) close(false);
  });

  return {
    root,
    isOpen: () => !root.hidden,
    open: () => {
      filter.value = '';
      root.hidden = false;
      refresh();
      filter.focus();
    },
    close: () => close(false),
    refresh: () => {
      if (!root.hidden) refresh();
    },
  };
}
