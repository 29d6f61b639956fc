import type { ContentSplitter, RawContent, SplitContents } from '../../ports/contentSplitter';
import type { Log } from '../../ports/log';

/** What is sent to the thread: documents to be split, or that it shall hand over what it kept. `id` numbers the requests. */
export interface SplitRequest {
  readonly id: number;
  readonly documents: readonly RawContent[] | 'rest';
}
export interface SplitReply {
  readonly id: number;
  readonly contents: SplitContents;
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
  const waiting = new Map<number, (contents: SplitContents | null) => void>();
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
  const ask = async (documents: SplitRequest['documents']): Promise<SplitContents | null> => {
    if (isGone) return null;
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      thread.postMessage({ id, documents });
    });
  };
  return {
    split: ask,
    rest: async () => (await ask('rest'))?.packs ?? null,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
    end: () => {
      lost();
      thread.terminate();
    },
  };
}
