/**
 * The same function, remembering the answers for the last `limit` distinct texts it was asked about.
 * For pure functions only.
 */
export function boundedMemo<Answer>(compute: (text: string) => Answer, limit: number): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) {
      return found.answer;
    }
    const answer = compute(text);
    if (known.size >= limit) {
      const oldest = known.keys().next();
      if (!oldest.done) {
        known.delete(oldest.value);
      }
    }
    known.set(text, { answer });
    return answer;
  };
}
