import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import type { WorkspaceSession } from './session';
import { progressOf } from '../../wording/progress';
import { showError } from './showError';
import { indexSummaryOf } from './statusMarkdown';

/** "Workspace Context: Build or Refresh Index": with progress, then one sentence of what was done. */
export function registerIndexCommand(session: WorkspaceSession): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.refreshIndex, async () => {
    try {
      const status = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: 'Workspace Context: reading the repositories' },
        (progress) =>
          session.service().index((step) => {
            progress.report({ message: progressOf(step) });
          }),
      );
      const show = 'Show Status';
      const chosen = await vscode.window.showInformationMessage(indexSummaryOf(status), show);
      if (chosen === show) await vscode.commands.executeCommand(COMMANDS.showStatus);
    } catch (thrown) {
      void showError(thrown);
    }
  });
}
