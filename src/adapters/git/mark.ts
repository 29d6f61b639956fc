import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createMarker, isFileFault, type Marker, textOf, Unmarkable } from './markedFiles';

/*
 * What an inspection tells depends on few files of git's own, as gitrepository-layout(5), git-config(1)
 * and git-worktree(1) name them. They are looked at here only to see that they are the same as before;
 * what they mean is left to git. Anything unusual gives no mark, and git is asked.
 */

/** What a mark is made with besides the folder. */
export interface MarkSettings {
  /** The git that would be run; null when there is none. */
  readonly executable: string | null;
  /** The environment git is run in. */
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Located {
  /** The repository's folder; in a linked work tree its own part of it. */
  readonly gitFolder: string;
  /** Where what all work trees share lies. */
  readonly commonFolder: string;
}

/** A digest of all that an inspection of the folder depends on, in lower-case hex; null where that cannot be told. */
export function markOf(folder: string, { executable, env, now }: MarkSettings): string | null {
  const hash = createHash('sha256');
  const marker = createMarker((name, value) => hash.update(`${name.length} ${value.length} ${name}${value}`), now);
  try {
    const located = locate(realpathSync.native(folder), marker);
    if (located !== null) {
      if (executable === null) return null;
      markRepository(marker, located);
      for (const file of configurations(executable, env)) marker.configuration(file, homeOf(env));
      marker.facts(executable);
    }
    for (const [name, value] of Object.entries(env).sort(([left], [right]) => (left < right ? -1 : 1))) {
      if (/^(?:GIT_.*|HOME|USERPROFILE|XDG_CONFIG_HOME)$/i.test(name)) marker.add(name, value ?? '');
    }
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof Unmarkable || isFileFault(error)) return null;
    throw error;
  }
}

/** Finds the `.git` of the folder, or of the nearest one above it, and follows where it leads; null when there is none. */
function locate(folder: string, marker: Marker): Located | null {
  for (let current = folder; ; current = dirname(current)) {
    const place = join(current, '.git');
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats !== undefined) {
      // Git trusts a repository by who owns it, and by who asks.
      marker.add('place', `${place}\0${folder}\0${stats.uid} ${statSync(current).uid} ${process.geteuid?.() ?? ''}`);
      const gitFolder = stats.isDirectory() ? place : linkedFolder(current, place);
      const common = textOf(join(gitFolder, 'commondir'));
      const commonFolder = common === null ? gitFolder : resolve(gitFolder, common.trim());
      marker.add('folders', `${gitFolder}\0${commonFolder}`);
      return { gitFolder, commonFolder };
    }
    if (dirname(current) === current) {
      marker.add('place', 'none');
      return null;
    }
  }
}

/** Where a `.git` file leads: `gitdir: <path>`. */
function linkedFolder(folder: string, place: string): string {
  const target = /^gitdir: (.+?)[\r\n]*$/.exec(textOf(place) ?? '')?.[1];
  if (target === undefined) throw new Unmarkable();
  return resolve(folder, target);
}

function markRepository(marker: Marker, { gitFolder, commonFolder }: Located): void {
  const head = textOf(join(gitFolder, 'HEAD'));
  if (head === null) throw new Unmarkable();
  marker.add('HEAD', head);
  const branch = /^ref: (refs\/[^\0]+?)\s*$/.exec(head)?.[1];
  if (branch !== undefined) {
    const place = join(commonFolder, ...branch.split('/'));
    // A branch that names another one, or lies elsewhere, is nobody's habit.
    if (branch.split('/').includes('..') || textOf(place)?.startsWith('ref:') === true) throw new Unmarkable();
    marker.file(place);
  }
  for (const name of ['packed-refs', 'reftable/tables.list', 'shallow', 'info/exclude', 'info/grafts']) {
    marker.file(join(commonFolder, ...name.split('/')));
  }
  marker.file(join(gitFolder, 'reftable', 'tables.list'));
  marker.tree(join(commonFolder, 'refs', 'remotes'));
  marker.tree(join(commonFolder, 'refs', 'replace'));
  marker.configuration(join(commonFolder, 'config'), null);
  marker.configuration(join(gitFolder, 'config.worktree'), null);
}

function homeOf(env: NodeJS.ProcessEnv): string {
  return env['HOME'] ?? env['USERPROFILE'] ?? homedir();
}

/** Where git looks for the configuration of the user and of the machine. */
function configurations(executable: string, env: NodeJS.ProcessEnv): string[] {
  const home = homeOf(env);
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system, XDG_CONFIG_HOME: xdg } = env;
  const ofUser = global === undefined ? [join(home, '.gitconfig'), join(xdg || join(home, '.config'), 'git', 'config')] : [global];
  if (system !== undefined) return [...ofUser, system];
  // The machine's is built into git: /etc, or beside where git itself is installed (Homebrew, Windows).
  const installed = dirname(dirname(realpathSync.native(executable)));
  return [...ofUser, '/etc/gitconfig', join(installed, 'etc', 'gitconfig'), join(dirname(installed), 'etc', 'gitconfig')];
}
