import * as vscode from 'vscode';
import type { Timer } from '../../ports/timer';
import type { FileChange } from '../../ports/watcher';
import { createChangeCollector } from '../../workspace/changeCollector';
import { GIT_PATTERNS, isNews } from './fileNews';

const timer: Timer = {
  after: (milliseconds, work) => {
    const timeout = setTimeout(work, milliseconds);
    return () => clearTimeout(timeout);
  },
};

/** Milliseconds. Only so that thousands of events cross to the worker as few messages; the worker waits for quiet itself. */
const PAUSES = { quiet: 15, longest: 200 };

/**
 * Tells what changes on disk below the window's folders: saved documents at once, everything else as the
 * editor's own watcher reports it. What is not saved is no change.
 */
export function watchWindow(onChange: (change: FileChange) => void): vscode.Disposable {
  const collector = createChangeCollector(timer, PAUSES, onChange);
  const changed = (uri: vscode.Uri): void => {
    if (uri.scheme === 'file' && isNews(uri.fsPath)) collector.add({ paths: [uri.fsPath] });
  };
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const watchers = folders.flatMap((folder) =>
    // The editor leaves parts of `.git` out of a watch of everything (`files.watcherExclude`), so those are asked for by name.
    ['**/*', ...GIT_PATTERNS].map((pattern) => vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern))),
  );
  const subscriptions = [
    ...watchers,
    ...watchers.flatMap((watcher) => [watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed)]),
    vscode.workspace.onDidSaveTextDocument((document) => {
      changed(document.uri);
      // It is in the next answer: nothing is waited for.
      if (document.uri.scheme === 'file') collector.flush();
    }),
  ];
  return {
    dispose: () => {
      collector.dispose();
      subscriptions.forEach((subscription) => subscription.dispose());
    },
  };
}
