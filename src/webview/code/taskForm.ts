import * as l10n from '@vscode/l10n';
import { TASK_LIMIT } from '../../contract/constants';
import { buttonOf, element } from '../dom';
import type { CodeDraft, CodeQuery } from '../messages/fromPanel';
import { repositoryListOf } from './repositoryList';

/** Where a task is written and asked. */
export interface TaskForm {
  readonly root: HTMLElement;
  focus(): void;
  /** Shows a task to be asked, and puts the focus where it is written. */
  suggest(task: string, mode: CodeQuery['mode']): void;
  /** Makes room for the answers and shows what was asked; null: what is written stays. */
  take(query: CodeQuery | null): void;
  open(ids: readonly string[]): void;
  failToList(message: string): void;
  /** Whether something is being asked, which can be cancelled then. */
  setRunning(isRunning: boolean): void;
  readonly draft: () => CodeDraft;
}

/** What the form does with what is written. */
export interface TaskFormActions {
  ask(query: CodeQuery): void;
  cancel(): void;
  /** Something was written or chosen. */
  changed(): void;
}

function modeOf(mode: CodeQuery['mode'], title: string, explanation: string | null, onChange: () => void): { readonly label: HTMLElement; readonly input: HTMLInputElement } {
  const input = element('input', { className: 'code-radio', attributes: { type: 'radio', name: 'code-mode', value: mode } });
  input.addEventListener('change', onChange);
  const label = element(
    'label',
    { className: 'code-mode' },
    input,
    element('span', {}, element('span', { text: title }), explanation === null ? null : element('span', { className: 'code-aside', text: ` ${explanation}` })),
  );
  return { label, input };
}

/** Builds the form. @param restored what was written in it before; null: nothing. */
export function taskFormOf(restored: CodeDraft | null, { ask, cancel, changed }: TaskFormActions): TaskForm {
  const task = element('textarea', {
    className: 'code-input code-task',
    attributes: { id: 'code-task', rows: '2', maxlength: String(TASK_LIMIT), placeholder: l10n.t('Describe a change, or ask where something is'), 'aria-describedby': 'code-complaint' },
  });
  const explore = modeOf('explore', l10n.t('Where is it?'), null, changed);
  const plan = modeOf('plan', l10n.t('Plan a change'), l10n.t('with tests and users'), changed);
  const list = repositoryListOf(() => {
    complain('');
    changed();
  });
  /** Asked for before it was known which repositories are open: done as soon as it is. */
  let isWaiting = false;
  const complaint = element('p', { className: 'code-complaint', attributes: { id: 'code-complaint', role: 'alert' } });
  /** @param sentence empty where nothing is missing (any more). */
  const complain = (sentence: string, isAboutTask = false): void => {
    complaint.textContent = sentence;
    if (isAboutTask) task.setAttribute('aria-invalid', 'true');
    else task.removeAttribute('aria-invalid');
  };

  const draft = (): CodeDraft => ({ repositories: list.kept(), task: task.value.slice(0, TASK_LIMIT), mode: plan.input.checked ? 'plan' : 'explore' });
  const submit = (): void => {
    isWaiting = task.value.trim() !== '' && !list.isKnown();
    if (isWaiting) {
      complain('');
      return;
    }
    const repositories = [...list.chosen()];
    const { mode } = draft();
    if (task.value.trim() === '') {
      complain(l10n.t('Write what you are looking for.'), true);
      task.focus();
    } else if (repositories.length === 0) {
      complain(l10n.t('Choose at least one repository.'));
      list.root.open = true;
      list.root.querySelector('summary')?.focus();
    } else {
      complain('');
      ask({ repositories, task: task.value, mode });
    }
  };
  task.addEventListener('input', () => {
    isWaiting = false;
    complain('');
    changed();
  });
  task.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });

  const askButton = buttonOf(l10n.t('Find code'), submit, 'button');
  const cancelButton = buttonOf(l10n.t('Cancel'), cancel);
  cancelButton.hidden = true;

  const set = ({ task: written, mode }: Pick<CodeDraft, 'task' | 'mode'>): void => {
    task.value = written;
    (mode === 'plan' ? plan : explore).input.checked = true;
  };
  set(restored ?? { task: '', mode: 'explore' });
  if (restored !== null) list.choose(restored.repositories);

  return {
    root: element(
      'div',
      { className: 'code-form', attributes: { role: 'search', 'aria-label': l10n.t('Code of several repositories') } },
      element('label', { className: 'code-label', text: l10n.t('Task'), attributes: { for: 'code-task' } }),
      task,
      element('div', { className: 'code-modes', attributes: { role: 'radiogroup', 'aria-label': l10n.t('What to look for') } }, explore.label, plan.label),
      list.root,
      element('div', { className: 'code-actions' }, askButton, cancelButton),
      complaint,
    ),
    focus: () => task.focus(),
    suggest: (suggested, mode) => {
      set({ task: suggested, mode });
      complain('');
      changed();
      task.focus();
    },
    take: (query) => {
      list.root.open = false;
      complain('');
      if (query === null) return;
      set(query);
      list.choose(query.repositories);
      changed();
    },
    open: (ids) => {
      list.open(ids);
      if (isWaiting) submit();
    },
    failToList: (message) => {
      isWaiting = false;
      list.fail(message);
    },
    setRunning: (isRunning) => {
      if (!isRunning && document.activeElement === cancelButton) askButton.focus();
      cancelButton.hidden = !isRunning;
    },
    draft,
  };
}
