import type { Tab } from '../../../webview/messages/fromPanel';
import { panelRequestOf } from '../../../webview/messages/fromPanel';
import { askConversation, type AskConversation } from './askConversation';
import { codeConversation, type CodeConversation } from './codeConversation';
import { graphConversation, type GraphConversation } from './graphConversation';
import type { PanelHost } from './panelHost';

/** What one panel and the extension say to each other. */
export interface PanelConversation {
  /** Takes a message of the panel; one that breaks the schema is dropped. */
  receive(raw: unknown): void;
  /** Brings a tab to the front, now or as soon as the panel is loaded. */
  select(tab: Tab): void;
  readonly ask: AskConversation['ask'];
  readonly question: AskConversation['question'];
  readonly expand: GraphConversation['expand'];
  readonly code: CodeConversation['ask'];
  /** The panel is closed: what runs for nobody else ends. */
  end(): void;
}

/** The talk between one panel and the extension. A panel that loads again is told again what it showed. */
export function panelConversation(editor: PanelHost): PanelConversation {
  let isLoaded = false;
  // The editor keeps messages for a panel that is still loading. It would show them, and again what it is told once it is
  // loaded: cards that are replaced while somebody reaches for them.
  const host: PanelHost = { ...editor, post: (message) => void (isLoaded && editor.post(message)) };
  const ask = askConversation(host);
  const graph = graphConversation(host);
  const code = codeConversation(host);
  /** Kept until the panel says that it is in front: a panel that is hidden is gone without a word, and what it is told then is lost. */
  let wanted: Tab | null = null;

  return {
    ask: ask.ask,
    question: ask.question,
    expand: graph.expand,
    code: code.ask,
    end: () => {
      ask.receive({ type: 'cancel', tab: 'ask' });
      code.receive({ type: 'cancel', tab: 'code' });
    },
    select: (tab) => {
      wanted = tab;
      host.post({ type: 'select', tab });
    },
    receive: (raw) => {
      const message = panelRequestOf(raw);
      if (message === null) return;
      isLoaded ||= message.type === 'ready';
      ask.receive(message);
      graph.receive(message);
      code.receive(message);
      if (message.type === 'act') void host.act(message.action);
      if (message.type === 'selected' && message.tab === wanted) wanted = null;
      if (message.type === 'ready' && wanted !== null) host.post({ type: 'select', tab: wanted });
    },
  };
}
