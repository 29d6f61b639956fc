import { createHash } from 'node:crypto';

/** What came of one case. */
export interface CaseResult {
  /** What was fuzzed, as the table names it: `markdown`, `workspace_expand`, `kill: vectors`. */
  readonly subject: string;
  /** `parsed`, `skipped: binary`, `refused: invalid-argument`… */
  readonly outcome: string;
  /** Sentences that say which law does not hold; empty where all do. */
  readonly findings: readonly string[];
  /** What it was done with, to be saved where something was found; made smaller where that is easy. */
  readonly input: () => Promise<Uint8Array | string>;
}

/** Makes and checks the cases of one kind; the same number gives the same case. */
export interface Fuzzer {
  run(number: number): Promise<CaseResult>;
  close?(): Promise<void>;
}

/** What was thrown, as a finding; the place in our own code is told, too. */
export function thrownFinding(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `threw ${String(thrown)}`;
  const place = thrown.stack?.split('\n').find((line) => line.includes('/src/'))?.trim() ?? '';
  return `threw ${thrown.name}: ${thrown.message.slice(0, 300)} ${place}`.trim();
}

/** A short name for values that have to be the same, which may be large. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, typedArraysAsLists) ?? 'undefined').digest('hex');
}

function typedArraysAsLists(_key: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value;
}

/** Tries made to find a smaller input that fails alike. */
const SHRINKING_TRIES = 300;

/** A shorter input for which `fails` still holds: stretches are left out, the long ones first. */
export async function shrunk(input: Uint8Array, fails: (input: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let best = Buffer.from(input);
  let tries = 0;
  for (let length = best.length >> 1; length >= 1; length >>= 1) {
    for (let at = 0; at < best.length; ) {
      if (tries >= SHRINKING_TRIES) return best;
      tries += 1;
      const without = Buffer.concat([best.subarray(0, at), best.subarray(at + length)]);
      if (await fails(without)) best = without;
      else at += length;
    }
  }
  return best;
}
