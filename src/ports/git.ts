import type { RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from './files';

/** What git says of a folder, all of it read in one go. Paths are relative to the folder asked about. */
export type GitState =
  /** The folder lies in no work tree, or git is not installed (`notices` then says so where it matters). */
  | { readonly kind: 'none'; readonly notices?: readonly string[] }
  /** Git refuses the folder because somebody else owns it ("dubious ownership"). */
  | { readonly kind: 'untrusted' }
  /** Git failed; `reason` is a sentence without any path of the machine. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | GitWorkTree;

export interface GitWorkTree {
  readonly kind: 'repository';
  /** Full id of HEAD; null in a repository without commits. */
  readonly head: string | null;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Where the folder lies in its work tree: `''` at the top, else like `docs/guides/`. */
  readonly prefix: string;
  /** Blob ids of the files at HEAD, below the folder. */
  readonly headBlobs: ReadonlyMap<RepositoryPath, string>;
  /**
   * ISO time (UTC) of the last commit that changed each file at HEAD; a path is missing where that is
   * unknown (behind a shallow boundary, for one).
   */
  readonly changedAt: ReadonlyMap<RepositoryPath, string>;
  /** A commit that a remote branch has: HEAD where possible, else the nearest ancestor; null when there is none. */
  readonly publishedCommit: string | null;
  /** Blob ids at `publishedCommit`; the same map as `headBlobs` when that is HEAD. */
  readonly publishedBlobs: ReadonlyMap<RepositoryPath, string>;
  /** URL of the remote that has `publishedCommit`, as configured but without credentials; null without a remote. */
  readonly remoteUrl: string | null;
  /** Patterns of `info/exclude`, as a .gitignore has them; empty when there are none. */
  readonly excludePatterns: string;
  /** Things a person should know, without any path of the machine (for instance: the clone is shallow). */
  readonly notices: readonly string[];
}

/** What HEAD holds, and what of the folder is no document; known before the history is read. */
export type GitFiles = Pick<GitWorkTree, 'kind' | 'objectFormat' | 'prefix' | 'headBlobs' | 'excludePatterns'>;

/** What a caller already knows of the history, so that it is not read again. */
export interface KnownHistory {
  readonly head: string;
  readonly changedAt: ReadonlyMap<RepositoryPath, string>;
}

/** What a repository held at a time in the past, or why that cannot be told. */
export type TreeAt =
  | {
      readonly kind: 'tree';
      /** Full id of the commit that counted then. */
      readonly commit: string;
      /** Full id of that commit's tree: two commits with one tree hold the same files. */
      readonly tree: string;
      /** ISO time (UTC) at which it was committed. */
      readonly committedAt: string;
    }
  /** The folder lies in no work tree. */
  | { readonly kind: 'none' }
  | { readonly kind: 'no-commits' }
  /** Its history begins later than the time asked for. */
  | { readonly kind: 'before-first-commit'; readonly firstCommittedAt: string }
  /** The clone is shallow, and what of the history is here begins later than the time asked for. */
  | { readonly kind: 'shallow'; readonly oldestCommittedAt: string }
  /** As in `GitState`. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** What is there of a blob: its bytes, or that it is larger than the caller takes; git may lack it altogether. */
export type BlobContent = Uint8Array | 'too-large' | 'missing';

/** The user's own git, run so that it changes, fetches and executes nothing. */
export interface Git {
  /**
   * Names the state an inspection depends on: while it is the same, an inspection tells the same. Found by
   * looking at a few files, no process is started. Null where that cannot tell. Never throws.
   */
  mark(root: PhysicalRoot): Promise<string | null>;
  /**
   * Reads the state of a folder; `not-asked`: without any dates, and so without reading the history. Never throws.
   * @param onFiles is told what HEAD holds of a repository as soon as that is known: reading the history takes much longer.
   */
  inspect(root: PhysicalRoot, known: KnownHistory | 'not-asked' | null, onFiles?: (files: GitFiles) => void): Promise<GitState>;
  /**
   * The tree of the last commit at or before a time (milliseconds since 1970) on HEAD's own line of first
   * parents, since what a merge brought in counted from the merge on; where that line begins later, the
   * last one of all that HEAD holds. Committer dates decide, to the second; git's own order does where
   * they contradict it (the one nearest to HEAD counts). Never throws.
   */
  treeAt(root: PhysicalRoot, timeMs: number): Promise<TreeAt>;
  /** Blob ids of a tree's files by path, below the folder; `unavailable` where git fails. Never throws. */
  filesOfTree(
    root: PhysicalRoot,
    tree: string,
  ): Promise<{ readonly blobs: ReadonlyMap<RepositoryPath, string> } | { readonly kind: 'unavailable'; readonly reason: string }>;
  /**
   * The contents of blobs of a tree, each of the ids answered; what git does not have here (a partial
   * clone) is `missing`, and never fetched. Never throws.
   * @param limit bytes; of a larger blob nothing is kept.
   */
  readBlobs(
    root: PhysicalRoot,
    tree: string,
    ids: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, BlobContent>>;
}
