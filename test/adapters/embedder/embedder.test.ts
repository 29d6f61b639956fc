import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbedder, type EmbedderOptions } from '../../../src/adapters/embedder/embedder';
import { EmbedderUnavailableError, type Embedder, type TextEmbedding } from '../../../src/ports/embedder';
import { fakeProcess, type FakeProcess } from './fakeLine';
import { allOf, OURS } from './lines';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function open(options: Partial<EmbedderOptions> = {}): {
  embedder: Embedder;
  started: FakeProcess[];
  current: () => FakeProcess;
} {
  const started: FakeProcess[] = [];
  const embedder = createEmbedder({
    model: OURS,
    start: () => {
      const line = fakeProcess();
      started.push(line);
      return line;
    },
    runtime: 'native',
    onNativeDistrusted: () => undefined,
    log: { debug: () => undefined, warn: () => undefined },
    ...options,
  });
  return { embedder, started, current: () => started.at(-1)! };
}

const lengthsOf = (embeddings: readonly TextEmbedding[]): (number | undefined)[] =>
  embeddings.map((one) => (one.kind === 'vector' ? one.vector[0] : undefined));

describe('texts on their way', () => {
  it('are two at the process, never more: one under way, one that waits there', async () => {
    const { embedder, current } = open();
    const all = allOf(embedder, ['a', 'bb', 'ccc', 'dddd']);
    await settled();
    expect(current().texts).toEqual([]);
    current().loaded();
    for (const [left, expected] of [[4, ['a', 'bb']], [3, ['bb', 'ccc']], [2, ['ccc', 'dddd']], [1, ['dddd']]] as const) {
      expect(embedder.state().waiting).toBe(left);
      expect(current().texts.map(({ text }) => text)).toEqual(expected);
      current().answer();
      await settled();
    }
    expect(lengthsOf(await all)).toEqual([1, 2, 3, 4]);
    expect(embedder.state().waiting).toBe(0);
  });

  it('are made only a few ahead of a reader who does not take them', async () => {
    const { embedder, current } = open();
    const reader = embedder.embed(Array.from({ length: 100 }, (_, index) => `${index}`))[Symbol.asyncIterator]();
    void reader.next();
    await settled();
    current().loaded();
    let made = 0;
    for (; current().texts.length > 0; made += 1) {
      current().answer();
      await settled();
    }
    expect(made).toBe(8);
  });

  it('give way to a question, which is sent at once', async () => {
    const { embedder, current } = open();
    const all = allOf(embedder, ['a', 'bb', 'ccc']);
    await settled();
    current().loaded();
    const answer = embedder.embedQuestion('a question');
    expect(current().texts.map(({ question }) => question)).toEqual([false, false, true]);
    for (let text = 0; text < 4; text += 1) {
      current().answer();
      await settled();
    }
    expect(await answer).toEqual(Float32Array.of('a question'.length));
    expect(await all).toHaveLength(3);
  });

  it('of several calls take turns', async () => {
    const { embedder, current } = open();
    const first = allOf(embedder, ['a', 'aa']);
    const second = allOf(embedder, ['aaa']);
    await settled();
    current().loaded();
    for (let text = 0; text < 3; text += 1) {
      current().answer();
      await settled();
    }
    expect(lengthsOf(await first)).toEqual([1, 2]);
    expect(lengthsOf(await second)).toEqual([3]);
  });

  it('end early, without an error, when their signal is aborted, and are no longer sent', async () => {
    const { embedder, current } = open();
    const abort = new AbortController();
    const all = allOf(embedder, ['a', 'bb', 'ccc', 'dddd', 'eeeee'], abort.signal);
    await settled();
    current().loaded();
    current().answer();
    await settled();
    abort.abort();
    expect(lengthsOf(await all)).toEqual([1]);
    current().answer();
    current().answer();
    expect(current().texts).toEqual([]);
    expect(embedder.state().waiting).toBe(0);
  });

  it('of a question whose signal is aborted have no vector, at once', async () => {
    const { embedder } = open();
    const abort = new AbortController();
    const answer = embedder.embedQuestion('a question', abort.signal);
    abort.abort();
    expect(await answer).toBeNull();
    expect(await embedder.embedQuestion('another', AbortSignal.abort())).toBeNull();
  });

  it('are 64 questions at most, a 65th is not embedded', async () => {
    const { embedder } = open();
    for (let question = 0; question < 64; question += 1) void embedder.embedQuestion(`${question}`);
    expect(await embedder.embedQuestion('one too many')).toBeNull();
  });
});

