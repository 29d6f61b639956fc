import { FILE_BYTES, FOLDER_LEVELS } from '../contract/constants';
import type { FileNotice, RepositoryPath, SkippedPath, SkipReason } from '../contract/model';
import type { FileEntry, FileFacts, Files, FileFault, PhysicalRoot } from '../ports/files';
import { builtInExclude, isBuiltInGlob, isExcludingMarker, isLitter } from './builtInExcludes';
import { excludeTest } from './excludeGlobs';
import { IGNORE_FILE, ignoresCase, rulesAtRoot, withIgnoreFileOf } from './ignoreFiles';
import { type IgnoreRules, isIgnored } from './ignoreRules';
import { isSecretByName, isSecretFolder } from './secretNames';

export interface WalkOptions {
  /** Globs of `files.exclude`, relative to the repository. */
  readonly exclude: readonly string[];
  /** The patterns of `info/exclude`, as text. */
  readonly excludePatterns: string;
  /** Files git tracks, relative to the root: no .gitignore leaves them out. Null without git. */
  readonly trackedPaths: ReadonlySet<RepositoryPath> | null;
  /** Where the root lies in its work tree, as `GitWorkTree.prefix` has it; left out: at the top. */
  readonly prefix?: string;
  /** Whether a file matters to the index; asked of every file that is not excluded. */
  readonly wanted: (path: RepositoryPath) => boolean;
}

export interface WalkedFile {
  readonly path: RepositoryPath;
  readonly facts: FileFacts;
}

/** What a repository holds, each list sorted by path in code-unit order. */
export interface Walk {
  /** False when the root itself could not be listed; then everything else is empty. */
  readonly readable: boolean;
  /** The wanted files. */
  readonly files: readonly WalkedFile[];
  /** Every file that is not excluded, wanted or not, but for secret-bearing ones. */
  readonly paths: readonly RepositoryPath[];
  /** Links that stay inside the repository: nothing is read through them, what they lead to is found where it lies. */
  readonly links: readonly { readonly path: RepositoryPath; readonly target: RepositoryPath }[];
  readonly skipped: readonly SkippedPath[];
  /** Folders that are repositories of their own; what is below them is not in here. */
  readonly nested: readonly RepositoryPath[];
  /** About ignore files that could not be applied. */
  readonly notices: readonly FileNotice[];
}

/** A folder, or in worktrees and submodules a file, that makes its folder a git work tree. */
const GIT = '.git';

interface PendingFolder {
  readonly path: RepositoryPath;
  readonly rules: IgnoreRules;
  /** The folder is ignored or build output: only what git tracks in it counts. */
  readonly trackedOnly: boolean;
}

interface Walking {
  readonly files: Files;
  readonly root: PhysicalRoot;
  readonly options: WalkOptions;
  readonly prefix: string;
  readonly isExcluded: (path: RepositoryPath, kind: 'file' | 'folder') => boolean;
  readonly isTracked: (path: RepositoryPath) => boolean;
  readonly holdsTracked: (folder: RepositoryPath) => boolean;
  readonly pending: PendingFolder[];
  readonly found: { -readonly [List in 'files' | 'paths' | 'links' | 'skipped' | 'nested' | 'notices']: Walk[List][number][] };
}

const byCodeUnit = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const byPath = (left: { path: string }, right: { path: string }): number => byCodeUnit(left.path, right.path);

/** No file system gives such names; a damaged one, or a server's, may. */
const isUsableName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);

/** Stands for bytes of a name that are no UTF-8: such a path can be seen, but not used. */
const isBrokenName = (path: string): boolean => path.includes('\uFFFD');

/** Git keeps names composed (NFC) where a Mac may list them decomposed. */
function trackedTest(tracked: ReadonlySet<RepositoryPath> | null): (path: RepositoryPath) => boolean {
  if (tracked === null) return () => false;
  return (path) => tracked.has(path) || tracked.has(path.normalize('NFC'));
}

