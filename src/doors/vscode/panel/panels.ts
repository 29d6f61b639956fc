import * as vscode from 'vscode';
import { ANSWER_PANEL, SIDE_BAR_VIEW } from '../../../contract/ids';
import type { WorkspaceCodePack } from '../../../contract/coordinatorTool';
import type { ContextPack } from '../../../contract/tools';
import type { CodeQuery, GraphQuery, Tab } from '../../../webview/messages/fromPanel';
import { registerCommitDocuments } from '../openPassage';
import type { WorkspaceSession } from '../session';
import type { Ask } from './askConversation';
import { fillWebview } from './fillWebview';
import type { PanelConversation } from './panelConversation';
import type { PanelPlace } from './panelHtml';
import { panelHostOf } from './panelActions';
import { questionHistory } from './questionHistory';

/** The panel: a view in the side bar and a tab among the editors, each with a talk of its own. */
export interface Panels extends vscode.Disposable {
  /** Opens the tab among the editors (or brings it to the front) and asks in it. */
  ask(question: string, ask?: Ask): Promise<ContextPack>;
  /** Shows where an entity stands in the graph. */
  expand(query: GraphQuery): Promise<void>;
  /** Asks several repositories for code. */
  code(query: CodeQuery): Promise<WorkspaceCodePack>;
  /** Opens the tab among the editors on one of its own tabs. */
  show(tab: Tab): Promise<void>;
}

/** The talk and its schemas are loaded when the first panel opens. */
const loadConversation = () => import(/* webpackChunkName: "conversation" */ './panelConversation');

/** Begins the talk of a webview; what it says before the talk is loaded is kept for then. */
function converse(webview: vscode.Webview, host: ReturnType<typeof panelHostOf>): Promise<PanelConversation> {
  const conversation = loadConversation().then(({ panelConversation }) => panelConversation(host));
  webview.onDidReceiveMessage((raw) => void conversation.then((talk) => talk.receive(raw)));
  return conversation;
}

/** Registers the panel's two places; nothing is loaded before one of them is opened. */
export function createPanels(context: vscode.ExtensionContext, session: WorkspaceSession): Panels {
  const { extensionUri } = context;
  const history = questionHistory(context.workspaceState);
  const open = new Set<vscode.Webview>();
  let tab: { readonly panel: vscode.WebviewPanel; readonly conversation: Promise<PanelConversation> } | null = null;

  const begin = (webview: vscode.Webview, onDidDispose: vscode.Event<void>, place: PanelPlace): Promise<PanelConversation> => {
    open.add(webview);
    onDidDispose(() => {
      open.delete(webview);
      void conversation.then((talk) => talk.end());
    });
    const openInTab = (): void => void conversation.then(openAmongEditors);
    const host = panelHostOf(webview, session, history, { openInTab });
    // A webview that is gone takes no message, and throws.
    const conversation = converse(webview, { ...host, post: (message) => open.has(webview) && host.post(message) });
    fillWebview(webview, extensionUri, place);
    return conversation;
  };
  history.onDidChange(() => {
    for (const webview of open) void webview.postMessage({ type: 'history', questions: [...history.list()] });
  });

  const adopt = (panel: vscode.WebviewPanel): Promise<PanelConversation> => {
    panel.iconPath = {
      light: vscode.Uri.joinPath(extensionUri, 'media', 'panel-light.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media', 'panel-dark.svg'),
    };
    const conversation = begin(panel.webview, panel.onDidDispose, 'editor');
    panel.onDidDispose(() => {
      if (tab?.panel === panel) tab = null;
    });
    tab = { panel, conversation };
    return conversation;
  };
  const reveal = (): Promise<PanelConversation> => {
    if (tab !== null) {
      tab.panel.reveal(undefined, false);
      return tab.conversation;
    }
    return adopt(vscode.window.createWebviewPanel(ANSWER_PANEL, 'Workspace Context', vscode.ViewColumn.Active));
  };
  /** Opens the tab among the editors with the question that another place shows. */
  const openAmongEditors = async (other: PanelConversation): Promise<void> => {
    const conversation = await reveal();
    const question = other.question();
    // The panel shows what goes wrong.
    if (question !== null && question !== conversation.question()) await conversation.ask(question).catch(() => undefined);
  };
  const onTab = async (name: Tab): Promise<PanelConversation> => {
    const conversation = await reveal();
    conversation.select(name);
    return conversation;
  };

  const registered = vscode.Disposable.from(
    history,
    registerCommitDocuments(() => session.service()),
    vscode.window.registerWebviewViewProvider(SIDE_BAR_VIEW, {
      resolveWebviewView: (view) => void begin(view.webview, view.onDidDispose, 'sideBar'),
    }),
    // What was open when the window was closed is there again with the window; it asks again what it showed.
    vscode.window.registerWebviewPanelSerializer(ANSWER_PANEL, {
      deserializeWebviewPanel: async (panel) => {
        if (tab === null) await adopt(panel);
        else panel.dispose();
      },
    }),
  );

  return {
    ask: async (question, ask) => (await onTab('ask')).ask(question, ask),
    expand: async (query) => (await onTab('graph')).expand(query),
    code: async (query) => (await onTab('code')).code(query),
    show: async (name) => void (await onTab(name)),
    dispose: () => {
      registered.dispose();
      tab?.panel.dispose();
    },
  };
}
