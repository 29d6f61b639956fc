import * as vscode from 'vscode';
import { COMMANDS } from '../../contract/ids';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** So long after a key was struck nothing is embedded (milliseconds), and how often the worker is told so at most. */
const TYPING_MILLISECONDS = 2_000;
const TOLD_EVERY_MILLISECONDS = 500;

/** "Pause Embedding" and "Resume Embedding", and the pause that every key struck brings. */
export function registerEmbeddingCommands(session: WorkspaceSession): vscode.Disposable {
  const hold = async (milliseconds: number | null): Promise<void> => {
    try {
      await session.service().holdEmbedding(milliseconds);
    } catch (thrown) {
      void showError(thrown);
    }
  };
  let toldAt = Number.NEGATIVE_INFINITY;
  return vscode.Disposable.from(
    vscode.commands.registerCommand(COMMANDS.pauseEmbedding, () => hold(null)),
    vscode.commands.registerCommand(COMMANDS.resumeEmbedding, () => hold(0)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isTyped = contentChanges.length > 0 && (document.uri.scheme === 'file' || document.uri.scheme === 'untitled');
      if (!isTyped || performance.now() - toldAt < TOLD_EVERY_MILLISECONDS) return;
      toldAt = performance.now();
      session.current()?.holdEmbedding(TYPING_MILLISECONDS).catch(() => undefined);
    }),
  );
}
