import type { RepositoryRow } from '../../contract/coordinatorTool';
import { errorReportOf } from '../../contract/errors';
import { shortStatus } from '../../contract/shortStatus';
import type { Follower, IndexProgress, WorkspaceService } from '../../workspace/service';
import type { WorkerCancellation, WorkerEnding, WorkerReply, WorkerRequest } from './workerProtocol';

/** The worker's end of the line (`parentPort`, or any port that behaves like it). */
export interface ServedPort {
  on(event: 'message', listener: (request: WorkerRequest | WorkerCancellation | WorkerEnding) => void): unknown;
  postMessage(reply: WorkerReply): void;
}

/** A status is shown to people in the host, whose thread takes a message apart: it is cut to this many bytes. */
const STATUS_BYTES = 60 * 1024;

/** A progress report is sent at most this often (milliseconds): nobody reads faster. */
const PROGRESS_INTERVAL = 50;

function throttled(send: (progress: IndexProgress) => void): ((progress: IndexProgress) => void) {
  let lastSent = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - lastSent < PROGRESS_INTERVAL && progress.done < progress.total) return;
    lastSent = now;
    send(progress);
  };
}

function answerOf(
  service: WorkspaceService,
  request: WorkerRequest,
  onProgress: (progress: IndexProgress) => void,
  follower: Follower,
): Promise<unknown> {
  switch (request.method) {
    case 'ask':
      return service.ask(...request.parameters, onProgress, follower);
    case 'expand':
      return service.expand(...request.parameters, onProgress, follower);
    case 'codeContext':
      return service.codeContext(...request.parameters, follower, onProgress);
    case 'workspaceCodeContext':
      return service.workspaceCodeContext(...request.parameters, follower, onProgress);
    case 'index':
      return service.index(onProgress, request.parameters[0], follower).then((status) => shortStatus(status, STATUS_BYTES));
    case 'activity':
      return service.activity();
    case 'status':
      return service.status().then((status) => shortStatus(status, STATUS_BYTES));
    case 'outline':
      return service.outline(...request.parameters);
    case 'filesChanged':
      return service.filesChanged(...request.parameters);
    case 'holdEmbedding':
      return service.holdEmbedding(...request.parameters);
    case 'idle':
      return service.idle();
    case 'locate':
      return service.locate(...request.parameters);
    case 'textAtCommit':
      return service.textAtCommit(...request.parameters);
    case 'repositories':
      return service.repositories();
    case 'repositoryOf':
      return service.repositoryOf(...request.parameters);
    case 'recordRun':
      return service.recordRun(...request.parameters);
  }
}

/**
 * Answers the calls that arrive at a port with a service, asked for anew for each of them. Calls run side
 * by side; an error crosses as its code and message, and one that is not ours keeps its details to itself.
 * @param onFailure is told what a call failed with, details and all.
 * @param onEnd ends the thread.
 */
export function serveWorker(
  port: ServedPort,
  service: () => WorkspaceService | Promise<WorkspaceService>,
  onFailure: (thrown: unknown) => void = () => undefined,
  onEnd: () => void = () => undefined,
): void {
  const running = new Map<number, AbortController>();
  port.on('message', (request) => {
    if (request.method === 'end') {
      onEnd();
      return;
    }
    const { id } = request;
    if (request.method === 'cancel') {
      running.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const onProgress = throttled((progress) => port.postMessage({ id, kind: 'progress', progress }));
    const onNotice = (markdown: string): void => port.postMessage({ id, kind: 'notice', markdown });
    const onRow = (row: RepositoryRow): void => port.postMessage({ id, kind: 'row', row });
    Promise.resolve()
      .then(async () => answerOf(await service(), request, onProgress, { signal: controller.signal, onNotice, onRow }))
      .finally(() => running.delete(id))
      .then(
        (value) => port.postMessage({ id, kind: 'result', value }),
        (thrown: unknown) => {
          onFailure(thrown);
          port.postMessage({ id, kind: 'error', error: errorReportOf(thrown).error });
        },
      );
  });
}
