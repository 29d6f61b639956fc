import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import type { WorkspaceStatus } from '../../contract/status';
import { progressOf } from '../../wording/progress';
import { indexSummaryOf } from './indexSummary';
import { plainMessage } from './plainMessage';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** So long, in milliseconds, a passing message stays in the status bar. */
const MESSAGE_STAYS = 5_000;

/** What `work` comes to, or null as soon as the person who waits cancels; the work is told so. */
async function unlessCancelled<Result>(token: vscode.CancellationToken, work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
  const controller = new AbortController();
  const cancelled = new Promise<null>((resolve) => {
    token.onCancellationRequested(() => {
      controller.abort();
      resolve(null);
    });
  });
  const result = work(controller.signal).catch((thrown: unknown) => {
    if (controller.signal.aborted) return null;
    throw thrown;
  });
  return Promise.race([result, cancelled]);
}

/**
 * "Workspace Context: Build or Refresh Index": with progress, then one sentence of what was done. Cancelled, it ends with the
 * document it is at, and the repository that was being read keeps the index it had.
 */
export function registerIndexCommand(session: WorkspaceSession): vscode.Disposable {
  const refresh = (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken): Promise<WorkspaceStatus | null> =>
    unlessCancelled(token, (signal) => session.service().index((step) => progress.report({ message: plainMessage(progressOf(step)) }), {}, { signal }));

  return vscode.commands.registerCommand(COMMANDS.refreshIndex, async () => {
    try {
      const title = vscode.l10n.t('Workspace Context: reading the repositories');
      const status = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, refresh);
      if (status === null) {
        vscode.window.setStatusBarMessage(vscode.l10n.t('Cancelled. What was indexed before still answers.'), MESSAGE_STAYS);
        return;
      }
      const show = vscode.l10n.t('Show Status');
      const chosen = await vscode.window.showInformationMessage(indexSummaryOf(status), show);
      if (chosen === show) await vscode.commands.executeCommand(COMMANDS.showStatus);
    } catch (thrown) {
      void showError(thrown);
    }
  });
}
