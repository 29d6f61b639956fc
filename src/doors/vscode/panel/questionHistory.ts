import * as vscode from 'vscode';
import { QUESTION_LIMIT } from '../../../contract/constants';
import type { QuestionHistory } from './panelHost';

const KEY = 'questions';
const LIMIT = 50;

/** The questions of this workspace, kept by the editor; a question that is asked again moves to the front. */
export function questionHistory(memento: vscode.Memento): QuestionHistory & vscode.Disposable & { readonly onDidChange: vscode.Event<void> } {
  const changed = new vscode.EventEmitter<void>();
  const list = (): string[] => {
    const kept = memento.get<unknown>(KEY);
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
  };
  const keep = (questions: readonly string[]): void => {
    void memento.update(KEY, questions);
    changed.fire();
  };
  return {
    list,
    add: (question) => {
      const asked = question.trim();
      // One that is too long is refused, and would be again.
      if (asked !== '' && asked.length <= QUESTION_LIMIT) keep([asked, ...list().filter((one) => one !== asked)].slice(0, LIMIT));
    },
    clear: () => keep([]),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
