import type { NoContent, RawContent, SplitContents } from '../../ports/contentSplitter';
import type { ContentPacker, PackedContents, StoredContent } from '../../ports/store';
import type { SplitReply, SplitRequest } from './splitterThread';

/** The thread's end of the line: `parentPort`, or anything that behaves like it. */
export interface ServedSplitterPort {
  on(event: 'message', listener: (request: SplitRequest) => void): unknown;
  postMessage(reply: SplitReply, transferred: readonly ArrayBuffer[]): void;
}

/** Answers requests in the order they come. What `split` throws ends the thread, and whoever asked splits for himself. */
export function serveSplitting(port: ServedSplitterPort, split: (document: RawContent) => Promise<StoredContent | NoContent>, packer: ContentPacker): void {
  const splitAll = async (documents: readonly RawContent[]): Promise<SplitContents> => {
    const outcomes: SplitContents['outcomes'][number][] = [];
    const packs: PackedContents[] = [];
    for (const document of documents) {
      const content = await split(document);
      const pack = typeof content === 'string' ? null : packer.add(content);
      outcomes.push(typeof content === 'string' ? content : 'kept');
      if (pack !== null) packs.push(pack);
    }
    return { outcomes, packs };
  };
  const rest = (): SplitContents => {
    const pack = packer.rest();
    return { outcomes: [], packs: pack === null ? [] : [pack] };
  };
  let before: Promise<void> = Promise.resolve();
  port.on('message', ({ id, documents }) => {
    before = before.then(async () => {
      const contents = documents === 'rest' ? rest() : await splitAll(documents);
      port.postMessage({ id, contents }, contents.packs.map(({ buffer }) => buffer));
    });
  });
}
