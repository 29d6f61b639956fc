import { parentPort } from 'node:worker_threads';
import { machineLog } from './adapters/machineLog';
import { createSecretScanner } from './adapters/secretScanner';
import { serveSplitting } from './adapters/splitter/serveSplitting';
import { createContentPacker } from './adapters/store/contentPacker';
import { parseContent } from './workspace/contents';

if (parentPort === null) throw new Error('splitter.js runs as a worker thread only');

const secretScanner = createSecretScanner(machineLog((line) => console.error(line)));
serveSplitting(parentPort, (document) => parseContent(secretScanner, document), createContentPacker());
