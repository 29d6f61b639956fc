export type QuestionKind = 'rare' | 'stretch' | 'common';
export const QUESTION_KINDS: readonly QuestionKind[];
export function questionsFrom(
  passages: readonly { readonly path: string; readonly text: string }[],
  count: number,
): { readonly kind: QuestionKind; readonly question: string; readonly path: string }[];
