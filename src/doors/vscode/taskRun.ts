import path from 'node:path';
import type { LastRun } from '../../contract/model';
import { taskRunName } from '../../workspace/runName';

/** What the editor knows of a task that ended, free of its types. */
export interface EndedTask {
  /** Id of the task's group (`build`, `test`…); null when it has none. */
  readonly group: string | null;
  /** What contributed it: `npm`, or `Workspace` for one in tasks.json. */
  readonly source: string;
  readonly name: string;
  /** The workspace folder it belongs to; null for a task of the whole workspace or of the user. */
  readonly folder: string | null;
  /** The folder it ran in, as the task says; null when it says nothing. */
  readonly cwd: string | null;
  /** Null when it was terminated. */
  readonly exitCode: number | null;
}

/** A run to record, and the folder it belongs to. */
export interface TaskRun {
  readonly folder: string;
  readonly run: LastRun;
}

/** Groups whose tasks tell whether a repository is well. */
const TELLING_GROUPS: ReadonlySet<string> = new Set(['build', 'test']);
const FOLDER_VARIABLE = /^\$\{workspaceFolder\}/;

/** Where a task ran: its own folder where that can be told, else its workspace folder. */
function folderOf(folder: string, cwd: string | null): string {
  const place = (cwd ?? '').replace(FOLDER_VARIABLE, () => folder);
  return place === '' || place.includes('${') ? folder : path.resolve(folder, place);
}

/**
 * What a task that ended says of a repository; null when it says nothing: it neither builds nor tests,
 * was terminated, or belongs to no folder.
 * @param endedAt ISO time.
 */
export function taskRunOf(task: EndedTask, endedAt: string): TaskRun | null {
  if (task.folder === null || task.exitCode === null || !TELLING_GROUPS.has(task.group ?? '')) return null;
  return {
    folder: folderOf(task.folder, task.cwd),
    run: {
      verdict: task.exitCode === 0 ? 'succeeded' : 'failed',
      name: taskRunName(task.source, task.name),
      endedAt,
    },
  };
}
