export interface Goal {
  readonly most: number | ((size: number) => number);
  readonly sizes?: readonly number[];
  readonly text: string;
}
export function verdictOf(goal: Goal, values: ReadonlyMap<number, number>): string;
export function percentile(numbers: readonly number[], share: number): number;
