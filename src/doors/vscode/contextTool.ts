import * as vscode from 'vscode';
import { LANGUAGE_MODEL_TOOLS } from '../../contract/ids';
import type { WorkspaceContextArguments } from '../../contract/tools';
import { packTextOf } from '../../workspace/packText';
import { messageOf } from './errorMessage';
import type { WorkspaceSession } from './session';
import { textWithinBudget } from './tokenBudget';

/** Rejects with the editor's own cancellation as soon as the caller gives up. */
function unlessCancelled<Value>(work: Promise<Value>, token: vscode.CancellationToken): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new vscode.CancellationError());
    if (token.isCancellationRequested) cancel();
    const subscription = token.onCancellationRequested(cancel);
    work.then(resolve, reject).finally(() => subscription.dispose());
  });
}

/**
 * The language-model tool workspace_context. A call is answered at once, a cold index labelled as such.
 *
 * A caller with a token budget (a chat) gets the text form within it. One without (another extension)
 * gets the pack itself beside the text, as a part of JSON; Copilot Chat would drop such a part.
 */
export function registerContextTool(session: WorkspaceSession): vscode.Disposable {
  return vscode.lm.registerTool<WorkspaceContextArguments>(LANGUAGE_MODEL_TOOLS.workspaceContext, {
    prepareInvocation: ({ input }) => {
      const question = typeof input?.question === 'string' ? input.question : '';
      return {
        invocationMessage: new vscode.MarkdownString('Searching the workspace for “').appendText(question).appendMarkdown('”'),
        confirmationMessages: {
          title: 'Search the open repositories',
          message: new vscode.MarkdownString(
            'Workspace Context looks up passages of documentation, catalog files and epics that answer “',
          )
            .appendText(question)
            .appendMarkdown('”. It reads only; the passages found go to the language model of this chat.'),
        },
      };
    },
    invoke: async ({ input, tokenizationOptions }, token) => {
      try {
        const pack = await unlessCancelled(session.service().ask(input, { wait: false, now: null }), token);
        if (tokenizationOptions === undefined) {
          return new vscode.LanguageModelToolResult([
            new vscode.LanguageModelTextPart(packTextOf(pack)),
            vscode.LanguageModelDataPart.json(pack, 'application/json'),
          ]);
        }
        const { tokenBudget, countTokens } = tokenizationOptions;
        const text = await textWithinBudget(pack, tokenBudget, packTextOf, (part) => countTokens(part, token));
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } catch (thrown) {
        if (thrown instanceof vscode.CancellationError) throw thrown;
        throw new Error(messageOf(thrown));
      }
    },
  });
}
