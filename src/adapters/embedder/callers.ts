import type { TextEmbedding } from '../../ports/embedder';
import type { Job } from './jobs';

/** Where texts are handed in. */
export interface Submission {
  add(text: string, question: boolean): Job;
  cancel(job: Job): void;
}

/** How many texts of one call are handed in before the reader has taken the first of them. */
const AHEAD = 8;

/**
 * The embeddings of all texts, in order; ends early when the signal is aborted.
 * @param count is told how many more texts wait now (fewer when negative).
 * @throws what a job rejects with.
 */
export async function* embedAll(
  submission: Submission,
  texts: readonly string[],
  signal: AbortSignal | undefined,
  count: (difference: number) => void,
): AsyncGenerator<TextEmbedding, void, undefined> {
  const handedIn: Job[] = [];
  const abortion = whenAborted(signal);
  let given = 0;
  count(texts.length);
  try {
    for (let next = 0; given < texts.length; ) {
      while (next < texts.length && handedIn.length < AHEAD) {
        handedIn.push(submission.add(texts[next] ?? '', false));
        next += 1;
      }
      const embedding = await Promise.race([handedIn[0]!.result, abortion.happens]);
      if (embedding === null) return;
      handedIn.shift();
      given += 1;
      count(-1);
      yield embedding;
    }
  } finally {
    abortion.forget();
    count(given - texts.length);
    for (const job of handedIn) submission.cancel(job);
  }
}

/** The embedding of a question; null when the signal is aborted first, and when the embedder fails. */
export async function embedOne(
  submission: Submission,
  question: string,
  signal: AbortSignal | undefined,
): Promise<TextEmbedding | null> {
  const abortion = whenAborted(signal);
  const job = submission.add(question, true);
  try {
    return await Promise.race([job.result, abortion.happens]);
  } catch {
    return null;
  } finally {
    abortion.forget();
    submission.cancel(job);
  }
}

/** A promise of the signal's abortion that does not outlive its use. */
function whenAborted(signal: AbortSignal | undefined): { happens: Promise<null>; forget: () => void } {
  let forget = (): void => undefined;
  const happens = new Promise<null>((resolve) => {
    if (signal === undefined) return;
    if (signal.aborted) return resolve(null);
    const listener = (): void => resolve(null);
    signal.addEventListener('abort', listener, { once: true });
    forget = () => signal.removeEventListener('abort', listener);
  });
  return { happens, forget: () => forget() };
}
