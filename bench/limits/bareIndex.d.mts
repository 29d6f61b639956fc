export interface BareIndex {
  readonly size: number;
  readonly lists: ReadonlyMap<string, Uint32Array>;
}
export function bareIndexOf(texts: readonly string[]): BareIndex;
export function bareAnswer(index: BareIndex, question: string, limit?: number): number[];
