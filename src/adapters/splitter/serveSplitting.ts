import type { NoContent, RawContent } from '../../ports/contentSplitter';
import type { StoredContent } from '../../ports/store';
import type { SplitReply, SplitRequest } from './splitterThread';

/** The thread's end of the line: `parentPort`, or anything that behaves like it. */
export interface ServedSplitterPort {
  on(event: 'message', listener: (request: SplitRequest) => void): unknown;
  postMessage(reply: SplitReply, transferred: readonly ArrayBuffer[]): void;
}

/** Answers requests in the order they come. What `split` throws ends the thread, and whoever asked splits for himself. */
export function serveSplitting(port: ServedSplitterPort, split: (document: RawContent) => Promise<StoredContent | NoContent>): void {
  let before: Promise<void> = Promise.resolve();
  port.on('message', ({ id, documents }) => {
    before = before.then(async () => {
      const contents: (StoredContent | NoContent)[] = [];
      for (const document of documents) contents.push(await split(document));
      port.postMessage({ id, contents }, contents.flatMap(buffersOf));
    });
  });
}

/** The numbers of a content lie in buffers of their own, which need not be copied. */
function buffersOf(content: StoredContent | NoContent): ArrayBuffer[] {
  return typeof content === 'string' ? [] : [content.terms.entries, content.terms.counts].map(({ buffer }) => buffer as ArrayBuffer);
}
