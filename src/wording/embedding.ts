import type { EmbeddingWait, RepositoryEmbedding, WorkspaceEmbedding } from '../contract/status';
import { countOf } from './count';
import { grouped } from './grouped';

const WAITS: Readonly<Record<EmbeddingWait, string>> = {
  paused: 'paused',
  typing: 'waiting while you type',
  battery: 'waiting until the machine is off its battery',
  'other-process': 'another window or program is at it',
};

const RUNTIMES = { native: 'native runtime', wasm: 'WebAssembly, the slower runtime' } as const;

/** `meaning: ready, by Xenova/all-MiniLM-L6-v2 (native runtime)`: how passages are compared by meaning. */
export function meaningOf({ model, state, runtime, waiting }: WorkspaceEmbedding): string {
  if (state === 'off') return 'meaning: off, answers are by words alone';
  const how = `by ${model}${runtime === null ? '' : ` (${RUNTIMES[runtime]})`}`;
  if (state === 'ready') return `meaning: ready, ${how}`;
  return `meaning: not all passages are embedded yet, ${how}${waiting === null ? '' : `; ${WAITS[waiting]}`}`;
}

/** `embedded: 120 of 130 passages, 2 of them cut at the longest text the model takes, 1 without a vector`. */
export function embeddedOf({ embedded, cut, without, pending }: RepositoryEmbedding): string {
  return [
    `embedded: ${grouped(embedded)} of ${countOf(embedded + without + pending, 'passage')}`,
    ...(cut === 0 ? [] : [`${grouped(cut)} of them longer than the model takes, by their beginning`]),
    ...(without === 0 ? [] : [`${grouped(without)} without anything the model knows`]),
  ].join('; ');
}
