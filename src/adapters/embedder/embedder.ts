import {
  EmbedderUnavailableError,
  type Embedder,
  type EmbedderRuntime,
  type EmbedderState,
  type TextEmbedding,
} from '../../ports/embedder';
import type { Log } from '../../ports/log';
import { embedAll, embedOne } from './callers';
import { afterDeath, afterEmbedded, newCrashRecord } from './crashes';
import { createJobs } from './jobs';
import type { EmbedderLine } from './line';
import type { ModelFolder } from './modelFolder';
import type { EmbedderReply } from './protocol';
import { createWatch } from './watch';

export interface EmbedderOptions {
  readonly model: ModelFolder;
  /** Starts the process; `startLine` does. */
  readonly start: () => EmbedderLine;
  /** What to begin with: `wasm` where `onNativeDistrusted` was called before on this machine. */
  readonly runtime: EmbedderRuntime;
  /** The native runtime has died twice: the caller keeps that, so that it is not tried again. */
  readonly onNativeDistrusted: () => void;
  /** After so many milliseconds without a text the process is ended. */
  readonly idleMillis?: number;
  readonly log: Log;
}

const IDLE_MILLIS = 5 * 60_000;
/** A person asks one question at a time, an agent a few: more than this is no use of the product. */
const MOST_QUESTIONS = 64;

const NOTICES = {
  restarted: 'The embedding process ended unexpectedly and was started again.',
  textFailed: 'The embedding model crashes on some text; it is found by its words alone.',
  distrusted: 'The native embedding runtime crashed twice here: WebAssembly takes its place, at about a sixth of the speed.',
  notUsable: 'The native embedding runtime cannot be used on this system: WebAssembly takes its place, at about a sixth of the speed.',
  remembered: 'The native embedding runtime crashed here before: WebAssembly takes its place, at about a sixth of the speed.',
} as const;
const GIVEN_UP = 'The embedding process ended unexpectedly too often and is not started again.';
const NOT_STARTED = 'The embedding process cannot be started on this system.';
const STOPPED = 'The embedder was stopped.';

