import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import packageJson from '../package.json';
import { cacheFolderOf } from './adapters/cacheFolder';
import { machineLog } from './adapters/machineLog';
import { serveWorker } from './adapters/worker/serveWorker';
import type { WorkerData } from './adapters/worker/workerProtocol';
import { createNodeService } from './composition';
import { detailsOf } from './ports/log';

if (parentPort === null) throw new Error('worker.js runs as a worker thread of the extension only');

const { scope } = workerData as WorkerData;
const log = machineLog((line) => console.error(line));

const service = createNodeService(
  scope,
  {
    cacheFolder: cacheFolderOf(process.env, process.platform, os.homedir()),
    distFolder: __dirname,
    version: packageJson.version,
    log,
  },
  true,
);
serveWorker(
  parentPort,
  () => service,
  (thrown) => log.warn(detailsOf(thrown)),
  // Of this thread alone.
  () => process.exit(),
);
