import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExtensionContext } from 'vscode';
import type { WorkerData } from './adapters/worker/workerProtocol';
import { workerService } from './adapters/worker/workerService';
import { activateDoor } from './doors/vscode/activate';

/** Called by VS Code; composes the door with a core that runs in a worker thread. */
export function activate(context: ExtensionContext): void {
  activateDoor(context, (scope) => {
    const workerData: WorkerData = { scope };
    return workerService(
      () => new Worker(join(__dirname, 'worker.js'), { workerData }),
      (reason) => {
        // Details may hold paths of the machine, so they are for those who ask.
        if (process.env['WORKSPACE_CONTEXT_DEBUG']) console.error('Workspace Context: the worker ended:', reason);
      },
    );
  });
}