/** An embedder whose work is done by a process of its own. Nothing is started before the first text. */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { model, log } = options;
  const notices = new Set<string>(options.runtime === 'wasm' ? [NOTICES.remembered] : []);
  const listeners = new Set<() => void>();
  let phase: EmbedderState['phase'] = 'off';
  let reason: string | null = null;
  let paused = false;
  let record = newCrashRecord(options.runtime);
  let line: EmbedderLine | null = null;
  let ending: Promise<void> = Promise.resolve();
  let waiting = 0;
  let distrusted = false;
  const jobs = createJobs(() => paused);
  const watch = createWatch(() => line?.end());
  let idle: NodeJS.Timeout | undefined;

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const enter = (next: EmbedderState['phase']): void => {
    phase = next;
    changed();
  };
  const notice = (text: string): void => {
    notices.add(text);
    log.warn(text);
  };

  /** Takes the line out first, so that its end is nobody's death. */
  const endLine = (): void => {
    const ended = line;
    line = null;
    clearTimeout(idle);
    watch.stop();
    // Whoever waits for the end must live to hear of it.
    ended?.keepAlive(true);
    ended?.end();
  };
  const fail = (why: string): void => {
    reason = why;
    endLine();
    jobs.failAll(new EmbedderUnavailableError(why));
    enter('failed');
  };

  const onReply = (reply: EmbedderReply): void => {
    watch.heard();
    if (reply.kind === 'unusable') {
      log.warn(`${reply.reason} ${reply.detail}`);
      fail(reply.reason);
      return;
    }
    if (reply.kind === 'loaded') {
      if (reply.runtime !== record.runtime) {
        record = newCrashRecord(reply.runtime);
        log.debug(`The native embedding runtime cannot be used: ${reply.detail}`);
        notice(NOTICES.notUsable);
      }
      // Only now: where WebAssembly does not come up either, something else is wrong.
      if (distrusted) options.onNativeDistrusted();
      distrusted = false;
      enter('ready');
    } else {
      record = afterEmbedded(record);
      jobs.settle(reply.id, reply.embedding);
    }
    pump();
  };

  const onDeath = (detail: string): void => {
    line = null;
    watch.stop();
    log.warn(`The embedding process ended (${record.runtime}): ${detail}`);
    const back = jobs.comeBack();
    const suspect = back.length === 1 ? back[0] : undefined;
    const outcome = afterDeath(record, suspect?.crashes ?? 0);
    record = outcome.record;
    phase = 'off';
    switch (outcome.decision) {
      case 'no-more':
        return fail(GIVEN_UP);
      case 'on-wasm':
        jobs.absolve();
        notice(NOTICES.distrusted);
        distrusted = true;
        break;
      case 'without-text':
        if (suspect !== undefined) {
          jobs.cancel(suspect);
          suspect.settle({ kind: 'none', why: 'fails' });
        }
        notice(NOTICES.textFailed);
        break;
      case 'again':
        notice(NOTICES.restarted);
    }
    changed();
    pump();
  };

  const startProcess = (): void => {
    let started: EmbedderLine;
    try {
      started = options.start();
    } catch (thrown) {
      log.warn(`The embedding process cannot be started: ${String(thrown)}`);
      return fail(NOT_STARTED);
    }
    line = started;
    ending = new Promise((resolve) => {
      started.onEnd((detail) => {
        resolve();
        if (line === started) onDeath(detail);
      });
    });
    started.onReply((reply) => {
      if (line === started) onReply(reply);
    });
    started.keepAlive(true);
    started.send({ kind: 'load', model, runtime: record.runtime });
    watch.start();
    enter('starting');
  };

  const rest = (): void => {
    watch.stop();
    if (line === null) return;
    line.keepAlive(false);
    idle = setTimeout(() => {
      endLine();
      enter('off');
    }, options.idleMillis ?? IDLE_MILLIS).unref();
  };

  /** Does what can be done now: starts the process, sends it texts, or lets it rest. */
  function pump(): void {
    if (phase === 'failed') return;
    clearTimeout(idle);
    if (jobs.active === 0 && phase !== 'starting') return rest();
    if (line === null) return startProcess();
    if (phase !== 'ready') return;
    line.keepAlive(true);
    watch.start();
    for (let job = jobs.send(); job !== null; job = jobs.send()) {
      line.send({ kind: 'embed', id: job.id, text: job.text, question: job.question });
    }
  }

  const submit = {
    add: (text: string, question: boolean) => {
      const job = jobs.add(text, question);
      if (phase === 'failed') jobs.failAll(new EmbedderUnavailableError(reason ?? STOPPED));
      pump();
      return job;
    },
    cancel: (job: Parameters<typeof jobs.cancel>[0]) => {
      jobs.cancel(job);
      pump();
    },
  };

  return {
    model: { id: model.id, dimensions: model.dimensions, pooling: model.pooling },
    embed: (texts, signal) =>
      embedAll(submit, texts, signal, (difference) => {
        waiting += difference;
      }),
    embedQuestion: (question, signal) =>
      phase === 'failed' || jobs.waitingQuestions >= MOST_QUESTIONS
        ? Promise.resolve(null)
        : embedOne(submit, question, signal).then(vectorOf),
    state: () => ({ phase, runtime: record.runtime, reason, notices: [...notices], paused, waiting }),
    onStateChange: (listener) => {
      // Wrapped, so that one function may listen twice and stop once.
      const heard = (): void => listener();
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    pause: () => {
      if (paused) return;
      paused = true;
      changed();
      pump();
    },
    resume: () => {
      if (!paused) return;
      paused = false;
      changed();
      pump();
    },
    stop: async () => {
      if (phase !== 'failed') fail(STOPPED);
      await ending;
    },
  };
}

function vectorOf(embedding: TextEmbedding | null): Float32Array | null {
  return embedding?.kind === 'vector' ? embedding.vector : null;
}
