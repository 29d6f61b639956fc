import * as vscode from 'vscode';
import type { Timer } from '../../ports/timer';
import type { FileChange } from '../../ports/watcher';
import { createChangeCollector } from '../../workspace/changeCollector';
import { GIT_WATCHES, isNews } from './fileNews';

const timer: Timer = {
  after: (milliseconds, work) => {
    const timeout = setTimeout(work, milliseconds);
    return () => clearTimeout(timeout);
  },
};

/** Milliseconds. Only so that thousands of events cross to the worker as few messages; the worker waits for quiet itself. */
const PAUSES = { quiet: 15, longest: 200 };

/** Names git's own folders for the work tree around a folder; they may lie anywhere. Never fails: without git there are none. */
export type GitFoldersOf = (folder: string) => Promise<readonly string[]>;

/**
 * Tells what changes on disk below the window's folders: saved documents at once, everything else as the
 * editor's own watcher reports it. What is not saved is no change. Of git's own folders those files are watched by name
 * that tell what is checked out: where a folder inside a repository is opened, or a linked work tree, they lie elsewhere. What
 * the setting `files.watcherExclude` leaves out inside of an opened folder the editor reports to nobody; questions find it.
 */
export function watchWindow(gitFoldersOf: GitFoldersOf, onChange: (change: FileChange) => void): vscode.Disposable {
  const collector = createChangeCollector(timer, PAUSES, onChange);
  const subscriptions: vscode.Disposable[] = [];
  let ended = false;

  const changed = (uri: vscode.Uri): void => {
    if (uri.scheme === 'file' && isNews(uri.fsPath)) collector.add({ paths: [uri.fsPath] });
  };
  const watch = (base: vscode.WorkspaceFolder | vscode.Uri, pattern: string): void => {
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(base, pattern));
    subscriptions.push(watcher, watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed));
  };
  const watchGit = async (folders: readonly string[]): Promise<void> => {
    const found = await Promise.all(folders.map(gitFoldersOf));
    if (ended) return;
    for (const gitFolder of new Set(found.flat())) {
      for (const { below, pattern } of GIT_WATCHES) watch(vscode.Uri.joinPath(vscode.Uri.file(gitFolder), below), pattern);
    }
  };

  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  for (const folder of folders) watch(folder, '**/*');
  void watchGit(folders.map(({ uri }) => uri.fsPath));
  subscriptions.push(
    vscode.workspace.onDidSaveTextDocument((document) => {
      changed(document.uri);
      // It is in the next answer: nothing is waited for.
      if (document.uri.scheme === 'file') collector.flush();
    }),
  );
  return {
    dispose: () => {
      ended = true;
      collector.dispose();
      subscriptions.forEach((subscription) => subscription.dispose());
    },
  };
}
