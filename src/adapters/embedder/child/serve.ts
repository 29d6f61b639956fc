import type { EmbedderRuntime } from '../../../ports/embedder';
import type { ModelFolder } from '../modelFolder';
import type { EmbedderReply, EmbedderRequest } from '../protocol';
import type { Runtime } from './runtime';
import { loadTextModel, ModelUnusableError, type TextModel } from './textModel';

/** The process's line to the one that started it. */
export interface ServedLine {
  onRequest(listener: (request: EmbedderRequest) => void): void;
  send(reply: EmbedderReply): void;
}

export interface Runtimes {
  native(): Promise<Runtime>;
  wasm(): Promise<Runtime>;
}

type Waiting = Extract<EmbedderRequest, { kind: 'embed' }>;

/** Answers what arrives at a line: loads the model once, then embeds one text after the other, questions first. */
export function serveEmbedder(line: ServedLine, runtimes: Runtimes): void {
  const questions: Waiting[] = [];
  const texts: Waiting[] = [];
  let model: TextModel | null = null;
  let working = false;

  const work = async (): Promise<void> => {
    if (working || model === null) return;
    working = true;
    for (let next = questions.shift() ?? texts.shift(); next !== undefined; next = questions.shift() ?? texts.shift()) {
      line.send({ kind: 'embedded', id: next.id, embedding: await model.embed(next.text) });
      // A turn of the event loop, in which a question can arrive: the native runtime blocks it while it works.
      await new Promise((resolve) => setImmediate(resolve));
    }
    working = false;
  };

  line.onRequest((request) => {
    if (request.kind === 'load') {
      void load(request.model, request.runtime, runtimes).then(({ reply, loaded }) => {
        model = loaded;
        line.send(reply);
        return work();
      });
      return;
    }
    (request.question ? questions : texts).push(request);
    void work();
  });
}

async function load(
  folder: ModelFolder,
  wanted: EmbedderRuntime,
  { native, wasm }: Runtimes,
): Promise<{ reply: EmbedderReply; loaded: TextModel | null }> {
  const refusals: string[] = [];
  try {
    // A system without the native files, or with another C library, says so by throwing.
    const runtimes = wanted === 'native' ? [native, wasm] : [wasm];
    const loaded = await loadTextModel(folder, runtimes, (why) => void refusals.push(detailOf(why)));
    return { reply: { kind: 'loaded', runtime: loaded.runtime, detail: refusals.join(' ') }, loaded };
  } catch (thrown) {
    const reason = thrown instanceof ModelUnusableError ? thrown.message : 'The embedding model could not be loaded.';
    return { reply: { kind: 'unusable', reason, detail: [...refusals, detailOf(thrown)].join(' ') }, loaded: null };
  }
}

function detailOf(thrown: unknown): string {
  return String(thrown instanceof ModelUnusableError && thrown.cause !== undefined ? thrown.cause : thrown);
}
