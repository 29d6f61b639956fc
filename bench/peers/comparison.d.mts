/** What tests in TypeScript use of `comparison.mjs`. */
import type { ExpectedSection, Place, qualityOf } from '../judging.mjs';

export interface Quality {
  readonly questions: number;
  readonly first: number;
  readonly firstFive: number;
  readonly anywhere: number;
  readonly fileInFive: number;
}
export interface MeasuredSystem {
  readonly id: string;
  readonly title: string;
  readonly base: MeasuredSystem | null;
  readonly index: number | null;
  readonly indexProcessor: number | null;
  readonly restart: number | null;
  readonly firstAnswer: number;
  readonly times: readonly number[];
  readonly bytes: number;
  readonly memory: number | null;
  readonly quality: Quality;
}
export function betterQuality(one: Quality, other: Quality): boolean;
export function triedSentence(title: string, tried: readonly { readonly description: string; readonly quality: Quality }[]): string;
export function bestSetting<Setting extends { readonly quality: Quality }>(tried: readonly Setting[]): Setting;
export function percentile(numbers: readonly number[], share: number): number;
export function comparisonRows(systems: readonly MeasuredSystem[]): string[][];
export function comparisonFigures(prefix: string, systems: readonly MeasuredSystem[]): Record<string, number>;
export function styleSentence(
  title: string,
  questions: readonly { readonly expected: readonly ExpectedSection[]; readonly style: string }[],
  ranked: readonly (readonly Place[])[],
  judge: typeof qualityOf,
): string;
