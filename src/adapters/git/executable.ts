import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** Where a program is looked for. */
export interface ExecutableSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Whether a path leads to a file this process may execute. */
  readonly isExecutable: (path: string) => Promise<boolean>;
}

/** What stands behind macOS's `/usr/bin/git`, which offers to install the developer tools where none of these is there. */
const MAC_DEVELOPER_TOOLS = [
  '/var/db/xcode_select_link/usr/bin/git',
  '/Library/Developer/CommandLineTools/usr/bin/git',
  '/Applications/Xcode.app/Contents/Developer/usr/bin/git',
];

/**
 * The absolute path of the user's git, or null when it is not on the PATH. Searched here and not by
 * the system, because on Windows the system looks into the current folder first: a `git.exe` in a
 * repository would be run. For the same reason relative folders on the PATH are passed over.
 */
export async function findGit(search: ExecutableSearch): Promise<string | null> {
  const windows = search.platform === 'win32';
  const { delimiter, isAbsolute, join } = windows ? win32 : posix;
  for (const entry of pathVariable(search.env, windows).split(delimiter)) {
    const folder = windows ? entry.replace(/^"|"$/g, '') : entry;
    // `\tools` on Windows depends on the current drive, as `tools` does on the current folder.
    if (!isAbsolute(folder) || (windows && /^[\\/](?![\\/])/.test(folder))) continue;
    const candidate = join(folder, windows ? 'git.exe' : 'git');
    if ((await search.isExecutable(candidate)) && !(await isInstallerOnly(candidate, search))) return candidate;
  }
  return null;
}

/** Whether a path leads to a regular file this process may execute. */
export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    // Synchronous inside: a search looks at a few paths, and a thread pool takes longer for each than the system.
    // Most are not there, and an error takes long to make.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function pathVariable(env: NodeJS.ProcessEnv, windows: boolean): string {
  const name = windows ? Object.keys(env).find((key) => key.toUpperCase() === 'PATH') : 'PATH';
  return (name === undefined ? undefined : env[name]) ?? '';
}

async function isInstallerOnly(candidate: string, search: ExecutableSearch): Promise<boolean> {
  if (search.platform !== 'darwin' || candidate !== '/usr/bin/git' || search.env['DEVELOPER_DIR'] !== undefined) return false;
  for (const tool of MAC_DEVELOPER_TOOLS) if (await search.isExecutable(tool)) return false;
  return true;
}
