import type { AttachedBy, EntityRef, FileNotice, SkipReason, SourceKind } from './model';
import type { RepositoryEmbedding, RepositoryStatus } from './status';

/** A repository in the outline of a workspace: what is known of it without a look at its files. */
export interface OutlineRepository {
  readonly id: string;
  readonly git: RepositoryStatus['git'];
  readonly head: string | null;
  /** The branch that is checked out; null where none is, or where that cannot be told by the repository's own folder. */
  readonly branch: string | null;
  readonly documents: number;
  readonly passages: number;
  readonly entities: number;
  /** How many files and folders were left out, by reason, most first. */
  readonly skipped: readonly { readonly reason: SkipReason; readonly count: number }[];
  readonly notices: number;
  /** When the index was last compared with the files; null while nothing is indexed. */
  readonly verifiedAt: string | null;
  /** Documents changed on disk since, as the last status found; null where none looked since the index was made. */
  readonly stale: number | null;
  readonly running: RepositoryStatus['running'];
  readonly embedding: RepositoryEmbedding | null;
  readonly problem: string | null;
}

/** An entity that a repository declares, or that documents of it belong to (`declaredAt` null where another one declares it). */
export interface OutlineEntity {
  readonly ref: EntityRef;
  readonly kind: string;
  readonly name: string;
  readonly title: string | null;
  /** True when read from a manifest and not declared in a catalog file. */
  readonly derived: boolean;
  readonly documents: number;
  readonly declaredAt: { readonly sourceRef: string; readonly line: number } | null;
}

export interface OutlineDocument {
  readonly sourceRef: string;
  readonly title: string;
  readonly sourceKind: SourceKind;
  readonly attachedBy: AttachedBy;
  readonly passages: number;
  readonly changedAt: string | null;
  /** Whether its text is not the committed one. */
  readonly dirty: boolean;
}

/** Something a person should know about a file; `sourceRef` is null where it concerns the repository as a whole. */
export interface OutlineNotice extends Omit<FileNotice, 'path'> {
  readonly sourceRef: string | null;
}

/** A file or folder that was left out. */
export interface OutlineSkipped {
  readonly sourceRef: string;
}

/** The rows of each list of the outline. */
export interface OutlineRows {
  readonly repositories: OutlineRepository;
  readonly entities: OutlineEntity;
  readonly documents: OutlineDocument;
  readonly skipped: OutlineSkipped;
  readonly notices: OutlineNotice;
}
export type OutlineList = keyof OutlineRows;

/** Names a list of the outline. */
export type OutlinePart =
  | { readonly of: 'repositories' }
  | { readonly of: 'entities'; readonly repositoryId: string }
  | { readonly of: 'documents'; readonly repositoryId: string; readonly entityRef: EntityRef }
  | { readonly of: 'skipped'; readonly repositoryId: string; readonly reason: SkipReason }
  | { readonly of: 'notices'; readonly repositoryId: string };

/** Some rows of a list in its order. */
export interface OutlinePage<Row> {
  readonly rows: readonly Row[];
  /** How many rows the whole list has. */
  readonly total: number;
  /** Where the next page begins; null after the last one. */
  readonly next: number | null;
}
