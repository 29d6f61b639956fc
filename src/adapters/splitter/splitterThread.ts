import type { ContentSplitter, NoContent, RawContent } from '../../ports/contentSplitter';
import type { Log } from '../../ports/log';
import type { StoredContent } from '../../ports/store';

/** What is sent to the thread, and what it answers; `id` numbers the requests. */
export interface SplitRequest {
  readonly id: number;
  readonly documents: readonly RawContent[];
}
export interface SplitReply {
  readonly id: number;
  readonly contents: readonly (StoredContent | NoContent)[];
}

/** The calling thread's end of the line: a `Worker`, or anything that behaves like one. */
export interface SplitterThread {
  on(event: 'message', listener: (reply: SplitReply) => void): unknown;
  on(event: 'error', listener: (reason: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(request: SplitRequest): void;
  terminate(): unknown;
}

/** A splitter over a thread that `serveSplitting` runs in. Once the thread failed, all that it was asked is answered with null. */
export function splitterOver(thread: SplitterThread, log: Log): ContentSplitter {
  const waiting = new Map<number, (contents: SplitReply['contents'] | null) => void>();
  let isGone = false;
  let last = 0;
  const lost = (): void => {
    isGone = true;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  thread.on('message', ({ id, contents }) => {
    waiting.get(id)?.(contents);
    waiting.delete(id);
  });
  thread.on('error', (reason) => {
    log.warn(`The thread that splits documents failed: ${reason instanceof Error ? reason.name : typeof reason}.`);
    lost();
  });
  thread.on('exit', lost);
  return {
    split: async (documents) => {
      if (isGone) return null;
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        thread.postMessage({ id, documents });
      });
    },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    end: () => {
      lost();
      thread.terminate();
    },
  };
}
