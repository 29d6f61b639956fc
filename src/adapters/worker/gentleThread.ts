import type { Worker } from 'node:worker_threads';
import { atMost } from './atMost';
import type { WorkerEnding } from './workerProtocol';
import type { WorkerThread } from './workerService';

/** So long, in milliseconds, a thread may take to end itself. */
const ENDS_WITHIN = 1_000;

/**
 * A worker that is terminated by being asked to end itself, and stopped from outside only where it does not. Node 20 breaks down as
 * a whole, and the editor's extension host with it, where a thread is stopped while it lists a folder.
 */
export function gentleThread(worker: Worker, endsWithin = ENDS_WITHIN): WorkerThread {
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  return {
    postMessage: (request) => worker.postMessage(request),
    on: worker.on.bind(worker),
    terminate: async () => {
      const ending: WorkerEnding = { method: 'end' };
      worker.postMessage(ending);
      await atMost(endsWithin, gone);
      await worker.terminate();
    },
  };
}
