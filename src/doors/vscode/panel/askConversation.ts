import type { ContextPack, PassageRow } from '../../../contract/tools';
import type { PanelRequest, RowReference } from '../../../webview/messages/fromPanel';
import { citationTextOf, promptMarkdownOf } from '../../../wording/citation';
import { harmlessLine, harmlessText } from '../../../workspace/harmlessText';
import type { IndexProgress, WorkspaceService } from '../../../workspace/service';
import { personReportOf } from '../errorMessage';
import type { PanelHost } from './panelHost';
import { type RequestMessage, shownMessages } from './shownMessages';

/** Puts a question; the panel's own way unless a caller brings another. `signal`: nobody looks at the panel for the answer any more. */
export type Ask = (service: WorkspaceService, question: string, onProgress: (progress: IndexProgress) => void, signal: AbortSignal) => Promise<ContextPack>;

/** A person's way: the answer waits for a cold index. */
const asPerson =
  (limit?: number): Ask =>
  async (service, question, onProgress, signal) =>
    service.ask({ question, ...(limit === undefined ? {} : { limit }) }, { wait: true, now: null }, onProgress, { signal });

/** A passage as it may be pasted anywhere: before it is framed, so that nothing that is taken out could break the frame. */
const harmless = (passage: PassageRow): PassageRow => ({
  ...passage,
  sourceRef: harmlessLine(passage.sourceRef),
  headingPath: passage.headingPath.map(harmlessLine),
  text: harmlessText(passage.text),
});

/** The talk about questions and their answers. */
export interface AskConversation {
  /** Takes what the panel asks, where it concerns this talk. */
  receive(request: PanelRequest): void;
  /**
   * Asks, shows progress and the outcome in the panel, and returns the answer.
   * @throws what the service throws; the panel shows it, too.
   */
  ask(question: string, ask?: Ask): Promise<ContextPack>;
  /** The question the panel shows; null before the first. */
  question(): string | null;
}

/** The latest question wins: outcomes of older ones are not shown, and neither is that of one that was given up. */
export function askConversation(host: PanelHost): AskConversation {
  const shown = shownMessages(host.post, ['progress']);
  let answered: { readonly request: number; readonly pack: ContextPack } | null = null;
  let running: { readonly request: number; readonly controller: AbortController } | null = null;
  let latest: string | null = null;

  const put = async (question: string, ask: Ask, limit?: number): Promise<ContextPack> => {
    const request = shown.begin();
    const tell = (message: RequestMessage): void => {
      if (running?.request === request) shown.show(message);
    };
    const controller = new AbortController();
    running = { request, controller };
    latest = question;
    tell({ type: 'asking', request, question, ...(limit === undefined ? {} : { limit }) });
    host.history.add(question);
    try {
      const pack = await ask(host.service(), question, (progress) => tell({ type: 'progress', request, progress }), controller.signal);
      if (running?.request === request) answered = { request, pack };
      tell({ type: 'answer', request, pack });
      host.did('questionAsked');
      return pack;
    } catch (thrown) {
      tell({ type: 'failed', request, ...personReportOf(thrown) });
      throw thrown;
    } finally {
      if (running?.request === request) running = null;
    }
  };
  /** Nobody waits any more: an index that is being built for this question alone is left as it was. */
  const giveUp = (): void => {
    if (running === null) return;
    const { request, controller } = running;
    shown.show({ type: 'cancelled', request });
    running = null;
    controller.abort();
  };
  /** The passage a panel speaks of; null where it speaks of an answer that is not shown any more. */
  const passageOf = ({ request, list, index }: RowReference): PassageRow | null =>
    answered?.request === request ? (answered.pack[list][index] ?? null) : null;

  return {
    ask: (question, ask = asPerson()) => put(question, ask),
    question: () => latest,
    receive: (message) => {
      switch (message.type) {
        case 'ready':
          host.post({ type: 'history', questions: [...host.history.list()] });
          shown.replay();
          if (shown.isEmpty() && message.restored?.question) put(message.restored.question, asPerson()).catch(() => undefined);
          return;
        case 'ask':
          put(message.question, asPerson(message.limit), message.limit).catch(() => undefined);
          return;
        case 'cancel':
          if (message.tab === 'ask') giveUp();
          return;
        case 'open':
          void host.open(message.sourceRef, message.lines);
          return;
        case 'forgetHistory':
          host.history.clear();
          return;
        case 'openAtCommit':
        case 'openPermalink':
        case 'copy': {
          const passage = passageOf(message.row);
          if (passage === null) return;
          if (message.type === 'openAtCommit') void host.openAtCommit(passage);
          else if (message.type === 'openPermalink') void host.openLink(passage.sourceUri);
          else void host.copy((message.as === 'citation' ? citationTextOf : promptMarkdownOf)(harmless(passage)));
        }
      }
    },
  };
}
