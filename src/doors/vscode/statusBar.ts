import * as vscode from 'vscode';
import { COMMANDS, CONTEXT_KEYS, STATUS_BAR_ITEM } from '../../contract/ids';
import type { Activity } from '../../contract/status';
import { foldersOfWindow, type WorkspaceSession } from './session';
import { type NoActivity, statusBarViewOf } from './statusBarView';

/** How often is looked, in milliseconds: while something goes on, and otherwise. */
const LOOK_EVERY = { active: 1_000, quiet: 5_000 } as const;

const LINKED_COMMANDS = [COMMANDS.ask, COMMANDS.refreshIndex, COMMANDS.showStatus, COMMANDS.pauseEmbedding, COMMANDS.resumeEmbedding];

function isBusy(activity: Activity | NoActivity): boolean {
  return typeof activity !== 'string' && (activity.indexing.length > 0 || activity.embedding?.state === 'pending');
}

/** The state of the index in the status bar; a click shows the status as a page. Starts nothing and asks for little. */
export function registerStatusBar(session: WorkspaceSession): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(STATUS_BAR_ITEM, vscode.StatusBarAlignment.Right);
  item.name = 'Workspace Context';
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const read = async (): Promise<Activity | NoActivity> => {
    if (!vscode.workspace.isTrusted) return 'untrusted';
    if (foldersOfWindow().length === 0) return 'no-folder';
    const service = session.current();
    if (service === null) return 'asleep';
    if (!session.health.healthy()) return 'stopped';
    try {
      const activity = await service.activity();
      return activity.isUsed ? activity : 'asleep';
    } catch {
      return session.health.healthy() ? 'asleep' : 'stopped';
    }
  };

  const show = (activity: Activity | NoActivity): void => {
    const { text, tooltip, isWarning } = statusBarViewOf(activity, new Date().toISOString());
    item.text = text;
    item.tooltip = new vscode.MarkdownString(tooltip, true);
    item.tooltip.isTrusted = { enabledCommands: LINKED_COMMANDS };
    item.backgroundColor = isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = activity === 'untrusted' ? 'workbench.trust.manage' : activity === 'no-folder' || activity === 'asleep' ? COMMANDS.ask : COMMANDS.showStatus;
    const isPaused = typeof activity !== 'string' && activity.embedding?.waiting === 'paused';
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.embeddingPaused, isPaused);
    item.show();
  };

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const activity = await read();
    if (isDisposed) return;
    show(activity);
    clearTimeout(timer);
    timer = setTimeout(() => void look(), isBusy(activity) ? LOOK_EVERY.active : LOOK_EVERY.quiet);
  };

  const unhear = session.health.onChange(() => void look());
  const used = session.onDidUse(() => void look());
  void look();
  return vscode.Disposable.from(item, used, {
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      unhear();
    },
  });
}
