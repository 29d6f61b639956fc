import type { RepositoryRow } from '../../contract/coordinatorTool';
import { WorkspaceContextError } from '../../contract/errors';
import type { OutlinePage, OutlinePart, OutlineRows } from '../../contract/outline';
import { createHealth, type Health } from '../../ports/health';
import type { Follower, IndexProgress, InterruptedAnswers, WorkspaceService } from '../../workspace/service';
import { atMost } from './atMost';
import type { WorkerCalls, WorkerCancellation, WorkerMethod, WorkerReply, WorkerRequest } from './workerProtocol';

/** The part of a `worker_threads` Worker that is used here. */
export interface WorkerThread {
  postMessage(request: WorkerRequest | WorkerCancellation): void;
  on(event: 'message', listener: (reply: WorkerReply) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** A service that runs in a worker thread. */
export interface WorkerService extends WorkspaceService {
  /** Healthy unless the worker died and the one after it has not answered yet. */
  readonly health: Health;
  /**
   * Ends the worker when it has written what it is writing, or after a few seconds. Calls that may be given up are, others are
   * answered if that does not take longer, and get an error otherwise. A later call would start a new worker.
   */
  dispose(): Promise<void>;
}

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: WorkspaceContextError) => void;
  readonly onProgress: ((progress: IndexProgress) => void) | undefined;
  readonly onNotice: ((markdown: string) => void) | undefined;
  readonly onRow: ((row: RepositoryRow) => void) | undefined;
}

/** So long, in milliseconds, a worker may go on writing when it is disposed of; the editor itself is patient for five seconds. */
const WRITES_WITHIN = 3_000;

/** How a worker that died is started again. Times are milliseconds. */
export interface Revival {
  /** The pause before a start, for the first death in a row, the second, and so on; the last one stays. */
  readonly pauses: readonly number[];
  /** A worker that lived this long did not die in a row with the one before. */
  readonly longLife: number;
}

const REVIVAL: Revival = { pauses: [100, 500, 2_000, 10_000, 30_000], longLife: 60_000 };

/** The worker died before it could answer. */
class WorkerStoppedError extends WorkspaceContextError {
  constructor() {
    super('unavailable', 'The background worker stopped before it could answer; it starts again with the next question. Ask again.');
  }
}

const workerStopped = (): WorkerStoppedError => new WorkerStoppedError();

/** What a call comes to, or where its worker died what `instead` has to say. */
async function unlessInterrupted<Answer>(call: () => Promise<Answer>, instead: () => Answer | null): Promise<Answer> {
  try {
    return await call();
  } catch (thrown) {
    const answer = thrown instanceof WorkerStoppedError ? instead() : null;
    if (answer === null) throw thrown;
    return answer;
  }
}

/** What a call comes to whose service was dropped: the window's folders or settings are others now, and so would be its answer. */
const outdated = () =>
  new WorkspaceContextError('unavailable', 'The folders or settings changed while this was being answered. Ask again.');

const notPlainData = () =>
  new WorkspaceContextError('invalid-argument', 'The arguments must be plain JSON values.');

/**
 * One living worker and the calls it owes an answer.
 * @param onReply is told that the worker answers.
 */
function openLine(worker: WorkerThread, onReply: () => void, onEnd: (reason: unknown) => void) {
  const pending = new Map<number, PendingCall>();
  const givingUp = new Set<() => void>();
  let isGivenUp = false;
  let nextId = 1;
  let failure: unknown = null;

  worker.on('message', (reply) => {
    onReply();
    const call = pending.get(reply.id);
    if (call === undefined) return;
    if (reply.kind === 'progress') {
      call.onProgress?.(reply.progress);
      return;
    }
    if (reply.kind === 'notice') {
      call.onNotice?.(reply.markdown);
      return;
    }
    if (reply.kind === 'row') {
      call.onRow?.(reply.row);
      return;
    }
    pending.delete(reply.id);
    if (reply.kind === 'result') call.resolve(reply.value);
    else call.reject(new WorkspaceContextError(reply.error.code, reply.error.message));
  });
  worker.on('error', (error) => {
    failure = error;
  });
  worker.on('exit', (code) => {
    onEnd(failure ?? `exit code ${code}`);
    for (const call of pending.values()) call.reject(workerStopped());
    pending.clear();
  });

  return {
    call: <Method extends WorkerMethod>(
      method: Method,
      parameters: WorkerCalls[Method]['parameters'],
      onProgress?: (progress: IndexProgress) => void,
      { signal, onNotice, onRow }: Follower = {},
    ): Promise<WorkerCalls[Method]['result']> =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const cancel = (): void => worker.postMessage({ id, method: 'cancel' });
        if (signal !== undefined) givingUp.add(cancel);
        const unfollow = (): void => {
          givingUp.delete(cancel);
          signal?.removeEventListener('abort', cancel);
        };
        pending.set(id, {
          resolve: (value) => {
            unfollow();
            resolve(value as WorkerCalls[Method]['result']);
          },
          reject: (error) => {
            unfollow();
            // What breaks when a call is cut short says nothing to whoever did not cut it short.
            reject(isGivenUp && signal?.aborted === false && error.code === 'internal' ? outdated() : error);
          },
          onProgress,
          onNotice,
          onRow,
        });
        try {
          worker.postMessage({ id, method, parameters } as WorkerRequest);
          if (signal?.aborted === true) cancel();
          else signal?.addEventListener('abort', cancel, { once: true });
        } catch {
          pending.delete(id);
          reject(notPlainData());
        }
      }),
    giveUp: () => {
      isGivenUp = true;
      givingUp.forEach((cancel) => cancel());
    },
    end: () => worker.terminate(),
  };
}