/** Tells folders that hold tracked files; the folders are gathered when first asked for. */
function trackedFolderTest(tracked: ReadonlySet<RepositoryPath> | null): (folder: RepositoryPath) => boolean {
  let folders: Set<RepositoryPath> | null = null;
  const gathered = (): Set<RepositoryPath> => {
    const all = new Set<RepositoryPath>();
    for (const path of tracked ?? []) {
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end);
        if (all.has(folder)) break;
        all.add(folder);
      }
    }
    return all;
  };
  return (folder) => {
    folders ??= gathered();
    return folders.has(folder) || folders.has(folder.normalize('NFC'));
  };
}

function skip(walking: Walking, path: RepositoryPath, reason: SkipReason): void {
  walking.found.skipped.push({ path, reason });
}

/** What vanished while the walk went on is simply not there; anything else that cannot be read is said. */
function skipFaulty(walking: Walking, path: RepositoryPath, fault: FileFault): void {
  if (fault !== 'absent' || isBrokenName(path)) skip(walking, path, 'unreadable');
}

const ignored = (walking: Walking, rules: IgnoreRules, path: RepositoryPath, kind: 'file' | 'folder'): boolean =>
  isIgnored(rules, walking.prefix + path, kind);

function visitFolder(walking: Walking, parent: PendingFolder, path: RepositoryPath, name: string): void {
  const builtIn = builtInExclude(name);
  if (builtIn === 'always' || walking.isExcluded(path, 'folder')) return;
  const trackedOnly =
    parent.trackedOnly || builtIn === 'unless-tracked' || ignored(walking, parent.rules, path, 'folder');
  if (trackedOnly && !walking.holdsTracked(path)) return;
  if (isSecretFolder(name)) return skip(walking, path, 'secret-by-name');
  if (path.split('/').length > FOLDER_LEVELS) return skip(walking, path, 'too-deep');
  walking.pending.push({ path, rules: parent.rules, trackedOnly });
}

/** Whether a file or link is left out without a word: by a glob, or ignored and not tracked. */
function isLeftOut(walking: Walking, parent: PendingFolder, path: RepositoryPath): boolean {
  if (walking.isExcluded(path, 'file')) return true;
  if (walking.isTracked(path)) return false;
  return parent.trackedOnly || ignored(walking, parent.rules, path, 'file');
}

async function visitFile(walking: Walking, parent: PendingFolder, path: RepositoryPath): Promise<void> {
  if (isLeftOut(walking, parent, path)) return;
  if (isSecretByName(path)) return skip(walking, path, 'secret-by-name');
  if (!walking.options.wanted(path)) {
    walking.found.paths.push(path);
    return;
  }
  const facts = await walking.files.facts(walking.root, path);
  if ('fault' in facts) return skipFaulty(walking, path, facts.fault);
  if (facts.kind !== 'file') return skip(walking, path, 'unreadable');
  walking.found.paths.push(path);
  if (facts.size > FILE_BYTES) return skip(walking, path, 'too-large');
  walking.found.files.push({ path, facts });
}

async function visitLink(walking: Walking, parent: PendingFolder, path: RepositoryPath, name: string): Promise<void> {
  if (builtInExclude(name) === 'always' || isLeftOut(walking, parent, path)) return;
  const target = await walking.files.followLink(walking.root, path);
  if (target !== 'outside') {
    walking.found.links.push({ path, target: target.path });
    return;
  }
  const facts = await walking.files.facts(walking.root, path);
  const isWanted = walking.options.wanted(path);
  // A link that leads nowhere, or in a circle, leaves nothing: it cannot be read.
  if ('fault' in facts) return isWanted ? skip(walking, path, 'unreadable') : undefined;
  if (facts.kind === 'folder' || isWanted) skip(walking, path, 'link-leaves-repository');
}

