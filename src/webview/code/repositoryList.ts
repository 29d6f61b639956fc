import * as l10n from '@vscode/l10n';
import { MAXIMUM_TARGETS } from '../../contract/constants';
import { buttonOf, element } from '../dom';
import { type RepositoryChoice, chosenOf, filteredBy, isFull, toggled, withChosen } from './repositoryChoice';
import { visibleLine, visibleText } from '../../wording/visibleText';

/** More repositories than these are not looked through at a glance. */
const FILTER_FROM = 10;

/** The list in which repositories are chosen. */
export interface RepositoryList {
  readonly root: HTMLDetailsElement;
  readonly chosen: () => readonly string[];
  /** Whether it is known which repositories are open. */
  readonly isKnown: () => boolean;
  /** The choice as it is kept; null: the one that is made for people who make none. */
  readonly kept: () => string[] | null;
  /** Takes which repositories are open. */
  open(ids: readonly string[]): void;
  /** Shows why that is not known. */
  fail(message: string): void;
  /** Chooses these and no others. */
  choose(ids: readonly string[] | null): void;
}

function tooMany(): string {
  return l10n.t('At most {0} repositories are asked at once: all of them share the room of one answer. Uncheck one to choose another.', MAXIMUM_TARGETS);
}

/** Builds the list. @param onChange is told of every choice a person makes. */
export function repositoryListOf(onChange: () => void): RepositoryList {
  let choice: RepositoryChoice = { open: null, chosen: null };
  const summaryText = element('span');
  const filter = element('input', { className: 'code-input', attributes: { type: 'text', placeholder: l10n.t('Filter repositories'), 'aria-label': l10n.t('Filter repositories') } });
  const boxes = element('div', { className: 'code-boxes', attributes: { role: 'group', 'aria-label': l10n.t('Repositories to ask') } });
  const note = element('p', { className: 'code-choice-note', attributes: { role: 'status' } });
  const all = buttonOf(l10n.t('Choose all'), () => take(withChosen(choice, choice.open ?? [])), 'link code-link');
  const none = buttonOf(l10n.t('Choose none'), () => take(withChosen(choice, [])), 'link code-link');
  const root = element(
    'details',
    { className: 'code-choice' },
    element('summary', {}, summaryText),
    element('div', { className: 'code-choice-body' }, filter, boxes, note, element('div', { className: 'code-choice-actions' }, all, none)),
  );
  root.open = true;

  const inputs = new Map<string, { readonly input: HTMLInputElement; readonly label: HTMLElement }>();

  function take(next: RepositoryChoice | null): void {
    if (next !== null) choice = next;
    refresh();
    note.textContent = next === null ? tooMany() : '';
    if (next !== null) onChange();
  }

  function boxOf(id: string): HTMLElement {
    const input = element('input', { className: 'code-checkbox', attributes: { type: 'checkbox' } });
    input.addEventListener('change', () => take(toggled(choice, id)));
    const label = element('label', { className: 'code-box' }, input, element('span', { text: visibleLine(id) }));
    inputs.set(id, { input, label });
    return label;
  }

  /** What depends on the choice and on the filter. */
  function refresh(): void {
    const chosen = new Set(chosenOf(choice));
    const { open } = choice;
    const shown = new Set(filteredBy(open ?? [], filter.value));
    for (const [id, { input, label }] of inputs) {
      input.checked = chosen.has(id);
      input.setAttribute('aria-disabled', String(!input.checked && isFull(choice)));
      label.hidden = !shown.has(id);
    }
    const count = open?.length ?? 0;
    summaryText.textContent = open === null ? l10n.t('Repositories') : l10n.t('Repositories: {0} of {1}', chosen.size, count);
    filter.hidden = count <= FILTER_FROM;
    all.hidden = count < 2 || count > MAXIMUM_TARGETS || chosen.size === count;
    none.hidden = count < 2 || chosen.size === 0;
    if (open === null) return;
    if (count === 0) note.textContent = l10n.t('No repository is open here. Open a folder first.');
    else if (shown.size === 0) note.textContent = l10n.t('No repository is called that.');
    else if (count > MAXIMUM_TARGETS && chosen.size === 0) note.textContent = l10n.t('Choose 1 to {0} of them: so many can be asked at once.', MAXIMUM_TARGETS);
    else note.textContent = '';
  }
  filter.addEventListener('input', refresh);
  refresh();

  return {
    root,
    chosen: () => chosenOf(choice),
    isKnown: () => choice.open !== null,
    kept: () => (choice.chosen === null ? null : [...chosenOf(choice)]),
    open: (ids) => {
      choice = { ...choice, open: ids };
      const isSame = inputs.size === ids.length && ids.every((id) => inputs.has(id));
      if (!isSame) {
        inputs.clear();
        boxes.replaceChildren(...ids.map(boxOf));
      }
      refresh();
    },
    fail: (message) => {
      note.textContent = visibleText(message);
    },
    choose: (ids) => {
      choice = ids === null ? { ...choice, chosen: null } : withChosen(choice, ids);
      refresh();
    },
  };
}
