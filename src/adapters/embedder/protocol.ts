import type { EmbedderRuntime, TextEmbedding } from '../../ports/embedder';
import type { ModelFolder } from './modelFolder';

/** What is sent to the embedder's process: one `load`, then texts. */
export type EmbedderRequest =
  | { readonly kind: 'load'; readonly model: ModelFolder; readonly runtime: EmbedderRuntime }
  | {
      readonly kind: 'embed';
      readonly id: number;
      readonly text: string;
      /** A question goes before every other text that waits. */
      readonly question: boolean;
    };

/** What comes back: one `loaded` or `unusable`, then one `embedded` for each text. */
export type EmbedderReply =
  | {
      readonly kind: 'loaded';
      /** `wasm` also where `native` was asked for and does not load on this system, or is refused what it needs. */
      readonly runtime: EmbedderRuntime;
      /** Why another runtime than the one asked for, for the log; empty where it is that one. */
      readonly detail: string;
    }
  | {
      readonly kind: 'unusable';
      /** A sentence for people. */
      readonly reason: string;
      /** For the log. */
      readonly detail: string;
    }
  | { readonly kind: 'embedded'; readonly id: number; readonly embedding: TextEmbedding };
