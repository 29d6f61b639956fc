import { argumentFuzzer } from './arguments';
import { catalogFuzzer } from './catalogs';
import { codeFuzzer } from './code';
import { damageFuzzer } from './damage';
import { documentFuzzer } from './documents';
import { type Fuzzer, thrownFinding } from './fuzzer';
import { bundleWriters, killFuzzer } from './kills';
import { httpFuzzer, stdioFuzzer } from './protocol';
import { sampleIn } from './sampleService';
import { type Seeds, seedsIn } from './seeds';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';

/*
 * A process that does cases for bench/fuzz.mjs, which ends it when one takes too long. Told of each case by itself, so that
 * whoever watches knows which one hangs.
 */

/** What this process is started with. */
interface LaneOptions {
  readonly seed: string;
  /** A folder to write in. */
  readonly folder: string;
  /** Folders with files to mutate. */
  readonly seedFolders: readonly string[];
  readonly writers: string;
}

/** What is to be done: cases of a kind, by their numbers, or the scripts that are killed. */
interface Task {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

const { seed, folder, seedFolders, writers } = JSON.parse(process.argv.at(-1) ?? '{}') as LaneOptions;

let known: Seeds | null = null;
const seeds = (): Seeds => (known ??= seedsIn(seedFolders));

const MAKERS: Readonly<Record<string, () => Promise<Fuzzer>>> = {
  documents: async () => documentFuzzer(seed, seeds().documents),
  code: async () => codeFuzzer(seed, seeds().code),
  catalogs: async () => catalogFuzzer(seed, seeds().catalogs),
  arguments: () => argumentFuzzer(seed, folder),
  stdio: async () => stdioFuzzer(seed, (await sampleIn(mkdtempSync(path.join(folder, 'stdio-')))).workspace, mkdtempSync(path.join(folder, 'home-'))),
  http: async () => httpFuzzer(seed, (await sampleIn(mkdtempSync(path.join(folder, 'http-')))).workspace, mkdtempSync(path.join(folder, 'home-'))),
  kills: async () => killFuzzer(seed, folder, writers),
  damage: () => damageFuzzer(seed, folder),
};

const fuzzers = new Map<string, Promise<Fuzzer>>();

function fuzzerOf(kind: string): Promise<Fuzzer> {
  const made = fuzzers.get(kind) ?? (MAKERS[kind] ?? (() => Promise.reject(new Error(`There is no kind ${kind}.`))))();
  fuzzers.set(kind, made);
  return made;
}

/** What was thrown where nobody waited for it; it belongs to the case that is being done. */
const stray: string[] = [];
process.on('unhandledRejection', (thrown) => void stray.push(`rejected, and nobody waited for it: ${thrownFinding(thrown)}`));
process.on('uncaughtException', (thrown) => void stray.push(`thrown where nothing caught it: ${thrownFinding(thrown)}`));

async function work({ kind, from, to }: Task): Promise<void> {
  if (kind === 'bundle') {
    await bundleWriters(writers);
  } else {
    const fuzzer = await fuzzerOf(kind);
    for (let number = from; number < to; number += 1) {
      const { subject, outcome, findings, input } = await fuzzer.run(number);
      const found = [...findings, ...stray.splice(0)];
      const saved = found.length === 0 ? null : Buffer.from(await input()).toString('base64');
      process.send?.({ case: { kind, number, subject, outcome, findings: found, input: saved } });
    }
  }
  process.send?.({ done: true });
}

process.on('message', (message: Task | { readonly end: true }) => {
  if ('end' in message) {
    void Promise.allSettled([...fuzzers.values()].map(async (fuzzer) => (await fuzzer).close?.())).then(() => process.exit(0));
    return;
  }
  work(message).catch((thrown: unknown) => process.send?.({ failed: thrownFinding(thrown) }));
});
process.send?.({ ready: true });
