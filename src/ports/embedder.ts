/** The model that vectors are made with. */
export interface EmbeddingModel {
  /** As answers name it. Two models that could give a text different vectors have different ids. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** How a text's vector is made from those of its tokens. */
  readonly pooling: Pooling;
}

/** The mean over all tokens, or the vector of the first one. */
export type Pooling = 'mean' | 'cls';

/**
 * What became of one text. It depends on the text and the model alone and may be kept for good, but for
 * `fails`, which another version of the product may do better.
 */
export type TextEmbedding =
  | {
      readonly kind: 'vector';
      /** Of length 1 (L2). */
      readonly vector: Float32Array;
      /** True when the text has more tokens than the model takes: the vector is that of its beginning. */
      readonly cut: boolean;
    }
  | {
      readonly kind: 'none';
      /** `no-known-token`: nothing in it is a word of the model. `fails`: the model fails or crashes on it, time and again. */
      readonly why: 'no-known-token' | 'fails';
    };

/** What runs the model: the processor's own code, or WebAssembly, at about a sixth of the speed. */
export type EmbedderRuntime = 'native' | 'wasm';

export interface EmbedderState {
  /** `off`: not running, and started by the next text; `failed`: not started again, `reason` says why. */
  readonly phase: 'off' | 'starting' | 'ready' | 'failed';
  /** What runs it, or would. */
  readonly runtime: EmbedderRuntime;
  /** Why it failed, a sentence for people without any path of the machine; null otherwise. */
  readonly reason: string | null;
  /** What people should know although it works: that it was restarted, that it runs on WebAssembly. Sentences. */
  readonly notices: readonly string[];
  readonly paused: boolean;
  /** Texts of `embed` that have no result yet. */
  readonly waiting: number;
}

/**
 * Makes vectors of texts, one text at a time, in another process that starts with the first text and ends
 * when there was nothing to do for a while.
 */
export interface Embedder {
  readonly model: EmbeddingModel;
  /**
   * The embedding of each text, in their order, as they are made; several calls are served one after the
   * other. Only a few are made ahead of the reader. Ends early, without an error, when `signal` is aborted.
   * @throws EmbedderUnavailableError (while iterating) when the embedder has failed; what was given stays good.
   */
  embed(texts: readonly string[], signal?: AbortSignal): AsyncIterable<TextEmbedding>;
  /**
   * The vector of a question, before all texts that wait in `embed`, also while paused. Null when it has
   * none, when the embedder has failed (`state` says why), when too many questions wait, and when `signal`
   * is aborted first. Never rejects.
   */
  embedQuestion(question: string, signal?: AbortSignal): Promise<Float32Array | null>;
  state(): EmbedderState;
  /** Calls back after every change of phase, runtime, notices or pause; returns how to stop that. */
  onStateChange(listener: () => void): () => void;
  /** Holds the texts of `embed` back, but for the few under way, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the other process for good: what waits is not embedded, and later calls find the embedder failed. */
  stop(): Promise<void>;
}

/** The embedder has failed; `message` is a sentence for people, without any path of the machine. */
export class EmbedderUnavailableError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'EmbedderUnavailableError';
  }
}
