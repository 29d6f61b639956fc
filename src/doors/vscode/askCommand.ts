import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import { QUESTION_LIMIT } from '../../contract/constants';
import type { ContextPack } from '../../contract/tools';
import type { Panels } from './panel/panels';
import type { WorkspaceSession } from './session';
import { showError } from './showError';
import { grouped } from '../../wording/grouped';

async function questionFromPerson(): Promise<string | undefined> {
  const question = await vscode.window.showInputBox({
    title: vscode.l10n.t('Workspace Context: Ask'),
    prompt: vscode.l10n.t('A question about the repositories open in this window'),
    placeHolder: vscode.l10n.t('How do we rotate the secrets of billing-worker?'),
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.length > QUESTION_LIMIT
        ? vscode.l10n.t('A question is at most {0} characters long; this one has {1}.', grouped(QUESTION_LIMIT), grouped(value.length))
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
export function registerAskCommand(session: WorkspaceSession, panels: Panels): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.ask, async (args?: unknown): Promise<ContextPack | undefined> => {
    if (args !== undefined) {
      return panels.ask(questionOf(args), async (service, _question, onProgress) =>
        service.ask(args, { wait: true, now: null }, onProgress),
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
    return panels.ask(question).catch(() => undefined);
  });
}
