import * as vscode from 'vscode';
import type { LineRange } from '../../contract/model';
import type { WorkspaceService } from '../../workspace/service';

/** The column a file opens in beside the panel: one that shows files already, else a new one beside it. */
function columnForFiles(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find((candidate) => {
    const input = candidate.activeTab?.input;
    return input === undefined || !(input instanceof vscode.TabInputWebview);
  });
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/**
 * Opens a passage's file with its lines selected. A person is told when the file is not there any more;
 * lines beyond the end of a file that shrank select its end.
 */
export async function openPassage(service: WorkspaceService, sourceRef: string, lines: LineRange): Promise<void> {
  const path = await service.locate(sourceRef);
  if (path === null) {
    void vscode.window.showWarningMessage(`${sourceRef} is not in this workspace any more. Ask again for fresh results.`);
    return;
  }
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const wanted = new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER);
    const selection = document.validateRange(wanted);
    const editor = await vscode.window.showTextDocument(document, { viewColumn: columnForFiles(), selection });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    void vscode.window.showWarningMessage(`${sourceRef} could not be opened; it may have been moved or deleted. Ask again for fresh results.`);
  }
}
