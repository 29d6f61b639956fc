import * as vscode from 'vscode';
import { COMMANDS, CONTEXT_KEYS, FOCUS_TREE, STATUS_BAR_ITEM } from '../../contract/ids';
import type { Activity } from '../../contract/status';
import type { ActivityFeed } from './activityFeed';
import { type NoActivity, statusBarViewOf } from './statusBarView';

const LINKED_COMMANDS = [COMMANDS.ask, COMMANDS.refreshIndex, COMMANDS.showStatus, COMMANDS.pauseEmbedding, COMMANDS.resumeEmbedding];

/** The state of the index in the status bar; a click shows what is indexed in the side bar, or what has to be done first. */
export function registerStatusBar(feed: ActivityFeed): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(STATUS_BAR_ITEM, vscode.StatusBarAlignment.Right);
  item.name = 'Workspace Context';

  const show = (activity: Activity | NoActivity): void => {
    const { text, tooltip, spoken, isWarning } = statusBarViewOf(activity, new Date().toISOString());
    item.text = text;
    // No icons in it: what is said of a repository could name one.
    item.tooltip = new vscode.MarkdownString(tooltip);
    item.tooltip.isTrusted = { enabledCommands: LINKED_COMMANDS };
    item.accessibilityInformation = { label: spoken };
    item.backgroundColor = isWarning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = activity === 'untrusted' ? 'workbench.trust.manage' : FOCUS_TREE;
    const isPaused = typeof activity !== 'string' && activity.embedding?.waiting === 'paused';
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.embeddingPaused, isPaused);
    item.show();
  };

  const latest = feed.latest();
  if (latest !== null) show(latest);
  return vscode.Disposable.from(item, feed.onDidLook(show));
}
