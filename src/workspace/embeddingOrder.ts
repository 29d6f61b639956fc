import type { RepositorySnapshot } from '../ports/store';

const known = new WeakMap<RepositorySnapshot['documents'], readonly number[]>();

/**
 * The order in which documents are embedded, as indexes into the snapshot's documents: repository overviews
 * first, then short documents before long ones, so that early questions profit most. Told once of each list of documents.
 */
export function embeddingOrderOf({ documents, stamps }: Pick<RepositorySnapshot, 'documents' | 'stamps'>): readonly number[] {
  const before = known.get(documents);
  if (before !== undefined) return before;
  const sizes = new Map(stamps.map(({ path, size }) => [path, size]));
  const sizeOf = (index: number): number => sizes.get(documents[index]?.path ?? '') ?? 0;
  const isOverview = (index: number): boolean => documents[index]?.sourceKind === 'repo_overview';
  const order = documents
    .map((_, index) => index)
    .sort((left, right) => Number(isOverview(right)) - Number(isOverview(left)) || sizeOf(left) - sizeOf(right) || left - right);
  known.set(documents, order);
  return order;
}
