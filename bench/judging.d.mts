/** What tests in TypeScript use of `judging.mjs`. */
export interface Place {
  readonly path: string;
  readonly lines: { readonly start: number; readonly end: number };
}
export interface ExpectedSection {
  readonly path: string;
  readonly lines: readonly [number, number];
}
export function isHit(row: Place, expected: ExpectedSection): boolean;
export function rankOfPassage(rows: readonly Place[], expected: readonly ExpectedSection[]): number;
export function rankOfFile(rows: readonly Place[], expected: readonly ExpectedSection[]): number;
export function placeOfPassage(passage: { readonly sourceRef: string; readonly lines: Place['lines'] }): Place;
export function qualityOf(
  questions: readonly { readonly expected: readonly ExpectedSection[] }[],
  ranked: readonly (readonly Place[])[],
  returned?: readonly (readonly Place[])[],
): { questions: number; first: number; firstFive: number; anywhere: number; fileInFive: number };
