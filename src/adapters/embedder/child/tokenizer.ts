import path from 'node:path';
import { AutoTokenizer, env } from '@xenova/transformers';
import type { ModelFolder } from '../modelFolder';

/** A text as the model reads it. */
export interface TokenizedText {
  readonly ids: readonly number[];
  /** True when the text had more tokens than the model takes. */
  readonly cut: boolean;
  /** True when any of its tokens is a word, or a part of one, that the model knows. */
  readonly known: boolean;
}

export type Tokenizer = (text: string) => TokenizedText;

/** Code units of a text that are read at most: 512 tokens, each a word of 100 letters, the longest a model knows. */
const MAX_LENGTH = 1 << 16;
const UNREACHABLE = 'http://0.0.0.0:0/';

// Set before anything is loaded: the library would fetch from a hub what it does not find.
env.allowRemoteModels = false;
env.remoteHost = UNREACHABLE;
env.useBrowserCache = false;
env.useFSCache = false;

/** What the library's tokenizers have and its type declarations leave open. */
interface LibraryTokenizer {
  (text: string, options: { return_tensor: false }): { input_ids: number[] };
  readonly all_special_ids: readonly number[];
  readonly unk_token_id?: number;
}

/**
 * The tokenizer of a model folder.
 * @throws what the library throws when it cannot read the folder.
 */
export async function loadTokenizer(model: ModelFolder): Promise<Tokenizer> {
  env.localModelPath = path.dirname(model.folder);
  const loaded: unknown = await AutoTokenizer.from_pretrained(path.basename(model.folder), { local_files_only: true });
  const tokenizer = loaded as LibraryTokenizer;
  const special = new Set(tokenizer.all_special_ids);

  return (text) => {
    const read = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
    const all = tokenizer(read, { return_tensor: false }).input_ids;
    const ids = cutTokens(all, model.maxTokens, special);
    return {
      ids,
      cut: read !== text || ids !== all,
      known: ids.some((id) => !special.has(id) && id !== tokenizer.unk_token_id),
    };
  };
}

/**
 * At most `limit` tokens: where the last one is special, it stays the last one, as the models were trained
 * and as the tokenizers they come from do it (this library's own cut loses it).
 */
function cutTokens(ids: readonly number[], limit: number, special: ReadonlySet<number>): readonly number[] {
  const last = ids.at(-1);
  if (ids.length <= limit || last === undefined) return ids;
  return special.has(last) ? [...ids.slice(0, limit - 1), last] : ids.slice(0, limit);
}
