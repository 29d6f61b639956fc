import type { EmbedderRuntime } from '../../ports/embedder';

/** What is known of a runtime that may crash. */
export interface CrashRecord {
  readonly runtime: EmbedderRuntime;
  /** Deaths that no text explains. */
  readonly deaths: number;
  /** Texts embedded since this runtime was taken. */
  readonly embedded: number;
  /** Texts embedded since the last death. */
  readonly sinceDeath: number;
  /** Starts after a death, since the last long stretch without one. */
  readonly restarts: number;
}

/**
 * What to do after a death: start again; start again, and the text it died on has no vector; start again
 * on WebAssembly; start no more.
 */
export type AfterDeath = 'again' | 'without-text' | 'on-wasm' | 'no-more';

/** Native code that dies twice is not trusted; WebAssembly has nothing to fall back on. */
const DEATHS: Readonly<Record<EmbedderRuntime, number>> = { native: 2, wasm: 3 };
const CRASHES_OF_A_TEXT = 2;
/** After so many texts without a death the earlier ones are forgiven: the system may have been short of memory. */
const FORGIVING = 1000;
const MOST_RESTARTS = 20;

export function newCrashRecord(runtime: EmbedderRuntime): CrashRecord {
  return { runtime, deaths: 0, embedded: 0, sinceDeath: 0, restarts: 0 };
}

export function afterEmbedded(record: CrashRecord): CrashRecord {
  const sinceDeath = record.sinceDeath + 1;
  const forgiven = sinceDeath >= FORGIVING ? { deaths: 0, restarts: 0 } : {};
  return { ...record, ...forgiven, embedded: record.embedded + 1, sinceDeath };
}

/**
 * What follows from a death.
 * @param crashes how many deaths, this one included, befell the one text it worked on; 0 while loading,
 * and when it is not certain which text that was.
 */
export function afterDeath(record: CrashRecord, crashes: number): { record: CrashRecord; decision: AfterDeath } {
  const died = { ...record, deaths: record.deaths + 1, sinceDeath: 0, restarts: record.restarts + 1 };
  if (died.restarts > MOST_RESTARTS) return { record: died, decision: 'no-more' };
  // A runtime that has embedded other texts is not to blame for one that it always dies on. One that has
  // not may be: WebAssembly tries the text, too.
  const hasWorked = record.embedded > 0;
  if (crashes >= CRASHES_OF_A_TEXT && (hasWorked || record.runtime === 'wasm')) {
    const deaths = hasWorked ? Math.max(0, died.deaths - CRASHES_OF_A_TEXT) : died.deaths;
    return { record: { ...died, deaths }, decision: 'without-text' };
  }
  if (died.deaths < DEATHS[record.runtime]) return { record: died, decision: 'again' };
  return record.runtime === 'native'
    ? { record: { ...newCrashRecord('wasm'), restarts: died.restarts }, decision: 'on-wasm' }
    : { record: died, decision: 'no-more' };
}
