/**
 * A process of the product as far as embedding goes, with what it remembers in the folder given: embeds one text
 * and prints what became of it. `node vite-node embeddingProcess.ts <cache folder> <preload of the embedder's process>`
 */
import { runtimeMemory, circumstancesOf } from '../../../src/adapters/runtimeMemory';
import { allOf, PASSAGE, realEmbedder, vectorIn } from './lines';

const [cacheFolder = '', preload = ''] = process.argv.slice(-2);

async function embedOnce(): Promise<void> {
  const memory = runtimeMemory(cacheFolder, circumstancesOf('0.0.0-test'));
  let kept: Promise<void> = Promise.resolve();
  const embedder = realEmbedder({
    execArgv: ['--require', preload],
    runtime: await memory.read(),
    onNativeDistrusted: () => (kept = memory.distrustNative()),
  });
  const [embedding] = await allOf(embedder, [PASSAGE]);
  const { phase, runtime, notices } = embedder.state();
  await kept;
  process.stdout.write(JSON.stringify({ dimensions: vectorIn(embedding).length, phase, runtime, notices }));
  await embedder.stop();
}

void embedOnce();
