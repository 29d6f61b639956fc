import type { PanelMessage } from '../../../webview/messages/toPanel';

/** A message that belongs to a request of a tab. */
export type RequestMessage = Extract<PanelMessage, { request: number }>;

/** What one tab of a panel shows. */
export interface ShownMessages {
  /** Begins a new request, whose messages are the only ones shown from now on; returns its number. */
  begin(): number;
  /** Whether no newer request has begun. */
  isLatest(request: number): boolean;
  /** Shows a message of the latest request; drops that of any other. */
  show(message: RequestMessage): void;
  /** Tells a panel that loads again what it showed. */
  replay(): void;
  /** Whether there is anything to replay. */
  isEmpty(): boolean;
}

/** Keeps what a tab was told since its latest request began; `passing` messages only tell how far it is and are not kept. */
export function shownMessages(post: (message: PanelMessage) => void, passing: readonly RequestMessage['type'][]): ShownMessages {
  let latest = 0;
  let shown: RequestMessage[] = [];
  return {
    begin: () => {
      latest += 1;
      shown = [];
      return latest;
    },
    isLatest: (request) => request === latest,
    show: (message) => {
      if (message.request !== latest) return;
      const last = shown.at(-1);
      // What only tells how far something is counts until the next message.
      if (last !== undefined && passing.includes(last.type)) shown.pop();
      shown.push(message);
      post(message);
    },
    replay: () => shown.forEach((message) => post(message)),
    isEmpty: () => shown.length === 0,
  };
}
