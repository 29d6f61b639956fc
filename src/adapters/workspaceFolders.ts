import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { FILE_BYTES } from '../contract/constants';
import { WorkspaceContextError } from '../contract/errors';
import { SETTINGS, SETTINGS_SECTION } from '../contract/ids';
import type { WorkspaceScope } from '../workspace/service';

const WORKSPACE_FILE_ENDING = '.code-workspace';
const FOLDER_SETTINGS = '.vscode/settings.json';
/** Names a workspace whose folder has no name: the top of the file system. */
const NAMELESS = 'workspace';

type Settings = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (message: string): WorkspaceContextError => new WorkspaceContextError('invalid-argument', message);

/** The globs of `files.exclude` that are plainly on: `{"when": …}` depends on what lies beside a file. */
function excludesOf(settings: Settings): string[] {
  const setting = settings['files.exclude'];
  if (!isRecord(setting)) return [];
  return Object.entries(setting)
    .filter(([, on]) => on === true)
    .map(([glob]) => glob);
}

function epicGlobsOf(settings: Settings): string[] | null {
  const setting = settings[`${SETTINGS_SECTION}.${SETTINGS.epicGlobs}`];
  if (!Array.isArray(setting)) return null;
  const globs = setting.filter((glob): glob is string => typeof glob === 'string' && glob.trim() !== '');
  return globs.length > 0 ? globs : null;
}

/** What one argument stands for. */
interface Opened {
  readonly name: string;
  readonly folders: readonly string[];
  readonly settings: Settings;
}

/**
 * The path as people are shown it: as it was written, or relative to the current folder. Only a `cwd`
 * that is not this process's own makes it absolute, so that it leads to the same place.
 */
function usable(written: string, cwd: string): string {
  return path.resolve(written) === path.resolve(cwd, written) ? written : path.resolve(cwd, written);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

async function textOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.replace(/^\uFEFF/, '');
}

/** A folder of a workspace file: relative to that file, or a `file:` address; others are kept as they are written. */
function folderOf(entry: unknown, workspaceFile: string): string | null {
  if (!isRecord(entry)) return null;
  const { path: written, uri } = entry;
  if (typeof written === 'string' && written !== '') {
    return path.isAbsolute(written) ? written : path.join(path.dirname(workspaceFile), written);
  }
  if (typeof uri !== 'string') return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

/** JSON with comments, and the first thing wrong with it; null where it is nested deeper than the stack allows. */
function parsed(text: string): { content: unknown; error: ParseError | undefined } | null {
  const errors: ParseError[] = [];
  try {
    const content: unknown = parse(text, errors, { allowTrailingComma: true });
    return { content, error: errors[0] };
  } catch {
    return null;
  }
}

async function openedWorkspaceFile(file: string, written: string): Promise<Opened> {
  if (statSync(file).size > FILE_BYTES) throw invalid(`"${written}" is over 1 MiB; that is no workspace file.`);
  const text = await textOf(file).catch((thrown: unknown) => {
    throw new WorkspaceContextError('workspace-not-readable', `"${written}" cannot be read; see that you may read it.`, {
      cause: thrown,
    });
  });
  const json = parsed(text);
  if (json === null) throw invalid(`"${written}" is nested too deeply; that is no workspace file.`);
  const { content, error } = json;
  if (error !== undefined) {
    const line = lineOf(text, error.offset);
    throw invalid(`"${written}" is not valid JSON (${printParseErrorCode(error.error)} in line ${line}); correct it there.`);
  }
  const entries = isRecord(content) ? content['folders'] : undefined;
  if (!isRecord(content) || !Array.isArray(entries)) throw invalid(`"${written}" has no list of "folders"; add one.`);
  const folders = entries.map((entry) => folderOf(entry, file)).filter((folder) => folder !== null);
  if (folders.length === 0) throw invalid(`"${written}" names no folder; add one to "folders", each as {"path": "…"}.`);
  const settings = content['settings'];
  return {
    name: path.basename(file).slice(0, -WORKSPACE_FILE_ENDING.length) || NAMELESS,
    folders,
    settings: isRecord(settings) ? settings : {},
  };
}

const nameOf = (folder: string): string => path.basename(path.resolve(folder)) || NAMELESS;

async function openedPath(written: string, cwd: string): Promise<Opened> {
  if (written === '') throw invalid('The path of a workspace is empty; name a folder or a .code-workspace file.');
  const place = usable(written, cwd);
  const stats = ((): ReturnType<typeof statSync> => {
    try {
      return statSync(place, { throwIfNoEntry: false });
    } catch (thrown) {
      const hint = 'see that you may read it, or name another one';
      throw new WorkspaceContextError('workspace-not-readable', `"${written}" cannot be read; ${hint}.`, { cause: thrown });
    }
  })();
  if (stats === undefined) throw invalid(`There is no "${written}"; name a folder or a .code-workspace file that exists.`);
  if (stats.isDirectory()) return { name: nameOf(place), folders: [place], settings: {} };
  if (stats.isFile() && place.toLowerCase().endsWith(WORKSPACE_FILE_ENDING)) return openedWorkspaceFile(place, written);
  throw invalid(`"${written}" is neither a folder nor a .code-workspace file; name one of these.`);
}

/** The top of the git work tree around a folder, else the folder itself; relative where that leads to it. */
function workTreeAround(cwd: string): string {
  const start = path.resolve(cwd);
  let top = start;
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) {
      top = folder;
      break;
    }
    if (folder === path.dirname(folder)) break;
  }
  return usable(path.relative(start, top) || '.', start);
}