async function visitEntry(walking: Walking, parent: PendingFolder, entry: FileEntry): Promise<void> {
  if (!isUsableName(entry.name) || entry.name === GIT || isLitter(entry.name)) return;
  const path = parent.path === '' ? entry.name : `${parent.path}/${entry.name}`;
  switch (entry.kind) {
    case 'folder':
      return visitFolder(walking, parent, path, entry.name);
    case 'file':
      return visitFile(walking, parent, path);
    case 'link':
      return visitLink(walking, parent, path, entry.name);
    case 'other':
      // A pipe, a socket, a device: never opened, and only worth a word where a document was expected.
      if (walking.options.wanted(path) && !isLeftOut(walking, parent, path)) skip(walking, path, 'unreadable');
  }
}

async function visitEntries(walking: Walking, folder: PendingFolder, entries: readonly FileEntry[]): Promise<void> {
  let rules = folder.rules;
  // Git does not follow a .gitignore that is a link, and nothing untracked counts below an ignored folder.
  if (!folder.trackedOnly && entries.some(({ name, kind }) => name === IGNORE_FILE && kind === 'file')) {
    const patternFolder = (walking.prefix + folder.path).replace(/\/$/, '');
    const read = await withIgnoreFileOf(walking.files, rules, { root: walking.root, path: folder.path, patternFolder });
    rules = read.rules;
    walking.found.notices.push(...read.notices);
  }
  const parent = { ...folder, rules };
  for (const entry of entries) await visitEntry(walking, parent, entry);
}

async function visitPending(walking: Walking): Promise<void> {
  for (let folder = walking.pending.pop(); folder !== undefined; folder = walking.pending.pop()) {
    const listing = await walking.files.list(walking.root, folder.path);
    if ('fault' in listing) {
      skipFaulty(walking, folder.path, listing.fault);
    } else if (listing.entries.some(({ name }) => name === GIT)) {
      walking.found.nested.push(folder.path);
    } else if (!listing.entries.some(({ name, kind }) => kind === 'file' && isExcludingMarker(name))) {
      await visitEntries(walking, folder, listing.entries);
    }
  }
}

/**
 * Finds a repository's files the way its owner sees them: .gitignore files with git's meaning (a tracked
 * file is never ignored), `info/exclude`, `files.exclude`, and the built-in excludes. Folders named as
 * build output are entered for what git tracks in them. Nothing is read through links; nested
 * repositories are named, not entered. Never throws; the result depends on the files alone.
 */
export async function walkRepository(files: Files, root: PhysicalRoot, options: WalkOptions): Promise<Walk> {
  const found: Walking['found'] = { files: [], paths: [], links: [], skipped: [], nested: [], notices: [] };
  const listing = await files.list(root, '');
  if ('fault' in listing) return { readable: false, ...found };
  const ignoreCase = await ignoresCase(files, root, listing.entries);
  const { excludePatterns } = options;
  const exclude = options.exclude.filter((glob) => !isBuiltInGlob(glob));
  const start = await rulesAtRoot(files, root, { prefix: options.prefix ?? '', excludePatterns, ignoreCase });
  found.notices.push(...start.notices);
  const walking: Walking = {
    files,
    root,
    options,
    prefix: start.prefix,
    isExcluded: exclude.length > 0 ? excludeTest(exclude) : () => false,
    isTracked: trackedTest(options.trackedPaths),
    holdsTracked: trackedFolderTest(options.trackedPaths),
    pending: [],
    found,
  };
  await visitEntries(walking, { path: '', rules: start.rules, trackedOnly: false }, listing.entries);
  await visitPending(walking);
  return {
    readable: true,
    files: found.files.sort(byPath),
    paths: found.paths.sort(byCodeUnit),
    links: found.links.sort(byPath),
    skipped: found.skipped.sort(byPath),
    nested: found.nested.sort(byCodeUnit),
    notices: found.notices.sort((left, right) => byPath(left, right) || (left.line ?? 0) - (right.line ?? 0)),
  };
}
