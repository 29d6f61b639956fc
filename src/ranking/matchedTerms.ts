import type { QuestionTerm } from '../text/terms';
import { termsOf } from '../text/terms';
import type { Question } from './question';

/** How many of these distinct terms the question asks for. */
export function countAsked(question: Question, terms: readonly string[]): number {
  let count = 0;
  for (const term of terms) {
    if (question.termSet.has(term)) {
      count += 1;
    }
  }
  return count;
}

/** The question's terms in the order asked, parted into those that the text has and the others. */
export function partTerms(
  question: Question,
  text: string,
): { readonly found: readonly QuestionTerm[]; readonly missing: readonly QuestionTerm[] } {
  const present = new Set(termsOf(text));
  return {
    found: question.terms.filter(({ term }) => present.has(term)),
    missing: question.terms.filter(({ term }) => !present.has(term)),
  };
}
