/** What tests use of `readmeTable.mjs`. */
export interface LastFigures {
  readonly parts: Readonly<Record<string, { readonly date: string; readonly node: string; readonly processor: string; readonly figures: Readonly<Record<string, number>> }>>;
}
export function readmeTable(last: LastFigures): string;
export function figuresIn(readme: string): string | null;
export function withFigures(readme: string, text: string): string;
