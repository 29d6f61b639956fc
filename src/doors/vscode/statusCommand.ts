import * as vscode from 'vscode';
import { COMMANDS, STATUS_SCHEME } from '../../contract/ids';
import type { WorkspaceService } from '../../workspace/service';
import type { WorkspaceSession } from './session';
import { showError } from './showError';

/** No extension in the name: to a language the editor would load what it has for it. */
const STATUS_URI = vscode.Uri.from({ scheme: STATUS_SCHEME, path: '/Workspace Context Status' });

const loadText = () => import(/* webpackChunkName: "tree" */ './statusText');

async function pageOf(service: WorkspaceService): Promise<string> {
  const [{ statusTextOf }, status] = await Promise.all([loadText(), service.status()]);
  return statusTextOf(status, new Date().toISOString());
}

/**
 * "Workspace Context: Show Status": what is indexed, skipped and stale, as text beside the files.
 *
 * It is a read-only file of a file system of its own: plain text can be searched, folded, copied into a report and read aloud,
 * and a file is there again when the window is loaded anew or its extensions are started again, because the editor starts the extension
 * for it. A preview of Markdown is not (it showed an error then), and it had the Markdown extension loaded, which held up
 * the extension host for more than a tenth of a second.
 */
export function registerStatusCommand(session: WorkspaceSession): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let page: Uint8Array | null = null;
  /** Tells the editor that the page is another one; no two pages have the same. */
  let writtenAt = 0;

  const keep = (text: string): Uint8Array => {
    writtenAt = Math.max(Date.now(), writtenAt + 1);
    page = new TextEncoder().encode(text);
    return page;
  };
  /** A page that the editor has open from before: nothing is read for it that nobody asked for. */
  const restored = async (): Promise<Uint8Array> => {
    const service = session.current();
    return keep(service === null ? vscode.l10n.t('Run "Workspace Context: Show Status" to see what is indexed now.') : await pageOf(service));
  };
  const content = async (): Promise<Uint8Array> => page ?? (await restored());
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(STATUS_URI);
  };
  const check = (uri: vscode.Uri): void => {
    if (uri.path !== STATUS_URI.path) throw vscode.FileSystemError.FileNotFound(uri);
  };
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => {
      check(uri);
      const { byteLength } = await content();
      return { type: vscode.FileType.File, ctime: 0, mtime: writtenAt, size: byteLength, permissions: vscode.FilePermission.Readonly };
    },
    readFile: async (uri) => {
      check(uri);
      return content();
    },
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };

  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerFileSystemProvider(STATUS_SCHEME, files, { isReadonly: true, isCaseSensitive: true }),
    vscode.commands.registerCommand(COMMANDS.showStatus, async () => {
      try {
        keep(await pageOf(session.service()));
        changed.fire([{ type: vscode.FileChangeType.Changed, uri: STATUS_URI }]);
        await vscode.window.showTextDocument(STATUS_URI, { preview: false });
      } catch (thrown) {
        void showError(thrown);
      }
    }),
  );
}
