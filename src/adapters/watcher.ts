import path from 'node:path';
import { type ChokidarOptions, type FSWatcher, watch as watchWithChokidar } from 'chokidar';
import type { Log } from '../ports/log';
import type { WatchFolders } from '../ports/watcher';
import { gitFoldersOf } from './git/gitFolders';

/** Folders that nothing is indexed of and that change all the time. */
const IGNORED_NAMES = new Set(['node_modules', '.hg', '.svn', '.venv', '__pycache__', '.DS_Store']);

/** What is watched inside git's own folder; the rest of it (objects, the index) tells nothing. */
const GIT_FILES = ['HEAD', 'packed-refs', 'shallow', path.join('logs', 'HEAD'), 'refs', path.join('info', 'exclude')];

/** One place that may not be read, is no more, or cannot be looked at: no reason to give up on the others. */
const OF_ONE_PLACE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EBUSY', 'ELOOP', 'ENAMETOOLONG']);

/**
 * A file that comes into a folder while the watch of that is being set up is not reported, so a new folder is
 * reported once more after so many milliseconds.
 */
const NEW_FOLDER_SETTLES = 1_500;

const FALLBACK = 'Changes are found with the next question instead, once the index is five minutes old.';

/** What to do about a watch that failed as a whole: see inotify(7), and the limit of open files. */
function failureSentence(code: string): string {
  switch (code) {
    case 'ENOSPC':
      return `There are more folders than this system watches at once: raise fs.inotify.max_user_watches (as root, \`sysctl fs.inotify.max_user_watches=524288\`) and start again. ${FALLBACK}`;
    case 'EMFILE':
    case 'ENFILE':
      return `There are more folders than this system lets a program watch at once: raise the limit of open files (\`ulimit -n\`; on Linux fs.inotify.max_user_instances, too) and start again. ${FALLBACK}`;
    default:
      return `The folders cannot be watched (${code}); on a network drive that is usual, and there is nothing to do. ${FALLBACK}`;
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';

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

async function placesOf(folders: readonly string[]): Promise<string[]> {
  const opened = folders.map((folder) => path.resolve(folder));
  const git = (await Promise.all(opened.map(gitFoldersOf))).flat();
  const outside = git.filter((folder) => !opened.some((each) => folder.startsWith(each + path.sep)));
  return [...opened, ...new Set(outside.flatMap((folder) => GIT_FILES.map((file) => path.join(folder, file))))];
}

/** What sets up a watch of places: chokidar's `watch`, or what stands in for it. */
export type StartWatch = (places: string[], options: ChokidarOptions) => FSWatcher;

/**
 * Watches with the machine's own means (one watch a folder); what was there when the watch began is not reported.
 * Links are not followed, as in a walk.
 */
export function createWatcher(log: Log, startWatch: StartWatch = watchWithChokidar): WatchFolders {
  return (folders, onChange, onFailure) => {
    let watcher: FSWatcher | null = null;
    let ended = false;
    const later = new Set<NodeJS.Timeout>();
    const roots = folders.map((folder) => path.resolve(folder));
    /** A folder may itself lie in one of an ignored name. */
    const insideOf = (place: string): string => {
      const root = roots.find((each) => place === each || place.startsWith(each + path.sep));
      return root === undefined ? place : place.slice(root.length + 1);
    };
    const end = async (): Promise<void> => {
      ended = true;
      for (const again of later) clearTimeout(again);
      later.clear();
      await watcher?.close();
    };
    const fail = (thrown: unknown): void => {
      // A watch that is at its limits says so of every folder.
      if (ended) return;
      log.warn(`watcher: ${String(thrown)}`);
      const code = codeOf(thrown);
      if (OF_ONE_PLACE.has(code)) return;
      void end().catch((again: unknown) => log.warn(`watcher: ${String(again)}`));
      onFailure(failureSentence(code));
    };
    const report = (place: string, isNewFolder: boolean): void => {
      if (ended) return;
      const paths = [path.resolve(place)];
      onChange({ paths });
      if (!isNewFolder) return;
      const again = setTimeout(() => {
        later.delete(again);
        onChange({ paths });
      }, NEW_FOLDER_SETTLES);
      again.unref();
      later.add(again);
    };
    const start = async (): Promise<void> => {
      const places = await placesOf(folders);
      if (ended) return;
      const started = startWatch(places, {
        ignoreInitial: true,
        followSymlinks: false,
        // Without it, folders that come later are not watched; so whoever watches has to end it.
        persistent: true,
        ignorePermissionErrors: true,
        ignored: (place) => isUnwatched(insideOf(path.normalize(place))),
      });
      watcher = started;
      started.on('error', fail);
      started.on('all', (event, place) => report(place, event === 'addDir'));
      // What changed while the watch was being set up was not reported.
      started.once('ready', () => {
        if (!ended) onChange('everything');
      });
    };
    const starting = start().catch(fail);
    return {
      close: async () => {
        ended = true;
        await starting;
        await end();
      },
    };
  };
}
