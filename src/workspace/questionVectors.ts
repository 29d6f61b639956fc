import type { Embedder } from '../ports/embedder';
import { type Timer, withinTime } from '../ports/timer';

/** So many questions' vectors are remembered: whoever pages through an answer asks the same again. */
const REMEMBERED = 64;

/** A question's vector as far as there is one now. */
export type QuestionVectorReading =
  /** Null: nothing in the question is known to the model, or the embedder has failed (its state says so). */
  | { readonly kind: 'made'; readonly vector: Float32Array | null }
  /** It was not made in time. */
  | { readonly kind: 'late' };

/** The vectors of questions. */
export interface QuestionVectors {
  /**
   * The vector of a question, after at most so many milliseconds. One that comes later is kept for the
   * next time the question is asked. Never rejects.
   */
  of(question: string, atMostMs: number): Promise<QuestionVectorReading>;
}

export function createQuestionVectors(embedder: Embedder, timer: Timer): QuestionVectors {
  const made = new Map<string, Promise<Float32Array | null>>();

  const vectorOf = (question: string): Promise<Float32Array | null> => {
    const before = made.get(question);
    const vector = before ?? embedder.embedQuestion(question);
    made.delete(question);
    made.set(question, vector);
    const oldest = made.keys().next().value;
    if (made.size > REMEMBERED && oldest !== undefined) made.delete(oldest);
    if (before === undefined) {
      // Nothing may come of it for reasons that pass: too many questions at once, a process that failed.
      void vector.then((result) => {
        if (result === null && made.get(question) === vector) made.delete(question);
      });
    }
    return vector;
  };

  return {
    of: async (question, atMostMs) => {
      const made = vectorOf(question).then((vector): QuestionVectorReading => ({ kind: 'made', vector }));
      return (await withinTime(timer, atMostMs, made)) ?? { kind: 'late' };
    },
  };
}
