import path from 'node:path';
import type { InferenceSession, TensorConstructor } from 'onnxruntime-common';
import type { EmbedderRuntime } from '../../../ports/embedder';

/** An ONNX runtime: what of it is used. */
export interface Runtime {
  readonly name: EmbedderRuntime;
  readonly Tensor: TensorConstructor;
  /** @throws what the runtime throws when it cannot use the model. */
  open(weights: Uint8Array): Promise<InferenceSession>;
}

/** More threads gain little on texts this short, and are taken from what the person is doing. */
const MOST_THREADS = 4;

/**
 * The runtime of the processor's own code. It can be loaded once in a process, and may end the process.
 * @throws where it does not load on this system.
 */
export async function loadNative(processors: number): Promise<Runtime> {
  const { InferenceSession, Tensor } = await import(/* webpackMode: "eager" */ 'onnxruntime-node');
  const options: InferenceSession.SessionOptions = {
    executionProviders: ['cpu'],
    intraOpNumThreads: Math.max(1, Math.min(MOST_THREADS, processors)),
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  };
  return { name: 'native', Tensor, open: (weights) => InferenceSession.create(weights, options) };
}

/**
 * The runtime in WebAssembly, on one thread.
 * @param folder holds `ort-wasm-simd.wasm`.
 */
export async function loadWasm(folder: string): Promise<Runtime> {
  const { env, InferenceSession, Tensor } = await import(/* webpackMode: "eager" */ 'onnxruntime-web');
  env.wasm.numThreads = 1;
  env.wasm.simd = true;
  env.wasm.wasmPaths = path.join(folder, path.sep);
  return {
    name: 'wasm',
    Tensor,
    open: (weights) => InferenceSession.create(weights, { executionProviders: ['wasm'], graphOptimizationLevel: 'all' }),
  };
}
