/**
 * What embedding costs. Run with `npm run build && npx vite-node bench/embedding.ts [texts [rounds]]`; it
 * needs ../shared (workspaces/orun.bundle). Prints, and asserts nothing:
 *   - the cosine of every reference text with its vector from the float32 weights;
 *   - passages a second (650 characters, one text a call) of the embedder and of the bare ONNX session, in turns,
 *     and their ratio; the same of WebAssembly;
 *   - the time to the first vector, of a question when the process runs, and of one during a batch;
 *   - the memory of the process (Linux).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bundledModel } from '../src/adapters/embedder/bundledModel';
import { createEmbedder } from '../src/adapters/embedder/embedder';
import { startLine } from '../src/adapters/embedder/line';
import type { Embedder, EmbedderRuntime } from '../src/ports/embedder';
// @ts-expect-error a script without types
import { clonedBundle, median as untypedMedian, PROJECT as untypedProject, sharedFile } from './support.mjs';

const median = untypedMedian as (numbers: readonly number[]) => number;
const PROJECT = untypedProject as string;
const [TEXTS = 100, ROUNDS = 5] = process.argv.slice(2).map(Number).filter(Number.isFinite);
const QUESTIONS = ['How long is a job lease good for?', 'What does garbage collection sweep?', 'How are discovery roots merged?'];
const LENGTH = 650;

const open = (runtime: EmbedderRuntime): Embedder =>
  createEmbedder({
    model: bundledModel(path.join(PROJECT, 'media/models')),
    start: () => startLine(path.join(PROJECT, 'dist/embedder.js')),
    runtime,
    onNativeDistrusted: () => console.log('the native runtime died twice'),
    log: { debug: () => undefined, warn: console.log },
  });

function passages(count: number): string[] {
  const root = (clonedBundle as (name: string) => string)('orun');
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  // Taken from all over the documents: prose, tables and code.
  const step = Math.floor((texts.length - LENGTH) / count);
  return Array.from({ length: count }, (_, index) => texts.slice(index * step, index * step + LENGTH));
}

async function millisOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<void> {
  for await (const embedding of embedder.embed(texts)) void embedding;
}

/** MiB, now and at most, of the only child of this process; null where the system does not tell. */
function memoryOfChild(): { now: number; most: number } | null {
  const children = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(children)) return null;
  const sizes = readFileSync(children, 'utf8').trim().split(' ').flatMap((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const size = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
    return status.startsWith('Name:\tnode') ? [{ now: size('VmRSS'), most: size('VmHWM') }] : [];
  });
  return sizes.find((one) => Number.isFinite(one.now)) ?? null;
}

const told = (value: number, unit: string): string => `${value.toFixed(1)} ${unit}`;
const texts = passages(TEXTS);

const starts: number[] = [];
let embedder = open('native');
for (let round = 0; round < ROUNDS; round += 1) {
  await embedder.stop();
  embedder = open('native');
  starts.push(await millisOf(() => embedder.embedQuestion(QUESTIONS[0]!)));
}
console.log(`time to the first vector, the process's start included: ${told(median(starts), 'ms')}`);

const asked: number[] = [];
for (let round = 0; round < 20 * ROUNDS; round += 1) {
  asked.push(await millisOf(() => embedder.embedQuestion(`${QUESTIONS[round % QUESTIONS.length]} ${round}`)));
}
console.log(`a question, the process running: p50 ${told(median(asked), 'ms')}`);

const reference = JSON.parse(readFileSync((sharedFile as (name: string) => string)('models/reference.json'), 'utf8')) as {
  vectors: { text: string; vector: number[] }[];
};
const cosines: number[] = [];
for (const { text, vector } of reference.vectors) {
  const ours = await embedder.embedQuestion(text);
  const cosine = ours?.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);
  // The tokenizer reads kana otherwise than the reference; the model is an English one.
  if (cosine !== undefined && !/\p{Script=Han}/u.test(text)) cosines.push(cosine);
  console.log(`cosine ${cosine?.toFixed(4) ?? 'no vector'}  ${JSON.stringify(text.slice(0, 60))}`);
}
console.log(`lowest cosine, Japanese aside: ${Math.min(...cosines).toFixed(4)}`);

await embedAll(embedder, texts);
const memory = memoryOfChild();
if (memory !== null) console.log(`memory of the process: ${told(memory.now, 'MiB')}, at most ${told(memory.most, 'MiB')}`);

const bare = fork(path.join(PROJECT, 'bench/bareSession.cjs'));
const bareMillis = async (): Promise<number> => {
  const result = once(bare, 'message');
  bare.send(texts);
  return Number((await result)[0]);
};
await bareMillis();
const ratios: number[] = [];
const speeds: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = await bareMillis();
  const ours = await millisOf(() => embedAll(embedder, texts));
  const after = await bareMillis();
  ratios.push((before + after) / 2 / ours);
  speeds.push((TEXTS * 1000) / ours);
}
bare.disconnect();
console.log(`native: ${told(median(speeds), 'passages/s')}, ${median(ratios).toFixed(2)} of the bare session (rounds: ${ratios.map((one) => one.toFixed(2)).join(' ')})`);

const during: number[] = [];
const batch = embedAll(embedder, texts);
for (let question = 0; question < 10; question += 1) {
  during.push(await millisOf(() => embedder.embedQuestion(`${QUESTIONS[question % QUESTIONS.length]} ${question}`)));
}
await batch;
console.log(`a question during a batch: p50 ${told(median(during), 'ms')}`);
await embedder.stop();

const wasm = open('wasm');
console.log(`WebAssembly, time to the first vector: ${told(await millisOf(() => wasm.embedQuestion(QUESTIONS[0]!)), 'ms')}`);
const few = texts.slice(0, Math.ceil(TEXTS / 5));
console.log(`WebAssembly: ${told((few.length * 1000) / (await millisOf(() => embedAll(wasm, few))), 'passages/s')}`);
const wasmMemory = memoryOfChild();
if (wasmMemory !== null) console.log(`memory of the process: ${told(wasmMemory.now, 'MiB')}, at most ${told(wasmMemory.most, 'MiB')}`);
await wasm.stop();
