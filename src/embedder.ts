import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { loadNative, loadWasm } from './adapters/embedder/child/runtime';
import { serveEmbedder } from './adapters/embedder/child/serve';

if (process.send === undefined) throw new Error('embedder.js is started by Workspace Context only');
const send = process.send.bind(process);

try {
  // Before any thread of the runtime is made: on Linux a thread inherits it.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // A system may forbid it; the work is the same.
}
// The one that started it decides when it ends; Ctrl+C in a terminal reaches both.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());

serveEmbedder(
  {
    onRequest: (listener) => process.on('message', listener),
    send: (reply) => void send(reply),
  },
  {
    native: () => loadNative(os.availableParallelism()),
    wasm: () => loadWasm(path.join(__dirname, 'onnxruntime')),
  },
);
