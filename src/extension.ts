import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExtensionContext } from 'vscode';
import { gitFoldersOf } from './adapters/git/gitFolders';
import { machineLog } from './adapters/machineLog';
import { newToken } from './adapters/token';
import { gentleThread } from './adapters/worker/gentleThread';
import { startMcpThread } from './adapters/worker/mcpThread';
import type { WorkerData } from './adapters/worker/workerProtocol';
import { workerService } from './adapters/worker/workerService';
import { activateDoor } from './doors/vscode/activate';
import { detailsOf } from './ports/log';
import { interruptedAnswers } from './workspace/emptyAnswers';
import { nameOfScope } from './workspace/workspaceName';

let close: (() => Promise<void>) | null = null;

/** Called by VS Code; composes the door with a core that runs in a worker thread, and an MCP server in another. */
export function activate(context: ExtensionContext): void {
  const log = machineLog((line) => console.error(`Workspace Context: ${line}`));
  close = activateDoor(
    context,
    (scope) => {
      const workerData: WorkerData = { scope };
      return workerService(
        () => gentleThread(new Worker(join(__dirname, 'worker.js'), { workerData })),
        (reason) => log.warn(`the worker ended: ${detailsOf(reason)}`),
        undefined,
        interruptedAnswers(nameOfScope(scope, { nameOf: basename })),
      );
    },
    gitFoldersOf,
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

/** Called by VS Code before it ends the extension; it waits a few seconds for what is being written. */
export async function deactivate(): Promise<void> {
  await close?.();
  close = null;
}
