import { stemmer } from 'stemmer';
import type { ContentTerms, PassageContent } from '../contract/model';
import { STOP_WORDS } from '../contract/stopWords';
import { CAPITAL, DIGIT, SEPARATOR, UNSPACED } from './characters';
import { distinctTerms, gatheredTerms } from './termTable';
import { identifierParts, type Token, tokensOf, tokensOfRun } from './tokens';

/** A term of a question and the user's own word (or part of an identifier) that gave it. */
export interface QuestionTerm {
  readonly term: string;
  readonly surface: string;
}

/** The distinct terms of a text, in the order they are first met. Time grows linearly with the text. */
export function termsOf(text: string): readonly string[] {
  return distinctTerms(text, termsOfRun);
}

/**
 * The terms the passages of a document are found by, those of `termsOf` of headings and text; those of the document's
 * title are added when they are searched.
 */
export function contentTermsOf(passages: readonly PassageContent[]): ContentTerms {
  return gatheredTerms(passages, termsOfRun);
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
const latinWord = /^[a-z]+$/;
const finalIAfterVowel = /[aeou]i$/;

// Identifiers are made of the same few words again and again.
const STEMMED_WORDS = 1 << 15;
const STEMMED_LENGTH = 32;
const stems = new Map<string, string>();

function termOfWord(word: string): string {
  const lower = word.toLowerCase();
  const known = stems.get(lower);
  if (known !== undefined) return known;
  const term = latinWord.test(lower) ? stemOf(lower) : lower;
  if (lower.length <= STEMMED_LENGTH) {
    if (stems.size >= STEMMED_WORDS) stems.clear();
    stems.set(lower, term);
  }
  return term;
}

function stemOf(word: string): string {
  const stem = stemmer(word);
  return finalIAfterVowel.test(stem) ? `${stem.slice(0, -1)}y` : stem;
}

/** The terms a token gives, each with the part of the token that gives it. */
function termsWithSurfaces({ surface, lower, identifier }: Token): [term: string, surface: string][] {
  if (!identifier) return [[termOfWord(surface), surface]];
  return [[lower, surface], ...identifierParts(surface).map((part): [string, string] => [termOfWord(part), part])];
}

function termsOfRun(run: string, classes: number): readonly string[] {
  if ((classes & (SEPARATOR | DIGIT | CAPITAL | UNSPACED)) === 0) return [termOfWord(run)];
  const terms: string[] = [];
  for (const { surface, lower, identifier } of tokensOfRun(run, classes)) {
    if (identifier) {
      terms.push(lower);
      for (const part of identifierParts(surface)) terms.push(termOfWord(part));
    } else {
      terms.push(termOfWord(surface));
    }
  }
  return terms;
}
