import * as vscode from 'vscode';
import { COMMANDS, CONTEXT_KEYS, SETTINGS_SECTION } from '../../../contract/ids';
import type { PassageRow } from '../../../contract/tools';
import type { PanelAction } from '../../../webview/messages/fromPanel';
import { openAtCommit, openPassage } from '../openPassage';
import type { WorkspaceSession } from '../session';
import { showError } from '../showError';
import type { PanelHost, QuestionHistory } from './panelHost';

/** Whether an address is one that a browser may be given: nothing that runs or opens a program. */
const isLink = (uri: string): boolean => /^https:\/\//i.test(uri);

/** What a conversation asks of the session and of the editor, for any webview. */
export function panelHostOf(
  webview: vscode.Webview,
  session: WorkspaceSession,
  history: QuestionHistory,
  own: { readonly openInTab: () => void },
): PanelHost {
  const post: PanelHost['post'] = (message) => void webview.postMessage(message);
  const telling = async (work: () => PromiseLike<unknown> | void): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      void showError(thrown);
    }
  };
  const actions: Readonly<Record<PanelAction, () => PromiseLike<unknown> | void>> = {
    refreshIndex: () => vscode.commands.executeCommand(COMMANDS.refreshIndex),
    showStatus: () => vscode.commands.executeCommand(COMMANDS.showStatus),
    openSettings: () => vscode.commands.executeCommand('workbench.action.openSettings', SETTINGS_SECTION),
    openInTab: own.openInTab,
    pickEntity: () => vscode.commands.executeCommand(COMMANDS.expandEntity),
    manageTrust: () => vscode.commands.executeCommand('workbench.trust.manage'),
  };
  return {
    post,
    service: () => session.service(),
    history,
    open: (sourceRef, lines) => telling(() => openPassage(session.service(), sourceRef, lines)),
    openAtCommit: (passage: PassageRow) => telling(() => openAtCommit(session.service(), passage)),
    openLink: (uri) =>
      telling(async () => {
        if (isLink(uri)) await vscode.env.openExternal(vscode.Uri.parse(uri, true));
      }),
    copy: (text) =>
      telling(async () => {
        await vscode.env.clipboard.writeText(text);
        post({ type: 'copied' });
      }),
    act: (action) => telling(() => actions[action]()),
    did: (deed) => void vscode.commands.executeCommand('setContext', CONTEXT_KEYS[deed], true),
  };
}
