import * as vscode from 'vscode';
import { COMMANDS, STATUS_SCHEME } from '../../contract/ids';
import type { WorkspaceSession } from './session';
import { showError } from './showError';
import { statusMarkdownOf } from './statusMarkdown';

const STATUS_URI = vscode.Uri.from({ scheme: STATUS_SCHEME, path: '/Workspace Context Status.md' });

/** "Workspace Context: Show Status": what is indexed, skipped and stale, as a page beside the files. */
export function registerStatusCommand(session: WorkspaceSession): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let page = '';
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(STATUS_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => page,
    }),
    vscode.commands.registerCommand(COMMANDS.showStatus, async () => {
      try {
        page = statusMarkdownOf(await session.service().status(), new Date().toISOString());
        changed.fire(STATUS_URI);
        await vscode.commands.executeCommand('markdown.showPreview', STATUS_URI);
      } catch (thrown) {
        void showError(thrown);
      }
    }),
  );
}
