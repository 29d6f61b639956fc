import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExtensionContext } from 'vscode';
import { newToken } from './adapters/token';
import { startMcpThread } from './adapters/worker/mcpThread';
import type { WorkerData } from './adapters/worker/workerProtocol';
import { workerService } from './adapters/worker/workerService';
import { activateDoor } from './doors/vscode/activate';

/** Details may hold paths of the machine, so they are for those who ask. */
function debug(what: string, reason: unknown): void {
  if (process.env['WORKSPACE_CONTEXT_DEBUG']) console.error(`Workspace Context: ${what}:`, reason);
}

/** Called by VS Code; composes the door with a core that runs in a worker thread, and an MCP server in another. */
export function activate(context: ExtensionContext): void {
  activateDoor(
    context,
    (scope) => {
      const workerData: WorkerData = { scope };
      return workerService(
        () => new Worker(join(__dirname, 'worker.js'), { workerData }),
        (reason) => debug('the worker ended', reason),
      );
    },
    {
      newToken,
      start: (settings, service) =>
        startMcpThread(
          (data, transfer) => new Worker(join(__dirname, 'mcpServer.js'), { workerData: data, transferList: [...transfer] }),
          settings,
          service,
        ),
    },
  );
}
