import * as vscode from 'vscode';
import { CONTEXT_KEYS, SETTINGS, SETTINGS_SECTION } from '../../contract/ids';
import { WorkspaceContextError } from '../../contract/errors';
import { createHealth, type Health } from '../../ports/health';
import type { WorkspaceScope, WorkspaceService } from '../../workspace/service';
import { type GitFoldersOf, watchWindow } from './fileEvents';
import { NO_FOLDER, NOT_TRUSTED } from './errorMessage';
import { scopeOf } from './scope';

/** A service that holds on to something (a worker) until it is disposed of. */
export interface ConnectedService extends WorkspaceService {
  readonly health: Health;
  dispose(): Promise<void>;
}

/** Makes the service for a scope; nothing runs before its first call. */
export type Connect = (scope: WorkspaceScope) => ConnectedService;

/** The service of what this window has open, whatever becomes of its folders and settings. */
export interface WorkspaceSession extends vscode.Disposable {
  /**
   * The service to ask now.
   * @throws WorkspaceContextError when nothing may be read or there is nothing to read, saying what to do.
   */
  service(): WorkspaceService;
  /** The service as long as there is one: nothing is made and nothing is read for asking this. */
  current(): WorkspaceService | null;
  /** Tells that the service was asked for. */
  readonly onDidUse: vscode.Event<void>;
  /** Healthy while there is something to ask and its service can answer; follows the window. */
  readonly health: Health;
  /**
   * What this window has open, as paths that the command line takes for `--workspace`.
   * @throws WorkspaceContextError as `service` does.
   */
  opened(): readonly string[];
  /** Ends the session, when what is being written for it is written; the editor waits for that a little while. */
  close(): Promise<void>;
}

function scopeOfWindow(): WorkspaceScope | null {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const settings = vscode.workspace.getConfiguration(SETTINGS_SECTION);
  return scopeOf({
    folders: (workspaceFolders ?? []).map((folder) => ({
      scheme: folder.uri.scheme,
      fsPath: folder.uri.fsPath,
      excludes: vscode.workspace.getConfiguration('files', folder.uri).get<unknown>('exclude'),
    })),
    workspaceFile: workspaceFile?.scheme === 'file' ? workspaceFile.fsPath : null,
    epicGlobs: settings.get<unknown>(SETTINGS.epicGlobs),
    embeddings: settings.get<unknown>(SETTINGS.embeddings),
    modelFolder: settings.get<unknown>(SETTINGS.modelFolder),
  });
}

/** The window's folders on this machine; the settings need not be read for them. */
export const foldersOfWindow = (): string[] =>
  (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);

function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new WorkspaceContextError('not-trusted', NOT_TRUSTED);
}

function requireScope(): WorkspaceScope {
  const scope = scopeOfWindow();
  if (scope !== null) return scope;
  throw new WorkspaceContextError('workspace-not-readable', NO_FOLDER);
}

/** Follows the window's folders, settings and trust; the service is made when it is first asked for. */
export function openSession(connect: Connect, gitFoldersOf: GitFoldersOf): WorkspaceSession {
  let current: { readonly recipe: string; readonly folders: string; readonly service: ConnectedService; readonly forget: () => void } | null = null;
  const health = createHealth(false);
  const used = new vscode.EventEmitter<void>();

  /** What was dropped and is still writing. */
  const ending = new Set<Promise<void>>();

  function drop(): void {
    const dropped = current;
    if (dropped === null) return;
    current = null;
    dropped.forget();
    const ended = dropped.service.dispose().finally(() => ending.delete(ended));
    ending.add(ended);
  }

  const close = async (): Promise<void> => {
    subscriptions.splice(0).forEach((subscription) => subscription.dispose());
    drop();
    await Promise.all(ending);
  };

  function showAvailability(): void {
    const readable = vscode.workspace.isTrusted && foldersOfWindow().length > 0;
    const available = readable && (current?.service.health.healthy() ?? true);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.unavailable, !available);
    health.set(available);
  }

  function workspaceChanged(): void {
    if (current !== null && JSON.stringify(scopeOfWindow()) !== current.recipe) drop();
    showAvailability();
  }

  const subscriptions: vscode.Disposable[] = [
    used,
    vscode.workspace.onDidChangeWorkspaceFolders(workspaceChanged),
    vscode.workspace.onDidGrantWorkspaceTrust(showAvailability),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SETTINGS_SECTION) || change.affectsConfiguration('files.exclude')) workspaceChanged();
    }),
  ];
  showAvailability();

  return {
    health,
    current: () => current?.service ?? null,
    onDidUse: used.event,
    service: () => {
      requireTrust();
      // Folders that come or go are there, or gone, a moment before the editor tells so.
      if (current !== null && foldersOfWindow().join('\0') !== current.folders) workspaceChanged();
      if (current !== null) {
        used.fire();
        return current.service;
      }
      const scope = requireScope();
      const service = connect(scope);
      const unhear = service.health.onChange(showAvailability);
      // From its first use on, and in trusted windows only, like all reading.
      const watch = watchWindow(gitFoldersOf, (change) => void service.filesChanged(change).catch(() => undefined));
      current = {
        recipe: JSON.stringify(scope),
        folders: foldersOfWindow().join('\0'),
        service,
        forget: () => {
          unhear();
          watch.dispose();
        },
      };
      used.fire();
      return service;
    },
    opened: () => {
      requireTrust();
      const { folders } = requireScope();
      const { workspaceFile } = vscode.workspace;
      return workspaceFile?.scheme === 'file' ? [workspaceFile.fsPath] : folders;
    },
    close,
    dispose: () => void close(),
  };
}
