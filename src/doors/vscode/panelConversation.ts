import { errorReportOf } from '../../contract/errors';
import type { LineRange } from '../../contract/model';
import type { ContextPack } from '../../contract/tools';
import type { PanelMessage } from '../../webview/messages';
import { panelRequestOf } from '../../webview/panelRequest';
import type { IndexProgress } from '../../workspace/service';

export interface PanelHost {
  /** Sends a message to the panel; one that is not loaded yet misses it. */
  post(message: PanelMessage): void;
  ask(question: string, onProgress: (progress: IndexProgress) => void): Promise<ContextPack>;
  /** Opens a passage's file at its lines; says itself what went wrong. */
  open(sourceRef: string, lines: LineRange): Promise<void>;
}

/** What one panel and the extension say to each other. */
export interface PanelConversation {
  /** Takes a message of the panel; one that breaks the schema is dropped. */
  receive(raw: unknown): void;
  /**
   * Asks, shows progress and the outcome in the panel, and returns the answer.
   * @throws what the service throws; the panel shows it, too.
   */
  ask(question: string, ask?: PanelHost['ask']): Promise<ContextPack>;
}

/**
 * The talk between one panel and the extension. The latest question wins: outcomes of older ones are
 * not shown. A panel that loads again is told again what it showed.
 */
export function panelConversation(host: PanelHost): PanelConversation {
  let latest = 0;
  let shown: PanelMessage[] = [];

  const show = (message: PanelMessage & { request: number }): void => {
    if (message.request !== latest) return;
    const kept = shown.filter((earlier) => earlier.type === 'asking');
    shown = message.type === 'asking' ? [message] : [...kept, message];
    host.post(message);
  };

  const ask: PanelConversation['ask'] = async (question, askService = host.ask) => {
    const request = ++latest;
    show({ type: 'asking', request, question });
    try {
      const pack = await askService(question, (progress) => show({ type: 'progress', request, progress }));
      show({ type: 'answer', request, pack });
      return pack;
    } catch (thrown) {
      show({ type: 'failed', request, ...errorReportOf(thrown).error });
      throw thrown;
    }
  };

  return {
    ask,
    receive: (raw) => {
      const message = panelRequestOf(raw);
      if (message === null) return;
      if (message.type === 'ready') shown.forEach((earlier) => host.post(earlier));
      else if (message.type === 'ask') ask(message.question).catch(() => undefined);
      else void host.open(message.sourceRef, message.lines);
    },
  };
}
