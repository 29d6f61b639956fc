import type { CodePack } from '../contract/codeTool';
import type { RepositoryRow, WorkspaceCodePack } from '../contract/coordinatorTool';
import type { ExpandPack } from '../contract/expandTool';
import type { LastRun } from '../contract/model';
import type { OutlinePage, OutlinePart, OutlineRows } from '../contract/outline';
import type { Activity, WorkspaceStatus } from '../contract/status';
import type { ContextPack } from '../contract/tools';
import type { Follower } from '../coordinator/coordinator';
import type { RefreshCounts } from '../ports/store';
import type { FileChange } from '../ports/watcher';

export type { Follower };

/** A caller that may give up. */
export type Quitter = Pick<Follower, 'signal'>;

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
  /** Whether and with what passages are compared by meaning; with the product's own model when absent. */
  readonly embeddings?: EmbeddingSettings;
}

/** How passages are compared by meaning. */
export interface EmbeddingSettings {
  /** False: answers are by words alone. */
  readonly enabled: boolean;
  /** A folder with another model, in the layout of transformers.js; null: the product's own model. */
  readonly modelFolder: string | null;
}

/** How far a running index is. */
export interface IndexProgress {
  readonly repositoryId: string;
  /** `indexing` goes by documents, `embedding`, which comes after it, by passages. */
  readonly step: 'indexing' | 'embedding';
  /** How many of the repository's are done, of those found so far. */
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
  /** True: what is not embedded yet is embedded before the answer. */
  readonly waitForEmbeddings?: boolean;
}

/** The core behind every door: what is asked here is what the CLI, MCP and VS Code ask. */
export interface WorkspaceService {
  /**
   * workspace_context. `args` is what the caller sent, unchecked.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change.
   */
  ask(args: unknown, options: AskOptions, onProgress?: (progress: IndexProgress) => void, follower?: Quitter): Promise<ContextPack>;
  /**
   * workspace_expand. `args` is what the caller sent, unchecked.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change.
   */
  expand(args: unknown, options: AskOptions, onProgress?: (progress: IndexProgress) => void, follower?: Quitter): Promise<ExpandPack>;
  /**
   * code.context: the declarations of one repository that a task is about. `args` is what the caller sent, unchecked.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change. A call that its follower ends rejects.
   */
  codeContext(args: unknown, options: AskOptions, follower?: Follower, onProgress?: (progress: IndexProgress) => void): Promise<CodePack>;
  /**
   * workspace.context. `args` is what the caller sent, unchecked. A call that its follower ends is answered all the same, with
   * rows that say so.
   * @throws WorkspaceContextError when the arguments are wrong, saying what to change; then no repository was asked.
   */
  workspaceCodeContext(
    args: unknown,
    options: AskOptions,
    follower?: Follower,
    onProgress?: (progress: IndexProgress) => void,
  ): Promise<WorkspaceCodePack>;
  /**
   * Builds or refreshes the index and says what is in it; with `waitForEmbeddings`, when everything is embedded. A call that its
   * follower ends rejects; the repository that was being read keeps the index it had, unless somebody else waits for it, too.
   */
  index(
    onProgress?: (progress: IndexProgress) => void,
    options?: Pick<AskOptions, 'waitForEmbeddings'>,
    follower?: Quitter,
  ): Promise<WorkspaceStatus>;
  /** What is going on; cheap, and starts nothing. */
  activity(): Promise<Activity>;
  /** What is indexed, skipped and stale; changes nothing. */
  status(): Promise<WorkspaceStatus>;
  /**
   * A page of a list of what is indexed, told from the index as it is known here (the stored one where none is): the
   * repositories, the entities of one, the documents of an entity, what was left out for a reason, or the notices. Looks at no
   * document on disk and starts nothing; empty for a repository that is not open.
   * @param from the `next` of the page before; 0 unless given.
   */
  outline<Part extends OutlinePart>(part: Part, from?: number): Promise<OutlinePage<OutlineRows[Part['of']]>>;
  /**
   * Says what was changed on disk (saved, moved, checked out). It is looked at in the background, a burst at once, and only where it
   * happened; a question asked after this waits a moment for it. What is not saved does not count.
   * Ends, without ever throwing, when the index has it, with what was done in each repository it concerned.
   */
  filesChanged(change: FileChange): Promise<readonly RefreshedRepository[]>;
  /**
   * Embeds nothing for so many milliseconds, null: until it is told to go on (0 milliseconds). Answers are not held up,
   * and neither are questions' vectors.
   */
  holdEmbedding(milliseconds: number | null): Promise<void>;
  /**
   * Resolves when no refresh is running any more (embedding may be), with a sentence for each repository whose index
   * could not be kept for next time: that turns out behind the answer.
   */
  idle(): Promise<readonly string[]>;
  /**
   * Where the file of a passage or a symbol lies on this machine, for doors that open files; null when `sourceRef`
   * (`repository id/path`) names nothing that an answer of this workspace could be from. The outline's other files are told, too,
   * and for the id of a repository alone its folder. Never part of an answer.
   */
  locate(sourceRef: string): Promise<string | null>;
  /**
   * The text of a document (`repository id/path`) as a commit has it, for doors that show it; what looks like a secret is
   * left out, line for line. Null when it names nothing in this workspace, or when git does not have it here.
   * @param commit a full commit id.
   */
  textAtCommit(sourceRef: string, commit: string): Promise<string | null>;
  /**
   * The ids of the repositories that are open here, in their usual order, also of those nested in one that was never indexed. They are
   * looked for, not indexed.
   * @throws WorkspaceContextError when none of the folders can be opened.
   */
  repositories(): Promise<readonly string[]>;
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

/** What calls get whose worker died under them; null: arguments that never were a question. */
export interface InterruptedAnswers {
  ask(args: unknown, nowMs: number): ContextPack | null;
  expand(args: unknown): ExpandPack | null;
  codeContext(args: unknown): CodePack | null;
  /** @param told what the worker told of the call until then. */
  workspaceCodeContext(args: unknown, told: { readonly notices: readonly string[]; readonly rows: readonly RepositoryRow[] }): WorkspaceCodePack | null;
}
