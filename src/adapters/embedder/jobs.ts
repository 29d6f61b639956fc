import type { TextEmbedding } from '../../ports/embedder';

/** One text on its way to a vector. */
export interface Job {
  readonly id: number;
  readonly text: string;
  readonly question: boolean;
  /** Deaths of the process that befell it while it was there. */
  crashes: number;
  readonly result: Promise<TextEmbedding>;
  readonly settle: (embedding: TextEmbedding) => void;
  readonly fail: (error: Error) => void;
}

/** Texts that wait and texts that are with the process. */
export interface Jobs {
  /** Puts a text at the end of its line. */
  add(text: string, question: boolean): Job;
  /** Takes a text back that has not been sent; one that has been sent is made and nobody hears of it. */
  cancel(job: Job): void;
  /** The next text to be sent, from now on with the process; null when none may be. */
  send(): Job | null;
  /** Gives a text its result; no error when it is not with the process. */
  settle(id: number, embedding: TextEmbedding): void;
  /** The process has died: what was with it goes back to the head of its line, and is returned, oldest first. */
  comeBack(): readonly Job[];
  /** What died with a process that is not to blame any more starts afresh. */
  absolve(): void;
  failAll(error: Error): void;
  /** Texts that wait or are with the process, the held-back ones not counted. */
  readonly active: number;
  readonly waitingQuestions: number;
}

/** One text under way and one that waits there: so the process is never idle, and a question waits for one text only. */
const TEXTS_SENT = 2;

/** @param held whether the texts that are no questions are held back. */
export function createJobs(held: () => boolean): Jobs {
  const questions: Job[] = [];
  const texts: Job[] = [];
  const sent = new Map<number, Job>();
  /** While one of these waits, texts are sent one by one, so that the next death tells which one it was. */
  const suspects = new Set<Job>();
  let lastId = 0;

  const lineOf = (job: Job): Job[] => (job.question ? questions : texts);
  const forget = (job: Job): void => {
    sent.delete(job.id);
    suspects.delete(job);
  };
  const next = (): Job | undefined => {
    if (suspects.size > 0 && sent.size > 0) return undefined;
    if (questions.length > 0) return questions.shift();
    const textsSent = [...sent.values()].filter((job) => !job.question).length;
    return held() || textsSent >= TEXTS_SENT ? undefined : texts.shift();
  };

  return {
    add: (text, question) => {
      const { promise, resolve, reject } = withResolvers<TextEmbedding>();
      // Whoever waits for it hears of a failure; nobody may be waiting.
      promise.catch(() => undefined);
      const job = { id: (lastId += 1), text, question, crashes: 0, result: promise, settle: resolve, fail: reject };
      lineOf(job).push(job);
      return job;
    },
    cancel: (job) => {
      const line = lineOf(job);
      const place = line.indexOf(job);
      if (place < 0) return;
      line.splice(place, 1);
      forget(job);
    },
    send: () => {
      const job = next();
      if (job === undefined) return null;
      sent.set(job.id, job);
      return job;
    },
    settle: (id, embedding) => {
      const job = sent.get(id);
      if (job === undefined) return;
      forget(job);
      job.settle(embedding);
    },
    comeBack: () => {
      const back = [...sent.values()];
      sent.clear();
      for (const job of back) {
        job.crashes += 1;
        suspects.add(job);
      }
      for (const job of back.toReversed()) lineOf(job).unshift(job);
      return back;
    },
    absolve: () => {
      for (const job of suspects) job.crashes = 0;
      suspects.clear();
    },
    failAll: (error) => {
      for (const job of [...questions.splice(0), ...texts.splice(0), ...sent.values()]) job.fail(error);
      sent.clear();
      suspects.clear();
    },
    get active() {
      return questions.length + sent.size + (held() ? 0 : texts.length);
    },
    get waitingQuestions() {
      return questions.length;
    },
  };
}

function withResolvers<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}
