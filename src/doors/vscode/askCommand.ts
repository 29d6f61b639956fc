import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import { QUESTION_LIMIT } from '../../contract/constants';
import type { ContextPack } from '../../contract/tools';
import type { AnswerPanel } from './answerPanel';
import type { WorkspaceSession } from './session';
import { showError } from './showError';
import { grouped } from '../../wording/grouped';

async function questionFromPerson(): Promise<string | undefined> {
  const question = await vscode.window.showInputBox({
    title: 'Workspace Context: Ask',
    prompt: 'A question about the repositories open in this window',
    placeHolder: 'How do we rotate the secrets of billing-worker?',
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.length > QUESTION_LIMIT
        ? `A question is at most ${grouped(QUESTION_LIMIT)} characters long; this one has ${grouped(value.length)}.`
        : undefined,
  });
  return question === undefined || question.trim() === '' ? undefined : question;
}

function questionOf(args: unknown): string {
  const question = typeof args === 'object' && args !== null && 'question' in args ? args.question : undefined;
  return typeof question === 'string' ? question : '';
}

/**
 * "Workspace Context: Ask…": asks a person and shows the answer. Called by a program with the arguments
 * of workspace_context, it asks those, waits for a cold index, and returns the pack as well.
 */
export function registerAskCommand(session: WorkspaceSession, panel: AnswerPanel): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.ask, async (args?: unknown): Promise<ContextPack | undefined> => {
    if (args !== undefined) {
      return panel.ask(questionOf(args), async (_question, onProgress) =>
        session.service().ask(args, { wait: true, now: null }, onProgress),
      );
    }
    try {
      session.service();
    } catch (thrown) {
      void showError(thrown);
      return undefined;
    }
    const question = await questionFromPerson();
    if (question === undefined) return undefined;
    // The panel shows an error in its place; a person needs it once.
    return panel.ask(question).catch(() => undefined);
  });
}
