import type { EmbedderLine } from '../../../src/adapters/embedder/line';
import type { EmbedderReply, EmbedderRequest } from '../../../src/adapters/embedder/protocol';
import type { EmbedderRuntime } from '../../../src/ports/embedder';

/** A process that exists in the test only. */
export interface FakeProcess extends EmbedderLine {
  readonly runtime: EmbedderRuntime | null;
  /** Texts it was sent and has not answered, in the order they came. */
  readonly texts: readonly { readonly id: number; readonly text: string; readonly question: boolean }[];
  readonly ended: boolean;
  readonly keepsAlive: boolean;
  reply(reply: EmbedderReply): void;
  loaded(): void;
  /** Answers the oldest text with a vector that holds the text's length. */
  answer(): void;
  die(): void;
}

export function fakeProcess(): FakeProcess {
  let onReply: (reply: EmbedderReply) => void = () => undefined;
  let onEnd: (detail: string) => void = () => undefined;
  let runtime: EmbedderRuntime | null = null;
  let ended = false;
  let keepsAlive = false;
  const texts: Extract<EmbedderRequest, { kind: 'embed' }>[] = [];
  const die = (): void => {
    if (ended) return;
    ended = true;
    onEnd('killed by the test');
  };
  return {
    get runtime() {
      return runtime;
    },
    get ended() {
      return ended;
    },
    get keepsAlive() {
      return keepsAlive;
    },
    texts,
    send: (request) => {
      if (request.kind === 'load') runtime = request.runtime;
      else texts.push(request);
    },
    onReply: (listener) => (onReply = listener),
    onEnd: (listener) => (onEnd = listener),
    keepAlive: (needed) => (keepsAlive = needed),
    end: die,
    reply: (reply) => onReply(reply),
    loaded: () => onReply({ kind: 'loaded', runtime: runtime ?? 'native', detail: '' }),
    answer: () => {
      const next = texts.shift();
      if (next === undefined) throw new Error('no text to answer');
      onReply({ kind: 'embedded', id: next.id, embedding: { kind: 'vector', vector: Float32Array.of(next.text.length), cut: false } });
    },
    die,
  };
}
