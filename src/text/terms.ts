import { STOP_WORDS } from '../contract/stopWords';
import { termOfWord } from './stems';
import { identifierParts, type Token, tokensOf } from './tokens';

export { contentTermsOf, termsOf } from './termTable';

/** A term of a question and the user's own word (or part of an identifier) that gave it. */
export interface QuestionTerm {
  readonly term: string;
  readonly surface: string;
}

/** Whether a text has any term at all. */
export function hasTerms(text: string): boolean {
  return asciiWordCharacter.test(text) || tokensOf(text).length > 0;
}

/**
 * The distinct terms a question is searched by: stop words are dropped (never identifiers or their
 * parts) unless nothing else is left. Empty when the question has no term.
 */
export function questionTermsOf(question: string): QuestionTerm[] {
  const tokens = tokensOf(question);
  const telling = tokens.filter((token) => token.identifier || !STOP_WORDS.has(token.lower));
  const surfaces = new Map<string, string>();
  for (const token of telling.length > 0 ? telling : tokens) {
    for (const [term, surface] of termsWithSurfaces(token)) {
      if (!surfaces.has(term)) surfaces.set(term, surface);
    }
  }
  return Array.from(surfaces, ([term, surface]) => ({ term, surface }));
}

const asciiWordCharacter = /[0-9A-Za-z]/;

/** The terms a token gives, each with the part of the token that gives it. */
function termsWithSurfaces({ surface, lower, identifier }: Token): [term: string, surface: string][] {
  if (!identifier) return [[termOfWord(lower), surface]];
  return [[lower, surface], ...identifierParts(surface).map((part): [string, string] => [termOfWord(part.toLowerCase()), part])];
}
