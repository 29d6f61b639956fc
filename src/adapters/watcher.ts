import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { Log } from '../ports/log';
import type { WatchFolders } from '../ports/watcher';

/** Folders that nothing is indexed of and that change all the time. */
const IGNORED_NAMES = new Set(['node_modules', '.hg', '.svn', '.venv', '__pycache__', '.DS_Store']);

/** What is watched inside git's own folder; the rest of it (objects, the index) tells nothing. */
const GIT_FILES = ['HEAD', 'packed-refs', 'shallow', path.join('logs', 'HEAD'), 'refs', path.join('info', 'exclude')];

/** More watches than a machine grants: see inotify(7), and the limit of open files. */
const TOO_MANY = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * A file that comes into a folder while the watch of that is being set up is not reported, so a new folder is
 * reported once more after so many milliseconds.
 */
const NEW_FOLDER_SETTLES = 1_500;

const FALLBACK = 'The index is compared with the files every five minutes instead.';

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Git's own folders for the work tree around a folder: in a linked work tree its own part, and what all of them share. */
function gitFoldersOf(folder: string): string[] {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const place = path.join(current, '.git');
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats !== undefined) {
      const target = stats.isDirectory() ? place : /^gitdir: (.+?)[\r\n]*$/.exec(textOf(place) ?? '')?.[1];
      if (target === undefined) return [];
      const own = path.resolve(current, target);
      const common = textOf(path.join(own, 'commondir'));
      return common === null ? [own] : [own, path.resolve(own, common.trim())];
    }
    if (path.dirname(current) === current) return [];
  }
}

/** Whether a path below a `.git` is, or leads to, one of the files that are watched there. */
function isWatchedGitPath(below: string): boolean {
  if (below.endsWith('.lock')) return false;
  const [shared, name, ...rest] = below.split(path.sep);
  const isAnothers = shared === 'worktrees' || shared === 'modules';
  if (isAnothers && rest.length === 0) return true;
  const inside = isAnothers ? rest.join(path.sep) : [shared, name, ...rest].filter((part) => part !== undefined).join(path.sep);
  return GIT_FILES.some((file) => inside === file || file.startsWith(inside + path.sep) || inside.startsWith(file + path.sep));
}

/** Whether nothing at a path, or below it, is worth a watch. */
function isUnwatched(place: string): boolean {
  const segments = place.split(path.sep);
  const git = segments.lastIndexOf('.git');
  if (git >= 0) return git < segments.length - 1 && !isWatchedGitPath(segments.slice(git + 1).join(path.sep));
  return segments.some((segment) => IGNORED_NAMES.has(segment));
}

function placesOf(folders: readonly string[]): string[] {
  const opened = folders.map((folder) => path.resolve(folder));
  const git = opened.flatMap((folder) => {
    try {
      return gitFoldersOf(folder);
    } catch {
      return [];
    }
  });
  const outside = git.filter((folder) => !opened.some((each) => folder.startsWith(each + path.sep)));
  return [...opened, ...new Set(outside.flatMap((folder) => GIT_FILES.map((file) => path.join(folder, file))))];
}

/**
 * Watches with the machine's own means (one watch a folder); what was there when the watch began is not reported.
 * Links are not followed, as in a walk.
 */
export function createWatcher(log: Log): WatchFolders {
  return (folders, onChange, onFailure) => {
    let watcher: FSWatcher | null = null;
    const later = new Set<NodeJS.Timeout>();
    const roots = folders.map((folder) => path.resolve(folder));
    /** A folder may itself lie in one of an ignored name. */
    const insideOf = (place: string): string => {
      const root = roots.find((each) => place === each || place.startsWith(each + path.sep));
      return root === undefined ? place : place.slice(root.length + 1);
    };
    const end = async (): Promise<void> => {
      const ended = watcher;
      watcher = null;
      for (const again of later) clearTimeout(again);
      await ended?.close();
    };
    const fail = (thrown: unknown): void => {
      log.warn(`watcher: ${String(thrown)}`);
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
      // A folder that may not be read, or vanished, is no reason to give up on the others.
      if (!TOO_MANY.has(code) || watcher === null) return;
      void end();
      onFailure(
        code === 'ENOSPC'
          ? `There are more folders than this system watches at once (raise fs.inotify.max_user_watches to change that). ${FALLBACK}`
          : `There are more folders than this system lets a program watch at once. ${FALLBACK}`,
      );
    };
    watcher = watch(placesOf(folders), {
      ignoreInitial: true,
      followSymlinks: false,
      // Without it, folders that come later are not watched; so whoever watches has to end it.
      persistent: true,
      ignorePermissionErrors: true,
      ignored: (place) => isUnwatched(insideOf(path.normalize(place))),
    });
    watcher.on('all', (event, place) => {
      const paths = [path.resolve(place)];
      onChange({ paths });
      if (event !== 'addDir') return;
      const again = setTimeout(() => {
        later.delete(again);
        onChange({ paths });
      }, NEW_FOLDER_SETTLES);
      again.unref();
      later.add(again);
    });
    watcher.on('error', fail);
    // What changed while the watch was being set up was not reported.
    watcher.once('ready', () => onChange('everything'));
    return { close: end };
  };
}
