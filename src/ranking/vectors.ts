/**
 * Vectors as they are kept and compared. A text's vector is kept as whole numbers from −127 to 127, a
 * question's as whole numbers of 16 bits, each as large as they may be: the cosine is a quotient of lengths,
 * so their scales do not matter. Their dot product is a whole number below 2³¹, exact in whatever order it
 * is added up: a cosine is the same number, to the last bit, on every machine and in every kernel.
 */

/** A text's vector as it is kept: its direction, rounded; one byte a dimension. Never all zeros. */
export type StoredVector = Int8Array;

/** A question's vector, ready to be compared. */
export interface QuestionVector {
  readonly components: Int16Array;
  /** Its length, in the same unit as the components. */
  readonly norm: number;
}

const STORED_MOST = 127;
const QUESTION_MOST = 32_767;
const DOT_MOST = 2 ** 31 - 1;

/**
 * A vector as it is kept. Its cosine with any other vector differs from the unrounded one's by at most
 * `√dimensions · max|component| / 254` of its length: below 0.02 for what a model of 384 dimensions gives,
 * and 0.0005 as a rule.
 * @returns null for a vector that has no direction: zeros, or numbers that are not finite.
 */
export function storedVectorOf(vector: ArrayLike<number>): StoredVector | null {
  const most = mostOf(vector);
  if (most === null) return null;
  return Int8Array.from(vector, (value) => Math.round((value / most) * STORED_MOST));
}

/** A question's vector, to be compared with kept ones of as many dimensions; null as `storedVectorOf`. */
export function questionVectorOf(vector: ArrayLike<number>): QuestionVector | null {
  const most = mostOf(vector);
  if (most === null) return null;
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += Math.abs(vector[index] ?? 0) / most;
  // No dot product may leave 32 bits; rounding adds at most a half to each component.
  const largest = Math.min(QUESTION_MOST, Math.floor((DOT_MOST / STORED_MOST - vector.length) / sum));
  const components = Int16Array.from(vector, (value) => Math.round((value / most) * largest));
  return { components, norm: normOf(components) };
}

/** The length (L2) of a vector of whole numbers. */
export function normOf(components: Int8Array | Int16Array): number {
  let squares = 0;
  for (let index = 0; index < components.length; index += 1) {
    const value = components[index] ?? 0;
    squares += value * value;
  }
  return Math.sqrt(squares);
}

/** The cosine by its parts, −1 to 1: the definition that every way of computing many of them keeps to. */
export function cosineFrom(dot: number, questionNorm: number, storedNorm: number): number {
  return Math.max(-1, Math.min(1, dot / (questionNorm * storedNorm)));
}

/** The cosine of a question and a kept vector of as many dimensions. */
export function cosineOf(question: QuestionVector, stored: StoredVector): number {
  let dot = 0;
  for (let index = 0; index < stored.length; index += 1) {
    dot += (question.components[index] ?? 0) * (stored[index] ?? 0);
  }
  return cosineFrom(dot, question.norm, normOf(stored));
}

/** The largest component by amount; null when there is none to divide by. */
function mostOf(vector: ArrayLike<number>): number | null {
  let most = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = Math.abs(vector[index] ?? 0);
    if (!Number.isFinite(value)) return null;
    most = Math.max(most, value);
  }
  return most > 0 ? most : null;
}
