import type { WorkspaceScope } from '../../workspace/service';

/** What the editor knows of the workspace, free of its types. */
export interface EditorWorkspace {
  readonly folders: readonly { readonly scheme: string; readonly fsPath: string; readonly excludes: unknown }[];
  /** Path of the `.code-workspace` file; null for a single folder and for an unsaved workspace. */
  readonly workspaceFile: string | null;
  /** The setting `workspaceContext.epicGlobs`. */
  readonly epicGlobs: unknown;
  /** The setting `workspaceContext.embeddings`. */
  readonly embeddings?: unknown;
  /** The setting `workspaceContext.modelFolder`. */
  readonly modelFolder?: unknown;
}

const WORKSPACE_FILE_ENDING = /\.code-workspace$/i;

const fileNameOf = (path: string): string => path.split(/[\\/]/).pop() ?? path;

/** The globs of a `files.exclude` value that are plainly on (`{"when": …}` depends on siblings and is left out). */
const excludesOf = (setting: unknown): string[] =>
  typeof setting === 'object' && setting !== null
    ? Object.entries(setting)
        .filter(([, on]) => on === true)
        .map(([glob]) => glob)
    : [];

function globsOf(setting: unknown): string[] | null {
  if (!Array.isArray(setting)) return null;
  const globs = setting.filter((glob): glob is string => typeof glob === 'string' && glob.trim() !== '');
  return globs.length > 0 ? globs : null;
}

const folderOf = (setting: unknown): string | null => (typeof setting === 'string' && setting.trim() !== '' ? setting.trim() : null);

/**
 * The scope of an editor window, named after its workspace file where it has one. Folders that are not
 * on this machine's disk are left out; null when none is left.
 */
export function scopeOf(workspace: EditorWorkspace): WorkspaceScope | null {
  const folders = workspace.folders.filter((folder) => folder.scheme === 'file');
  if (folders.length === 0) return null;
  return {
    name:
      workspace.workspaceFile === null
        ? null
        : fileNameOf(workspace.workspaceFile).replace(WORKSPACE_FILE_ENDING, ''),
    folders: folders.map((folder) => folder.fsPath),
    exclude: [...new Set(folders.flatMap((folder) => excludesOf(folder.excludes)))].sort(),
    epicGlobs: globsOf(workspace.epicGlobs),
    embeddings: { enabled: workspace.embeddings !== false, modelFolder: folderOf(workspace.modelFolder) },
  };
}
