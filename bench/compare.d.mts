/** What tests use of `compare.mjs`. */
type Numbers = Readonly<Record<string, number>>;
export function verdictOf(name: string, before: number, now: number): 'same' | 'better' | 'worse';
export function compareCounts(
  stored: Numbers,
  measured: Numbers,
  isAbsent?: (name: string) => boolean,
): { worse: string[]; better: string[]; missing: string[]; absent: number };
export function cellOf(name: string, before: number | undefined, now: number): string;
export function ratioRows(stored: Numbers, measured: Numbers, leastChange?: number): string[][] | null;
