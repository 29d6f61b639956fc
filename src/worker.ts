import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { cacheFolderOf } from './adapters/cacheFolder';
import { serveWorker } from './adapters/worker/serveWorker';
import type { WorkerData } from './adapters/worker/workerProtocol';
import { createNodeService } from './composition';

if (parentPort === null) throw new Error('worker.js runs as a worker thread of the extension only');

const { scope } = workerData as WorkerData;
const debugging = (process.env['WORKSPACE_CONTEXT_DEBUG'] ?? '') !== '';
const write = (message: string): void => {
  if (debugging) console.error(message);
};

const service = createNodeService(scope, {
  cacheFolder: cacheFolderOf(process.env, process.platform, os.homedir()),
  distFolder: __dirname,
  log: { debug: write, warn: write },
});
serveWorker(parentPort, () => service);