/**
 * A service whose work is done by a worker thread: started by `start` with the first call, and again
 * when it died, with the next call or after a pause by itself. Questions that were running when it died are answered
 * with what `interrupted` says, all other calls are rejected with `unavailable`.
 * @param onDeath is told why a worker ended that nobody disposed of.
 * @param writesWithin so many milliseconds at most a worker may go on writing when it is disposed of.
 */
export function workerService(
  start: () => WorkerThread,
  onDeath: (reason: unknown) => void,
  revival: Revival = REVIVAL,
  interrupted: InterruptedAnswers | null = null,
  writesWithin = WRITES_WITHIN,
): WorkerService {
  const health = createHealth(true);
  let line: ReturnType<typeof openLine> | null = null;
  let deathsInARow = 0;
  let startAgain: NodeJS.Timeout | undefined;

  const died = (reason: unknown, lived: number): void => {
    deathsInARow = lived >= revival.longLife ? 1 : deathsInARow + 1;
    const pause = revival.pauses[Math.min(deathsInARow, revival.pauses.length) - 1] ?? 0;
    clearTimeout(startAgain);
    // Any answer shows that it lives; this one costs nothing.
    startAgain = setTimeout(() => void service.idle().catch(() => undefined), pause);
    startAgain.unref();
    health.set(false);
    onDeath(reason);
  };

  const ensureLine = () => {
    if (line !== null) return line;
    const startedAt = performance.now();
    const lived = (): number => performance.now() - startedAt;
    try {
      const opened = openLine(
        start(),
        () => {
          if (line === opened) health.set(true);
        },
        (reason) => {
          if (line !== opened) return;
          line = null;
          died(reason, lived());
        },
      );
      line = opened;
      return opened;
    } catch (reason) {
      died(reason, lived());
      throw workerStopped();
    }
  };

  const service: WorkerService = {
    ask: (args, options, onProgress, follower) =>
      unlessInterrupted(
        async () => ensureLine().call('ask', [args, options], onProgress, follower),
        () => interrupted?.ask(args, options.now ?? Date.now()) ?? null,
      ),
    expand: (args, options, onProgress, follower) =>
      unlessInterrupted(
        async () => ensureLine().call('expand', [args, options], onProgress, follower),
        () => interrupted?.expand(args) ?? null,
      ),
    codeContext: (args, options, follower, onProgress) =>
      unlessInterrupted(
        async () => ensureLine().call('codeContext', [args, options], onProgress, follower),
        () => interrupted?.codeContext(args) ?? null,
      ),
    workspaceCodeContext: (args, options, follower = {}, onProgress) => {
      const told = { notices: [] as string[], rows: [] as RepositoryRow[] };
      const onNotice = (markdown: string): void => {
        told.notices.push(markdown);
        follower.onNotice?.(markdown);
      };
      const onRow = (row: RepositoryRow): void => {
        told.rows.push(row);
        follower.onRow?.(row);
      };
      return unlessInterrupted(
        async () => ensureLine().call('workspaceCodeContext', [args, options], onProgress, { ...follower, onNotice, onRow }),
        () => interrupted?.workspaceCodeContext(args, told) ?? null,
      );
    },
    index: async (onProgress, options, follower) => ensureLine().call('index', options === undefined ? [] : [options], onProgress, follower),
    activity: async () => ensureLine().call('activity', []),
    status: async () => ensureLine().call('status', []),
    outline: async <Part extends OutlinePart>(part: Part, from = 0) =>
      ensureLine().call('outline', [part, from]) as Promise<OutlinePage<OutlineRows[Part['of']]>>,
    filesChanged: async (change) => ensureLine().call('filesChanged', [change]),
    holdEmbedding: async (milliseconds) => ensureLine().call('holdEmbedding', [milliseconds]),
    idle: async () => ensureLine().call('idle', []),
    locate: async (sourceRef) => ensureLine().call('locate', [sourceRef]),
    textAtCommit: async (sourceRef, commit) => ensureLine().call('textAtCommit', [sourceRef, commit]),
    repositories: async () => ensureLine().call('repositories', []),
    repositoryOf: async (folder) => ensureLine().call('repositoryOf', [folder]),
    recordRun: async (folder, run) => ensureLine().call('recordRun', [folder, run]),
    health,
    dispose: async () => {
      clearTimeout(startAgain);
      const ended = line;
      line = null;
      if (ended === null) return;
      ended.giveUp();
      // What is embedded so far is written, and nothing more is embedded.
      ended.call('holdEmbedding', [null]).catch(() => undefined);
      await atMost(writesWithin, ended.call('idle', []));
      await ended.end();
    },
  };
  return service;
}
