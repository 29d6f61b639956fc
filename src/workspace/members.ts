import type { RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import type { RepositoryKey, RepositorySnapshot, SearchableRepository } from '../ports/store';

/** A repository of the workspace, found on disk. */
export interface FoundRepository {
  readonly root: PhysicalRoot;
  readonly key: RepositoryKey;
}

/** A repository of the workspace with what is known of it. */
export interface Member extends FoundRepository {
  readonly id: string;
  /** Null while it was never indexed, or its index could not be used. */
  readonly snapshot: RepositorySnapshot | null;
  readonly searchable: SearchableRepository | null;
  /** A sentence for people when something is wrong with it; null otherwise. */
  readonly problem: string | null;
  /** True when its files or its index cannot be read: an answer without it is partial. */
  readonly unreadable: boolean;
}

/** The parts of a member that do not depend on what it is opened beside. */
export type LoadedRepository = Omit<Member, 'id'>;

/** The roots below a repository that are repositories of their own. */
export function nestedPathsOf(loaded: LoadedRepository): readonly RepositoryPath[] {
  return loaded.snapshot?.nested ?? [];
}
