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

/** What a caller already knows of the history, so that it is not read again. */
export interface KnownHistory {
  readonly head: string;
  readonly changedAt: ReadonlyMap<RepositoryPath, string>;
}

/** The user's own git, run so that it changes, fetches and executes nothing. */
export interface Git {
  /** Reads the state of a folder; never throws. */
  inspect(root: PhysicalRoot, known: KnownHistory | null): Promise<GitState>;
}
