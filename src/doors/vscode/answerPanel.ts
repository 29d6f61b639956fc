import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { ANSWER_PANEL } from '../../contract/ids';
import type { ContextPack } from '../../contract/tools';
import { openPassage } from './openPassage';
import { panelConversation, type PanelConversation, type PanelHost } from './panelConversation';
import { panelHtmlOf } from './panelHtml';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** The one panel that shows answers. */
export interface AnswerPanel extends vscode.Disposable {
  /** Opens the panel (or brings it to the front) and asks in it. */
  ask(question: string, ask?: PanelHost['ask']): Promise<ContextPack>;
}

function fill(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const media = vscode.Uri.joinPath(extensionUri, 'media');
  webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
  webview.html = panelHtmlOf({
    nonce: randomBytes(24).toString('base64url'),
    scriptUri: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.js')).toString(),
    styleUri: webview.asWebviewUri(vscode.Uri.joinPath(media, 'webview.css')).toString(),
  });
}

/** What a conversation asks of the session and of the editor, for any webview. */
function panelHostOf(webview: vscode.Webview, session: WorkspaceSession): PanelHost {
  return {
    post: (message) => void webview.postMessage(message),
    ask: async (question, onProgress) => session.service().ask({ question }, { wait: true, now: null }, onProgress),
    open: async (sourceRef, lines) => {
      try {
        await openPassage(session.service(), sourceRef, lines);
      } catch (thrown) {
        void showError(thrown);
      }
    },
  };
}

/** Makes the panel's keeper; the panel itself opens with the first question. */
export function createAnswerPanel(extensionUri: vscode.Uri, session: WorkspaceSession): AnswerPanel {
  let open: { readonly panel: vscode.WebviewPanel; readonly conversation: PanelConversation } | null = null;

  function reveal(): PanelConversation {
    if (open !== null) {
      open.panel.reveal(undefined, false);
      return open.conversation;
    }
    const panel = vscode.window.createWebviewPanel(ANSWER_PANEL, 'Workspace Context', vscode.ViewColumn.Active);
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'panel-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'panel-dark.svg'),
    };
    const conversation = panelConversation(panelHostOf(panel.webview, session));
    panel.webview.onDidReceiveMessage((raw) => conversation.receive(raw));
    panel.onDidDispose(() => {
      open = null;
    });
    open = { panel, conversation };
    fill(panel.webview, extensionUri);
    return conversation;
  }

  return {
    ask: (question, ask) => reveal().ask(question, ask),
    dispose: () => open?.panel.dispose(),
  };
}
