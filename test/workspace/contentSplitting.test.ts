import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveSplitting } from '../../src/adapters/splitter/serveSplitting';
import { splitterOver, type SplitterThread } from '../../src/adapters/splitter/splitterThread';
import type { ContentSplitter, RawContent } from '../../src/ports/contentSplitter';
import type { ContentKey, ContentPacker, PackedContents, Store, StoredContent } from '../../src/ports/store';
import { ensureContents, parseContent, type PendingDocument, SHARED_FROM_BYTES } from '../../src/workspace/contents';

const silent = { debug: () => undefined, warn: () => undefined };
const secretScanner = { scan: async () => [] };

/** A packer whose packs hold two contents, as JSON. */
function jsonPacker(): ContentPacker {
  let held: StoredContent[] = [];
  const rest = (): PackedContents | null => {
    if (held.length === 0) return null;
    const pack = new TextEncoder().encode(JSON.stringify(held));
    held = [];
    return pack;
  };
  return {
    add: (content) => {
      held.push(content);
      return held.length === 2 ? rest() : null;
    },
    rest,
  };
}

/** A store that only keeps what it is given. */
function keepingStore(): { store: Store; kept: Map<ContentKey, StoredContent> } {
  const kept = new Map<ContentKey, StoredContent>();
  const store: Partial<Store> = {
    knownContents: async () => new Set<ContentKey>(),
    createPacker: jsonPacker,
    addPacked: async (packs) => {
      for (const pack of packs) for (const content of JSON.parse(new TextDecoder().decode(pack)) as StoredContent[]) kept.set(content.key, content);
    },
  };
  return { store: store as Store, kept };
}

/** Documents each of which is a share of its own, whatever they hold; null stands for a file that vanished. */
function documentsOf(texts: readonly (string | null)[]): PendingDocument[] {
  return texts.map((text, index) => ({
    path: `${index}.md`,
    key: text ?? `vanished ${index}`,
    format: 'markdown',
    size: SHARED_FROM_BYTES,
    bytes: async () => (text === null ? null : new TextEncoder().encode(text)),
  }));
}

/** The other end of a splitter in this process; it fails at the request after `failsAfter`. */
function splitterOverChannel(counted: { split: number }, failsAfter = Number.POSITIVE_INFINITY): ContentSplitter {
  const { port1, port2 } = new MessageChannel();
  let requests = 0;
  let fail: (reason: unknown) => void = () => undefined;
  serveSplitting(port2 as never, async (document: RawContent) => {
    counted.split += 1;
    return parseContent(secretScanner, document);
  }, jsonPacker());
  const thread = {
    on: (event: string, listener: (value: never) => void) => {
      if (event === 'error') fail = listener as (reason: unknown) => void;
      else if (event === 'message') port1.on('message', listener as (value: unknown) => void);
    },
    postMessage: (request: unknown) => {
      requests += 1;
      if (requests > failsAfter) setImmediate(() => fail(new Error('gone')));
      else port1.postMessage(request);
    },
    terminate: () => port1.close(),
  };
  return splitterOver(thread as unknown as SplitterThread, silent);
}

const text = fc.oneof(fc.constantFrom('# One\n\nText.\n', 'with\0null', '', '## Two\n\n- a\n- b\n', null), fc.string());

describe('splitting contents on two threads', () => {
  it('gives what one thread gives, whatever the documents and wherever the other thread fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 12 }), fc.integer({ min: 0, max: 8 }), async (texts, failsAfter) => {
        const alone = keepingStore();
        const expected = await ensureContents({ store: alone.store, secretScanner }, documentsOf(texts), new Set(), () => undefined);
        const shared = keepingStore();
        const splitter = splitterOverChannel({ split: 0 }, failsAfter);
        let done = 0;
        const update = await ensureContents(
          { store: shared.store, secretScanner },
          documentsOf(texts),
          new Set(),
          () => (done += 1),
          splitter,
        );
        splitter.end();
        expect({ ...update, vanished: [...update.vanished].sort() }).toEqual({ ...expected, vanished: [...expected.vanished].sort() });
        expect([...shared.kept].sort()).toEqual([...alone.kept].sort());
        // Each distinct content is told of once.
        expect(done).toBe(new Set(texts.filter((one) => one !== null)).size);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves part of many contents to the other thread', async () => {
    const counted = { split: 0 };
    const documents = documentsOf(Array.from({ length: 20 }, (_, index) => `# Document ${index}\n`));
    const splitter = splitterOverChannel(counted);
    const { store, kept } = keepingStore();
    await ensureContents({ store, secretScanner }, documents, new Set(), () => undefined, splitter);
    splitter.end();
    expect(kept.size).toBe(20);
    expect(counted.split).toBeGreaterThan(0);
    expect(counted.split).toBeLessThan(20);
  });
});
