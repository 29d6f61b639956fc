import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { RepositoryPath } from '../contract/model';
import type { FileEntry, FileFacts, FileFault, Files, PhysicalRoot } from '../ports/files';

const ON_WINDOWS = process.platform === 'win32';
/** Macs may list names decomposed; they find them composed (NFC) just as well, which is how git keeps them. */
const COMPOSES_NAMES = process.platform === 'darwin';

/** A pipe that took a file's place must not hold us up, nor a link lead elsewhere (both unknown to Windows). */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

function faultOf(thrown: unknown): FileFault {
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return 'absent';
    case 'EACCES':
    case 'EPERM':
      return 'forbidden';
    default:
      return 'failed';
  }
}

/** The physical path behind a path: every link resolved and every name spelt as the file system has it. */
function physicalPath(location: string): string {
  try {
    return realpathSync.native(location);
  } catch (thrown) {
    // Some virtual drives of Windows cannot tell; the portable way asks for each folder in turn.
    if (ON_WINDOWS && faultOf(thrown) === 'failed') return realpathSync(location);
    throw thrown;
  }
}

/** A repository path's place on this machine; null for one that would lead out of the root by its text alone. */
function placeOf(root: PhysicalRoot, repositoryPath: RepositoryPath): string | null {
  if (repositoryPath === '') return root;
  if (repositoryPath.includes('\0')) return null;
  const segments = repositoryPath.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null;
  if (ON_WINDOWS && /[\\:]/.test(repositoryPath)) return null;
  const separator = root.endsWith(path.sep) ? '' : path.sep;
  return root + separator + segments.join(path.sep);
}

/** The path inside the root of a physical path; null when it lies outside. */
function insideOf(root: string, physical: string): RepositoryPath | null {
  if (physical === root) return '';
  const below = root.endsWith(path.sep) ? root : root + path.sep;
  const relative = physical.startsWith(below) ? physical.slice(below.length) : path.relative(root, physical);
  if (relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) return null;
  const inside = relative.split(path.sep).join('/');
  return COMPOSES_NAMES ? inside.normalize('NFC') : inside;
}

const kindOf = (entry: Dirent | Stats): 'file' | 'folder' | 'other' =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other';

function entryOf(entry: Dirent): FileEntry {
  return {
    name: COMPOSES_NAMES ? entry.name.normalize('NFC') : entry.name,
    kind: entry.isSymbolicLink() ? 'link' : kindOf(entry),
  };
}

/** Entries as the system lists them: in the same order while nothing changes. */
function entriesTextOf(entries: readonly Dirent[]): string {
  let text = '';
  for (const entry of entries) {
    text += `${entry.isFile() ? 'f' : entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : 'o'}${entry.name}/`;
  }
  return text;
}

/** Reads an open file to its end, or to `most` bytes; `expected` bytes are room enough when it does not grow. */
function readToEnd(descriptor: number, expected: number, most: number): Uint8Array {
  let buffer = new Uint8Array(Math.min(expected + 1, most));
  let length = 0;
  for (;;) {
    if (length === buffer.length) {
      if (length === most) return buffer;
      const larger = new Uint8Array(Math.min(buffer.length * 2, most));
      larger.set(buffer);
      buffer = larger;
    }
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
}

/** A regular file's bytes; a fault for anything else, which is never opened. `location` is physical. */
function bytesOf(location: string, limit: number): Uint8Array | { fault: FileFault } {
  if (!lstatSync(location).isFile()) return { fault: 'failed' };
  const descriptor = openSync(location, READING);
  try {
    const stats = fstatSync(descriptor);
    // Something else may have taken the file's place since it was looked at.
    return stats.isFile() ? readToEnd(descriptor, stats.size, limit + 1) : { fault: 'failed' };
  } finally {
    closeSync(descriptor);
  }
}

/** Runs `use`, turning what the file system throws into a fault. */
function orFault<Result>(use: () => Result): Result | { fault: FileFault } {
  try {
    return use();
  } catch (thrown) {
    return { fault: faultOf(thrown) };
  }
}

/**
 * The machine's files. Calls are synchronous inside (a repository is read faster so), meant for a worker.
 * No method throws, whatever vanishes or may not be read. `list` and `read` refuse paths that lead out
 * of the root, links followed, as `forbidden`; only regular files are ever opened.
 */
export function createNodeFiles(): Files {
  const physicalRoots = new Map<PhysicalRoot, string>();

  const physicalRootOf = (root: PhysicalRoot): string => {
    const physical = physicalRoots.get(root) ?? physicalPath(root);
    physicalRoots.set(root, physical);
    return physical;
  };

  /** Uses the physical place of a path, which lies inside the root; a fault when it does not. */
  const inside = <Result>(
    root: PhysicalRoot,
    repositoryPath: RepositoryPath,
    use: (physical: string) => Result | { fault: FileFault },
  ): Result | { fault: FileFault } =>
    orFault(() => {
      const place = placeOf(root, repositoryPath);
      if (place === null) return { fault: 'absent' as const };
      const physical = physicalPath(place);
      return insideOf(physicalRootOf(root), physical) === null ? { fault: 'forbidden' as const } : use(physical);
    });

  return {
    resolveFolder: async (written) =>
      orFault(() => {
        const root = physicalPath(path.resolve(written));
        if (!statSync(root).isDirectory()) return { fault: 'not-a-folder' as const };
        opendirSync(root).closeSync();
        return { root };
      }),
    // A drive (`C:\`) has no last segment but a letter; the top of other file systems has no name at all.
    nameOf: (root) => path.basename(root) || root.replace(/[\\/:]+/g, ''),
    parentOf: (root) => {
      const parent = path.dirname(root);
      return parent === root ? null : parent;
    },
    below: (root, repositoryPath) => path.join(root, ...repositoryPath.split('/')),
    pathInside: (root, given) => insideOf(root, path.normalize(given)),
    list: async (root, repositoryPath) =>
      inside(root, repositoryPath, (physical) => ({
        entries: readdirSync(physical, { withFileTypes: true })
          .map(entryOf)
          .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0)),
      })),
    entriesText: async (root, repositoryPath) => {
      const text = orFault(() => {
        const place = placeOf(root, repositoryPath);
        return place === null ? null : entriesTextOf(readdirSync(place, { withFileTypes: true }));
      });
      return typeof text === 'object' ? null : text;
    },
    facts: async (root, repositoryPath) =>
      orFault((): FileFacts | { fault: FileFault } => {
        const place = placeOf(root, repositoryPath);
        const stats = place === null ? undefined : statSync(place, { throwIfNoEntry: false });
        if (stats === undefined) return { fault: 'absent' };
        // Copying and unpacking set the time of modification to whatever they like, and only that one.
        return { kind: kindOf(stats), size: stats.size, modifiedMs: Math.max(stats.mtimeMs, stats.ctimeMs), inode: stats.ino };
      }),
    followLink: async (root, repositoryPath) => {
      const target = orFault(() => {
        const place = placeOf(root, repositoryPath);
        return place === null ? null : insideOf(physicalRootOf(root), physicalPath(place));
      });
      return typeof target === 'string' ? { path: target } : 'outside';
    },
    read: async (root, repositoryPath, limit) => inside(root, repositoryPath, (physical) => bytesOf(physical, limit)),
  };
}
