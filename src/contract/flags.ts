/** What an answer may lack, and what the reader should know or do about it. */
export const DEGRADED_FLAGS = {
  'index-cold': 'Nothing is indexed yet; this question started it. Ask again in a moment.',
  'candidates-capped': 'Some results were left out; narrow the question or lower the limit.',
  'scope-unreadable': 'A repository or its index could not be read; the rest still answers. The notices name it.',
  'as-of-chunks-approximate': 'The graph is that of the asked time; the passages are those of now.',
  'embeddings-pending': 'Some passages are not embedded yet; they are found by words alone.',
} as const;

export type DegradedFlag = keyof typeof DEGRADED_FLAGS;

export const DEGRADED_FLAG_NAMES = Object.keys(DEGRADED_FLAGS) as DegradedFlag[];
