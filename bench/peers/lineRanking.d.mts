/** What tests in TypeScript use of `lineRanking.mjs`. */
import type { Place } from '../judging.mjs';
export interface FoundLine {
  readonly path: string;
  readonly number: number;
  readonly text: string;
}
export function wordsOf(question: string, stopWords: ReadonlySet<string>): string[];
export function parseLines(output: string): FoundLine[];
export function rankLines(lines: readonly FoundLine[], words: readonly string[], limit: number): Place[];
