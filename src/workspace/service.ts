import type { ExpandPack } from '../contract/expandTool';
import type { LastRun } from '../contract/model';
import type { WorkspaceStatus } from '../contract/status';
import type { ContextPack } from '../contract/tools';
import type { RefreshCounts } from '../ports/store';
import type { FileChange } from '../ports/watcher';

/** What a door was opened on. */
export interface WorkspaceScope {
  /** The workspace's name; null: named after its folder. */
  readonly name: string | null;
  /** Folders as the user wrote them (absolute, or relative to the current folder). */
  readonly folders: readonly string[];
  /** Globs of `files.exclude`, relative to each repository. */
  readonly exclude: readonly string[];
  /** Globs of folders that hold one epic each; null: the built-in ones. */
  readonly epicGlobs: readonly string[] | null;
}

/** How far a running index is. */
export interface IndexProgress {
  readonly repositoryId: string;
  /** Documents done and found so far in this repository. */
  readonly done: number;
  readonly total: number;
}

/** What a refresh did in one repository. */
export interface RefreshedRepository {
  readonly repositoryId: string;
  readonly counts: RefreshCounts;
}

export interface AskOptions {
  /** True: a cold index is built before the answer; false: the answer comes at once, labelled `index-cold`. */
  readonly wait: boolean;
  /** The clock of the score in milliseconds since 1970; null: the time of day. */
  readonly now: number | null;
}

/** The core behind every door: what is asked here is what the CLI, MCP and VS Code ask. */
export interface WorkspaceService {
  /**
   * workspace_context. `args` is what the caller sent, unchecked.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change.
   */
  ask(args: unknown, options: AskOptions, onProgress?: (progress: IndexProgress) => void): Promise<ContextPack>;
  /**
   * workspace_expand. `args` is what the caller sent, unchecked.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change.
   */
  expand(args: unknown, options: AskOptions, onProgress?: (progress: IndexProgress) => void): Promise<ExpandPack>;
  /** Builds or refreshes the index and says what is in it. */
  index(onProgress?: (progress: IndexProgress) => void): Promise<WorkspaceStatus>;
  /** What is indexed, skipped and stale; changes nothing. */
  status(): Promise<WorkspaceStatus>;
  /**
   * Says what was changed on disk (saved, moved, checked out). It is looked at in the background, a burst at once, and only where it
   * happened; a question asked after this waits a moment for it. What is not saved does not count.
   * Ends, without ever throwing, when the index has it, with what was done in each repository it concerned.
   */
  filesChanged(change: FileChange): Promise<readonly RefreshedRepository[]>;
  /** Resolves when no refresh is running any more. */
  idle(): Promise<void>;
  /**
   * Where a passage's file lies on this machine, for doors that open files; null when `sourceRef`
   * (`repository id/path`) names nothing in this workspace. Never part of an answer.
   */
  locate(sourceRef: string): Promise<string | null>;
  /**
   * The id of the repository that a command run in `folder` (a path of this machine) belongs to: the
   * innermost one around it.
   * @throws WorkspaceContextError when the folder lies outside of all repositories of the workspace.
   */
  repositoryOf(folder: string): Promise<string>;
  /**
   * Records how a command ended that ran in `folder`, as the last run of its repository (`repositoryOf`).
   * @throws WorkspaceContextError when the folder lies outside of all repositories of the workspace, or
   * when the run could not be kept (`unavailable`).
   */
  recordRun(folder: string, run: LastRun): Promise<void>;
}