describe('a pause', () => {
  it('holds texts back but not questions, and lets the process end when idle', async () => {
    const { embedder, started, current } = open();
    embedder.pause();
    const all = allOf(embedder, ['a', 'bb']);
    await settled();
    expect(started).toHaveLength(0);
    const answer = embedder.embedQuestion('a question');
    current().loaded();
    expect(current().texts.map(({ text }) => text)).toEqual(['a question']);
    current().answer();
    expect(await answer).not.toBeNull();
    expect(current().keepsAlive).toBe(false);
    expect(embedder.state()).toMatchObject({ paused: true, waiting: 2 });
    embedder.resume();
    expect(current().keepsAlive).toBe(true);
    current().answer();
    current().answer();
    expect(await all).toHaveLength(2);
  });
});

describe('the process', () => {
  it('keeps the one that started it alive only while there is work', async () => {
    const { embedder, current } = open();
    const all = allOf(embedder, ['a']);
    await settled();
    expect(current().keepsAlive).toBe(true);
    current().loaded();
    current().answer();
    await all;
    expect(current().keepsAlive).toBe(false);
    await embedder.stop();
    expect(current().keepsAlive).toBe(true);
  });

  it('that cannot be started at all is said so', async () => {
    const { embedder } = open({
      start: () => {
        throw new Error('no more processes');
      },
    });
    await expect(allOf(embedder, ['a'])).rejects.toThrow('cannot be started on this system');
    expect(await embedder.embedQuestion('a')).toBeNull();
  });

  it('on WebAssembly, because the native runtime does not load, says so and is nothing to remember', async () => {
    let distrusted = 0;
    const { embedder, current } = open({ onNativeDistrusted: () => (distrusted += 1) });
    const all = allOf(embedder, ['a']);
    await settled();
    current().reply({ kind: 'loaded', runtime: 'wasm', detail: 'no native files' });
    current().answer();
    await all;
    expect(embedder.state()).toMatchObject({ phase: 'ready', runtime: 'wasm' });
    expect(embedder.state().notices).toEqual([expect.stringContaining('cannot be used on this system')]);
    expect(distrusted).toBe(0);
  });

  it('that is stopped leaves no text without an end', async () => {
    const { embedder, current } = open();
    const all = allOf(embedder, ['a', 'bb']);
    const answer = embedder.embedQuestion('a question');
    const refused = expect(all).rejects.toThrow(EmbedderUnavailableError);
    await settled();
    await embedder.stop();
    await refused;
    expect(await answer).toBeNull();
    expect(current().ended).toBe(true);
  });

  it('tells of every change of its phase', async () => {
    const { embedder, current } = open();
    const phases: string[] = [];
    const forget = embedder.onStateChange(() => phases.push(embedder.state().phase));
    const all = allOf(embedder, ['a']);
    await settled();
    current().loaded();
    current().answer();
    await all;
    forget();
    await embedder.stop();
    expect(phases).toEqual(['starting', 'ready']);
  });
});

describe('deaths of the process', () => {
  it('lose no text and change no order: those it always dies on have no vector, all others have theirs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 25 }).filter((all) => all.filter(Boolean).length <= 6),
        async (poisoned) => {
          // The first one shows that the runtime works.
          const texts = ['fine', ...poisoned.map((poison, index) => (poison ? 'poison' : 'x'.repeat(index + 1)))];
          const { embedder, started, current } = open();
          const all = allOf(embedder, texts);
          await settled();
          for (let loaded = 0; embedder.state().waiting > 0; ) {
            if (loaded < started.length) current().loaded();
            loaded = started.length;
            while (current().texts.length > 0 && current().texts[0]?.text !== 'poison') {
              current().answer();
              await settled();
            }
            if (current().texts.length > 0) current().die();
            await settled();
          }
          expect(lengthsOf(await all)).toEqual(texts.map((text) => (text === 'poison' ? undefined : text.length)));
          expect(embedder.state()).toMatchObject({ runtime: 'native', reason: null });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('at any moment leave every text with a result or every later one with the reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 }), async (answersBeforeDeath) => {
        const { embedder, current } = open();
        const texts = Array.from({ length: 30 }, (_, index) => 'x'.repeat(index + 1));
        const given: TextEmbedding[] = [];
        let failure: unknown = null;
        const reading = (async () => {
          for await (const one of embedder.embed(texts)) given.push(one);
        })().catch((thrown: unknown) => (failure = thrown));
        await settled();
        for (const answers of [...answersBeforeDeath, texts.length]) {
          if (embedder.state().phase === 'failed') break;
          current().loaded();
          for (let answered = 0; answered < answers && current().texts.length > 0; answered += 1) {
            current().answer();
            await settled();
          }
          if (answers < texts.length) current().die();
          await settled();
        }
        await reading;
        expect(lengthsOf(given).every((length, index) => length === undefined || length === index + 1)).toBe(true);
        expect(given.length === texts.length || failure instanceof EmbedderUnavailableError).toBe(true);
        expect(failure === null).toBe(embedder.state().phase !== 'failed');
      }),
      { numRuns: 100 },
    );
  });
});
