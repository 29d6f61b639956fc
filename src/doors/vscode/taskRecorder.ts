import * as vscode from 'vscode';
import { messageOf } from './errorMessage';
import type { WorkspaceSession } from './session';
import { type EndedTask, taskRunOf } from './taskRun';

function folderOf({ scope }: vscode.Task): string | null {
  const isFolder = typeof scope === 'object' && scope.uri.scheme === 'file';
  return isFolder ? scope.uri.fsPath : null;
}

function cwdOf({ execution }: vscode.Task): string | null {
  const hasFolder = execution instanceof vscode.ShellExecution || execution instanceof vscode.ProcessExecution;
  return hasFolder ? (execution.options?.cwd ?? null) : null;
}

function endedTaskOf({ execution: { task }, exitCode }: vscode.TaskProcessEndEvent): EndedTask {
  return {
    group: task.group?.id ?? null,
    source: task.source,
    name: task.name,
    folder: folderOf(task),
    cwd: cwdOf(task),
    exitCode: exitCode ?? null,
  };
}

/** Records how build and test tasks end, as the last run of the repository they ran in. */
export function registerTaskRecorder(session: WorkspaceSession): vscode.Disposable {
  return vscode.tasks.onDidEndTaskProcess(async (ended) => {
    if (!vscode.workspace.isTrusted) return;
    const taskRun = taskRunOf(endedTaskOf(ended), new Date().toISOString());
    if (taskRun === null) return;
    try {
      await session.service().recordRun(taskRun.folder, taskRun.run);
    } catch (thrown) {
      // The task itself is none of ours: whoever runs it is not to be bothered.
      console.warn(`Workspace Context: how a task ended was not recorded: ${messageOf(thrown)}`);
    }
  });
}
