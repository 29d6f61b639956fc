import * as vscode from 'vscode';
import { COMMIT_SCHEME } from '../../contract/ids';
import type { LineRange } from '../../contract/model';
import type { PassageRow } from '../../contract/tools';
import { shortCommitOf } from '../../wording/age';
import type { WorkspaceService } from '../../workspace/service';
import { plainMessage } from './plainMessage';

/** The column a file opens in beside the panel: one that shows files already, else a new one beside it. */
function columnForFiles(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find((candidate) => {
    const input = candidate.activeTab?.input;
    return input === undefined || !(input instanceof vscode.TabInputWebview);
  });
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Shows a document with lines selected; lines beyond its end select its end. */
async function showLines(document: vscode.TextDocument, lines: LineRange): Promise<void> {
  const wanted = new vscode.Range(lines.start - 1, 0, lines.end - 1, Number.MAX_SAFE_INTEGER);
  const selection = document.validateRange(wanted);
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnForFiles(), selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Opens a passage's file with its lines selected. A person is told when the file is not there any more;
 * lines beyond the end of a file that shrank select its end.
 */
export async function openPassage(service: WorkspaceService, sourceRef: string, lines: LineRange): Promise<void> {
  const path = await service.locate(sourceRef);
  if (path === null) {
    void vscode.window.showWarningMessage(
      plainMessage(vscode.l10n.t('{0} is not among the documents of this workspace. Ask again for fresh results.', sourceRef)),
    );
    return;
  }
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    await showLines(document, lines);
  } catch {
    void vscode.window.showWarningMessage(
      plainMessage(vscode.l10n.t('{0} could not be opened; it may have been moved or deleted. Ask again for fresh results.', sourceRef)),
    );
  }
}

/** Opens the file of a passage as it was at the commit the passage cites, with its lines selected, to be read only. */
export async function openAtCommit(service: WorkspaceService, passage: PassageRow): Promise<void> {
  const { sourceRef, sourceCommit, lines } = passage;
  if (sourceCommit === null) return;
  if ((await service.textAtCommit(sourceRef, sourceCommit)) === null) {
    void vscode.window.showWarningMessage(
      plainMessage(vscode.l10n.t('{0} could not be read at commit {1}: the file may not be committed there, or this clone does not have that commit.', sourceRef, shortCommitOf(sourceCommit))),
    );
    return;
  }
  const uri = vscode.Uri.from({ scheme: COMMIT_SCHEME, path: `/${sourceRef}`, query: sourceCommit });
  await showLines(await vscode.workspace.openTextDocument(uri), lines);
}

/**
 * Gives the editor documents as they were at a commit. A document that a window of before had open is read again when it is
 * shown; what cannot be read says so in its place.
 * @param service throws where nothing may be read.
 */
export function registerCommitDocuments(service: () => WorkspaceService): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(COMMIT_SCHEME, {
    provideTextDocumentContent: async ({ path, query }) => {
      const text = await service().textAtCommit(path.slice(1), query);
      if (text === null) throw new Error(vscode.l10n.t('This document cannot be read at commit {0}.', shortCommitOf(query)));
      return text;
    },
  });
}
