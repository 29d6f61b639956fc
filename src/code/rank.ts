import { COMPARED_DECIMALS } from '../contract/constants';
import { ASKED_TEST_DEDUCTION, CODE_ANSWER_FLOOR, CODE_WEIGHTS, type CodePlace, PLACE_DEDUCTIONS, REPEAT_SHARE } from '../contract/codeScore';
import type { RepositoryPath } from '../contract/model';
import type { CodeIndex } from './codeIndex';
import { type CodeMatches, exactValueOf, wordScoreOf } from './score';

/** A unit with its score and what decided it. */
export interface RankedUnit {
  readonly unit: number;
  readonly score: number;
  /** What the words of the task add (all factors but `exactName`, `place` and `repeat`). */
  readonly words: number;
  /** How many units of its file stand before it. */
  readonly before: number;
}

const scale = 10 ** COMPARED_DECIMALS;
const rounded = (value: number): number => Math.round(value * scale) / scale;

/** Whether a path is one of a scope's, or lies below one of them; every path where there is no scope. */
export function scopeTest(scope: readonly RepositoryPath[]): (path: RepositoryPath) => boolean {
  if (scope.length === 0) return () => true;
  return (path) => scope.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
}

/** What makes a unit stand below others; null for a declaration that somebody wrote for the program itself. */
export function placeOfUnit(index: CodeIndex, unit: number): CodePlace | null {
  const { place, reading } = index.files[index.fileOf[unit]!]!;
  if (place !== null) return place;
  if (reading !== 'grammar') return 'lines';
  return index.units[unit]!.kind === 'file' ? 'outside' : null;
}

/** So much of what the words of a task add is taken away by the place of a unit; a task about tests looks for tests, too. */
export function deductionOf({ isAboutTests }: CodeMatches, place: CodePlace | null): number {
  if (place === null) return 0;
  return place === 'test' && isAboutTests ? ASKED_TEST_DEDUCTION : PLACE_DEDUCTIONS[place];
}

/** What the place of a unit and the better ones of that file leave of its score. */
export function scoreOf(index: CodeIndex, matches: CodeMatches, unit: number, words: number, before: number): number {
  const placed = words * (1 - deductionOf(matches, placeOfUnit(index, unit)));
  return CODE_WEIGHTS.exactName * exactValueOf(matches, unit) + placed * REPEAT_SHARE ** before;
}

/**
 * The units that answer a task, best first: by score, then path and line. A unit none of whose own words match stands
 * for its file only where no other one does.
 */
export function rankedUnits(index: CodeIndex, matches: CodeMatches, isInScope: (path: RepositoryPath) => boolean): RankedUnit[] {
  const ranked: RankedUnit[] = [];
  const named = new Set([...matches.exact.keys()].map((unit) => index.fileOf[unit]!));
  for (const [number, { path, firstUnit, endUnit }] of index.files.entries()) {
    const isFound = matches.paths[number]! > 0 || matches.texts[number]! > 0;
    if ((!isFound && !named.has(number)) || !isInScope(path)) continue;
    const own: { unit: number; words: number; first: number }[] = [];
    let best: { unit: number; words: number; first: number } | null = null;
    for (let unit = firstUnit; unit < endUnit; unit += 1) {
      const isExact = matches.exact.has(unit);
      const speaks = isExact || matches.own[unit]! > 0;
      // Beside a unit that speaks for itself no other one stands for the file.
      if (!speaks && (!isFound || own.length > 0)) continue;
      const words = wordScoreOf(index, matches, unit);
      const candidate = { unit, words, first: scoreOf(index, matches, unit, words, 0) };
      if (best === null || candidate.first > best.first) best = candidate;
      if (speaks) own.push(candidate);
    }
    if (best === null) continue;
    const standing = own.length > 0 ? own : [best];
    standing.sort((left, right) => right.first - left.first || left.unit - right.unit);
    standing.forEach(({ unit, words }, before) => {
      const score = scoreOf(index, matches, unit, words, before);
      if (rounded(score) >= CODE_ANSWER_FLOOR) ranked.push({ unit, score, words, before });
    });
  }
  const pathOf = ({ unit }: RankedUnit): string => index.files[index.fileOf[unit]!]!.path;
  return ranked.sort((left, right) => {
    const byScore = rounded(right.score) - rounded(left.score);
    if (byScore !== 0) return byScore;
    const [one, other] = [pathOf(left), pathOf(right)];
    return one === other ? index.units[left.unit]!.line - index.units[right.unit]!.line || left.unit - right.unit : one < other ? -1 : 1;
  });
}
