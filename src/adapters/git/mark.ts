import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/*
 * What an inspection tells depends on few files of git's own, as gitrepository-layout(5), git-config(1)
 * and git-worktree(1) name them. They are read here only to see that they are the same as before; what
 * they mean is left to git. Anything unusual gives no mark, and git is asked.
 */

/** Files larger than this are told by their size and time. */
const READ_BYTES = 256 * 1024;
/** A file changed this recently may change again without its size or time telling. */
const COARSEST_FILE_TIME_MS = 2_000;
/** With more loose references than this, git is quicker. */
const MOST_REFERENCES = 2_000;
/** Configurations that include each other end somewhere. */
const INCLUDE_DEPTH = 10;

/** Thrown where no mark can be made. */
class Unmarkable extends Error {}

/** Adds something to a mark. */
type Add = (name: string, value: string) => void;

/** What a mark is made with besides the folder. */
export interface MarkSettings {
  readonly executable: string;
  /** The environment git is run in. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A digest of what an inspection of the folder depends on, as lower-case hex; null where it cannot be told. */
export function markOf(folder: string, settings: MarkSettings): string | null {
  const hash = createHash('sha256');
  const add: Add = (name, value) => hash.update(`${name.length} ${value.length} ${name}${value}`);
  try {
    const marker = new FilesOfGit(add, settings.now);
    const { gitFolder, commonFolder, owner } = locate(folder, add);
    add('owner', `${owner} ${process.geteuid?.() ?? ''}`);
    markReferences(marker, gitFolder, commonFolder);
    for (const name of ['shallow', 'info/exclude', 'info/grafts']) marker.file(join(commonFolder, ...name.split('/')));
    marker.configuration(join(gitFolder, 'config.worktree'), 0);
    marker.configuration(join(commonFolder, 'config'), 0);
    for (const file of userConfigurations(settings)) marker.configuration(file, 0);
    marker.facts(settings.executable);
    for (const [name, value] of Object.entries(settings.env).sort(([left], [right]) => (left < right ? -1 : 1))) {
      if (/^(?:GIT_|HOME$|XDG_CONFIG_HOME$)/i.test(name)) add(name, value ?? '');
    }
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof Unmarkable || isFileError(error)) return null;
    throw error;
  }
}

interface Located {
  readonly gitFolder: string;
  /** Where what all work trees share lies. */
  readonly commonFolder: string;
  readonly owner: number;
}

/** Finds the `.git` of the folder, or of the nearest one above it, and follows where it leads. */
function locate(folder: string, add: Add): Located {
  for (let current = realpathSync.native(folder); ; current = dirname(current)) {
    const place = join(current, '.git');
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats === undefined) {
      if (dirname(current) === current) throw new Unmarkable();
      continue;
    }
    add('place', place);
    const gitFolder = stats.isDirectory() ? place : linkedFolder(current, place);
    const common = textOf(join(gitFolder, 'commondir'));
    const commonFolder = common === null ? gitFolder : resolve(gitFolder, common.trim());
    add('folders', `${gitFolder}\0${commonFolder}`);
    return { gitFolder, commonFolder, owner: stats.uid };
  }
}

/** Where a `.git` file leads: `gitdir: <path>`. */
function linkedFolder(folder: string, place: string): string {
  const target = /^gitdir: (.+?)[\r\n]*$/.exec(textOf(place) ?? '')?.[1];
  if (target === undefined) throw new Unmarkable();
  return resolve(folder, target);
}

/** HEAD, the branch it names, the branches of remotes, and where git keeps references together. */
function markReferences(marker: FilesOfGit, gitFolder: string, commonFolder: string): void {
  const head = textOf(join(gitFolder, 'HEAD'));
  if (head === null) throw new Unmarkable();
  marker.file(join(gitFolder, 'HEAD'));
  const branch = /^ref: (refs\/[^\0]+?)\s*$/.exec(head)?.[1];
  if (branch !== undefined) {
    if (branch.split('/').includes('..')) throw new Unmarkable();
    // A branch that names another one is nobody's habit.
    if (textOf(join(commonFolder, ...branch.split('/')))?.startsWith('ref:') === true) throw new Unmarkable();
    marker.file(join(commonFolder, ...branch.split('/')));
  }
  marker.file(join(commonFolder, 'packed-refs'));
  for (const folder of [gitFolder, commonFolder]) marker.file(join(folder, 'reftable', 'tables.list'));
  marker.tree(join(commonFolder, 'refs', 'remotes'));
  marker.tree(join(commonFolder, 'refs', 'replace'));
}

/** Where git looks for the user's and the system's configuration. */
function userConfigurations({ env, executable }: MarkSettings): string[] {
  const home = env['HOME'] ?? homedir();
  const global = env['GIT_CONFIG_GLOBAL'];
  const own = global !== undefined ? [global] : [join(home, '.gitconfig'), join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'config')];
  const system = env['GIT_CONFIG_SYSTEM'];
  const installed = dirname(dirname(realpathSync.native(executable)));
  // Built into git; an installation of its own has it beside itself, and what replaces it replaces the executable.
  return [...own, ...(system !== undefined ? [system] : ['/etc/gitconfig', join(installed, 'etc', 'gitconfig'), join(dirname(installed), 'etc', 'gitconfig')])];
}

/** A small file's text; null when there is none. */
function textOf(file: string): string | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    // Only regular files: a pipe would be waited on for ever.
    if (stats === undefined) return null;
    if (!stats.isFile() || stats.size > READ_BYTES) throw new Unmarkable();
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isFileError(error) && ['ENOENT', 'ENOTDIR'].includes(error.code)) return null;
    throw error;
  }
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
