import { questionTermsOf, type QuestionTerm } from '../text/terms';
import { tokensOf, type Token } from '../text/tokens';

/** A question, read once for everything that ranking asks of it. */
export interface Question {
  readonly text: string;
  /** Its distinct terms in the order they are asked, each with the question's own word for it. */
  readonly terms: readonly QuestionTerm[];
  readonly termSet: ReadonlySet<string>;
  /** Every token, stop words included: what a name is looked for in. */
  readonly tokens: readonly Token[];
  /** Where each token stands, by its lower-case form. */
  readonly tokenPositions: ReadonlyMap<string, readonly number[]>;
}

/** Reads a question. One without any term is still a question: every relevance to it is 0. */
export function analyzeQuestion(text: string): Question {
  const terms = questionTermsOf(text);
  const tokens = tokensOf(text);
  const tokenPositions = new Map<string, number[]>();
  tokens.forEach((token, position) => {
    const positions = tokenPositions.get(token.lower);
    if (positions === undefined) {
      tokenPositions.set(token.lower, [position]);
    } else {
      positions.push(position);
    }
  });
  return { text, terms, termSet: new Set(terms.map(({ term }) => term)), tokens, tokenPositions };
}
