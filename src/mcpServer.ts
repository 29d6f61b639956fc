import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { machineLog } from './adapters/machineLog';
import type { McpThreadData, McpThreadOrder, McpThreadReport } from './adapters/worker/mcpThread';
import { type WorkerThread, workerService } from './adapters/worker/workerService';
import { allowanceOf } from './doors/mcp/allowance';
import { CALLS_AT_ONCE } from './doors/mcp/httpLimits';
import { startHttpServer } from './doors/mcp/httpServer';
import { createMcpServer } from './doors/mcp/server';
import { detailsOf } from './ports/log';
import { createHealth } from './ports/health';

if (parentPort === null) throw new Error('mcpServer.js runs as a worker thread of the extension only');
const host = parentPort;

const { version, token, preferredPort, healthy, core } = workerData as McpThreadData;
const log = machineLog((line) => console.error(line));

/** The host's end of the line to the core, as the thread that it is from here. */
function coreThread(port: MessagePort): WorkerThread {
  return {
    postMessage: (request) => port.postMessage(request),
    on: (event: string, listener: (value: never) => void) =>
      port.on(event === 'exit' ? 'close' : event, listener as (value: unknown) => void),
    terminate: async () => port.close(),
  };
}

const health = createHealth(healthy);
const service = workerService(() => coreThread(core), (reason) => log.warn(detailsOf(reason)));
const calls = allowanceOf(CALLS_AT_ONCE);

const serving = startHttpServer({
  token,
  preferredPort,
  log,
  createSession: () =>
    createMcpServer({ version, ask: { wait: false, now: null }, log, service: async () => service, health, calls }),
});

void serving.then(({ port, url }) => {
  const report: McpThreadReport = { port, url };
  host.postMessage(report);
});

host.on('message', (order: McpThreadOrder) => {
  switch (order.kind) {
    case 'token':
      return void serving.then((server) => server.setToken(order.token));
    case 'health':
      return health.set(order.healthy);
    case 'close':
      return void serving.then((server) => server.close()).finally(() => process.exit());
  }
});
