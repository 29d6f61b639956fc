/** What tests use of `fuzz.mjs`. */
export interface FuzzSection {
  readonly title: string;
  readonly rows: readonly (readonly (string | number)[])[];
  readonly notes: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: number;
}
export function measureFuzz(options?: {
  readonly cases?: number;
  readonly minutes?: number;
  readonly seed?: string;
  readonly only?: string | null;
  readonly single?: number | null;
  readonly lanes?: number;
  readonly patience?: number;
  readonly progress?: (line: string) => void;
}): Promise<FuzzSection>;
