import { grouped } from './grouped';

/** What a refresh that runs is at: `indexing: 12 of 318 documents`, or that it still looks for them. */
export function runningOf({ done, total }: { readonly done: number; readonly total: number }): string {
  return total === 0 ? 'being refreshed: looking for what changed' : `indexing: ${grouped(done)} of ${grouped(total)} documents`;
}