/**
 * A folder's own settings. They are no argument of anybody's: as in VS Code, what can be read of a
 * damaged file counts and the rest does not.
 */
async function folderSettings(folder: string): Promise<Settings> {
  const file = path.join(folder, FOLDER_SETTINGS);
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > FILE_BYTES) return {};
    const content: unknown = parse(await textOf(file), [], { allowTrailingComma: true });
    return isRecord(content) ? content : {};
  } catch {
    return {};
  }
}

/**
 * The current folder, absolute.
 * @throws WorkspaceContextError when it was removed while a shell stood in it.
 */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (thrown) {
    throw new WorkspaceContextError('workspace-not-readable', 'The current folder is no longer there; change to one that exists.', {
      cause: thrown,
    });
  }
}

/**
 * What to open for the paths a person named: folders, or `.code-workspace` files (their folders, and
 * `files.exclude` and `workspaceContext.epicGlobs` of their settings). Without any path, the git work
 * tree around `cwd`, else `cwd`. The `files.exclude` of a folder's `.vscode/settings.json` counts too;
 * its `epicGlobs` when it is the only folder, as in VS Code. Named after the folder or the workspace
 * file; several names are joined by `+`.
 * A folder that a workspace file names is not looked at here: that it is missing shows in the answer.
 * @throws WorkspaceContextError when a path names nothing that can be opened, or the file is not valid.
 */
export async function scopeOf(paths: readonly string[], cwd: string): Promise<WorkspaceScope> {
  const named = paths.length > 0 ? paths : [workTreeAround(cwd)];
  const opened: Opened[] = [];
  for (const written of named) opened.push(await openedPath(written, cwd));
  const distinct = new Map(opened.flatMap(({ folders }) => folders).map((folder) => [path.resolve(folder), folder]));
  const folders = [...distinct.values()];
  const own = await Promise.all(folders.map(folderSettings));
  const settings = [...opened.map((each) => each.settings), ...own];
  const epicSources = folders.length === 1 ? settings : opened.map((each) => each.settings);
  const epicGlobs = [...new Set(epicSources.flatMap((each) => epicGlobsOf(each) ?? []))];
  return {
    name: [...new Set(opened.map(({ name }) => name))].join('+'),
    folders,
    exclude: [...new Set(settings.flatMap(excludesOf))].sort(),
    epicGlobs: epicGlobs.length > 0 ? epicGlobs : null,
  };
}
