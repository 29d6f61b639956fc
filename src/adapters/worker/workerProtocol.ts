import type { CodePack } from '../../contract/codeTool';
import type { RepositoryRow, WorkspaceCodePack } from '../../contract/coordinatorTool';
import type { ErrorReport } from '../../contract/errors';
import type { ExpandPack } from '../../contract/expandTool';
import type { LastRun } from '../../contract/model';
import type { OutlineList, OutlinePage, OutlinePart, OutlineRows } from '../../contract/outline';
import type { Activity, WorkspaceStatus } from '../../contract/status';
import type { ContextPack } from '../../contract/tools';
import type { FileChange } from '../../ports/watcher';
import type { AskOptions, IndexProgress, RefreshedRepository, WorkspaceScope } from '../../workspace/service';

/** What each call sends to the worker and gets back; only plain data crosses the border. */
export interface WorkerCalls {
  ask: { parameters: [args: unknown, options: AskOptions]; result: ContextPack };
  expand: { parameters: [args: unknown, options: AskOptions]; result: ExpandPack };
  codeContext: { parameters: [args: unknown, options: AskOptions]; result: CodePack };
  workspaceCodeContext: { parameters: [args: unknown, options: AskOptions]; result: WorkspaceCodePack };
  index: { parameters: [options?: Pick<AskOptions, 'waitForEmbeddings'>]; result: WorkspaceStatus };
  activity: { parameters: []; result: Activity };
  status: { parameters: []; result: WorkspaceStatus };
  outline: { parameters: [part: OutlinePart, from?: number]; result: OutlinePage<OutlineRows[OutlineList]> };
  filesChanged: { parameters: [change: FileChange]; result: readonly RefreshedRepository[] };
  holdEmbedding: { parameters: [milliseconds: number | null]; result: void };
  idle: { parameters: []; result: readonly string[] };
  locate: { parameters: [sourceRef: string]; result: string | null };
  textAtCommit: { parameters: [sourceRef: string, commit: string]; result: string | null };
  repositories: { parameters: []; result: readonly string[] };
  repositoryOf: { parameters: [folder: string]; result: string };
  recordRun: { parameters: [folder: string, run: LastRun]; result: void };
}
export type WorkerMethod = keyof WorkerCalls;

/** A call on its way to the worker; `id` names it in the replies. */
export type WorkerRequest = {
  [Method in WorkerMethod]: {
    readonly id: number;
    readonly method: Method;
    readonly parameters: WorkerCalls[Method]['parameters'];
  };
}[WorkerMethod];

/** Ends a call that is on its way: whoever asked gave up. It is answered all the same. */
export interface WorkerCancellation {
  readonly id: number;
  readonly method: 'cancel';
}

/** Asks the worker to end itself; there is no reply. */
export interface WorkerEnding {
  readonly method: 'end';
}

/** What comes back: any number of `progress`, `notice` and `row` (each one of workspace.context as it is finished), then one `result` or one `error`. */
export type WorkerReply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: IndexProgress }
  | { readonly id: number; readonly kind: 'notice'; readonly markdown: string }
  | { readonly id: number; readonly kind: 'row'; readonly row: RepositoryRow }
  | { readonly id: number; readonly kind: 'result'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly error: ErrorReport['error'] };

/** What the worker is started with. */
export interface WorkerData {
  readonly scope: WorkspaceScope;
}
