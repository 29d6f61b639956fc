import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** A transport that knows which requests it owes an answer. */
export interface AnsweringTransport extends Transport {
  /** Resolves when every request that came in so far was answered or cancelled. */
  answered(): Promise<void>;
}

/** The request that a message takes back; null for any other message. */
function cancelledBy(message: JSONRPCMessage): RequestId | null {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return null;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Keeps count of what comes in and goes out over a transport. */
export function answeringTransport(inner: Transport): AnsweringTransport {
  const owed = new Set<RequestId>();
  let waiting: (() => void)[] = [];
  const settle = (id: RequestId): void => {
    owed.delete(id);
    if (owed.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const transport: AnsweringTransport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        if ('method' in message && 'id' in message) owed.add(message.id);
        const cancelled = cancelledBy(message);
        transport.onmessage?.(message, extra);
        // A cancelled request is not answered.
        if (cancelled !== null) settle(cancelled);
      };
      inner.onclose = () => transport.onclose?.();
      inner.onerror = (error) => transport.onerror?.(error);
      return inner.start();
    },
    send: async (message, options) => {
      try {
        await inner.send(message, options);
      } finally {
        if (!('method' in message) && message.id !== undefined) settle(message.id);
      }
    },
    close: () => inner.close(),
    answered: () => (owed.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
  return transport;
}
