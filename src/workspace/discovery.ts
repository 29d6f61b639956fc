import { WorkspaceContextError } from '../contract/errors';
import type { RepositoryPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import type { Files, PhysicalRoot } from '../ports/files';
import { isCoveredBy } from './coverage';
import { builtInExclude } from './builtInExcludes';
import { excludeTest } from './excludeGlobs';
import type { FoundRepository } from './members';
import { walkRepository } from './walk';

export interface DiscoveryPorts {
  readonly files: Files;
  readonly digest: Digest;
}

type Resolved = Awaited<ReturnType<Files['resolveFolder']>>;
type Fault = Extract<Resolved, { fault: unknown }>['fault'];

const ABSOLUTE = /^(?:[\\/]|[A-Za-z]:[\\/])/;

/** As it was written, but for a path of the machine: the last of its names. What an editor opened is absolute, and an agent reads the error. */
const shownPath = (files: Files, written: string): string => (ABSOLUTE.test(written) ? files.nameOf(written) : written);

function folderError(path: string, fault: Fault): WorkspaceContextError {
  switch (fault) {
    case 'absent':
      return new WorkspaceContextError('invalid-argument', `There is no folder "${path}"; name one that exists.`);
    case 'not-a-folder':
      return new WorkspaceContextError(
        'invalid-argument',
        `"${path}" is not a folder; name a folder or a .code-workspace file.`,
      );
    case 'forbidden':
    case 'failed':
      return new WorkspaceContextError(
        'workspace-not-readable',
        `The folder "${path}" cannot be read; see that you may read it, or name another one.`,
      );
  }
}

/** True when the folder holds a `.git`, be it a folder or a file. */
export async function isWorkTree(files: Files, root: PhysicalRoot): Promise<boolean> {
  return !('fault' in (await files.facts(root, '.git')));
}

async function isInsideWorkTree(files: Files, root: PhysicalRoot): Promise<boolean> {
  for (let folder: PhysicalRoot | null = root; folder !== null; folder = files.parentOf(folder)) {
    if (await isWorkTree(files, folder)) return true;
  }
  return false;
}

/** A folder of the file system's or of the desktop's own: nobody misses it in an answer. */
const isHousekeeping = (name: string): boolean => name.startsWith('.') || name === 'lost+found';

/**
 * The git work trees right below a plain folder. Beside them stand folders that may not be looked into: one
 * of them may be a work tree as well, and an answer without it has to say so. Links are not followed: they
 * lead out of what was opened.
 */
async function childWorkTrees(files: Files, root: PhysicalRoot, exclude: readonly string[]): Promise<PhysicalRoot[]> {
  const listing = await files.list(root, '');
  if ('fault' in listing) return [];
  const isExcluded = excludeTest(exclude);
  const workTrees: PhysicalRoot[] = [];
  const closed: PhysicalRoot[] = [];
  for (const { name, kind } of listing.entries) {
    if (kind !== 'folder' || builtInExclude(name) === 'always' || isExcluded(name, 'folder')) continue;
    const child = files.below(root, name);
    const git = await files.facts(child, '.git');
    if (!('fault' in git)) workTrees.push(child);
    else if (git.fault === 'forbidden' && !isHousekeeping(name)) closed.push(child);
  }
  return workTrees.length > 0 ? [...workTrees, ...closed] : [];
}

/** What an opened folder stands for: the repositories right below a plain folder, else itself. */
async function rootsOf(files: Files, root: PhysicalRoot, exclude: readonly string[]): Promise<PhysicalRoot[]> {
  if (await isInsideWorkTree(files, root)) return [root];
  const children = await childWorkTrees(files, root, exclude);
  return children.length > 0 ? children : [root];
}

/** Leaves out roots whose files another root's repository holds, so that no document is read twice. */
async function withoutCovered(files: Files, roots: readonly PhysicalRoot[], exclude: readonly string[]): Promise<PhysicalRoot[]> {
  const kept = new Set<PhysicalRoot>();
  // A folder's path is longer than that of any folder it lies in.
  for (const root of [...roots].sort((left, right) => left.length - right.length)) {
    if (!(await isCoveredBy(files, root, kept, exclude))) kept.add(root);
  }
  return [...kept];
}

const byRoot = (left: FoundRepository, right: FoundRepository): number => (left.root < right.root ? -1 : 1);

/**
 * The repositories that the opened folders stand for, each physical folder once, in an order that does
 * not depend on that of `folders`. Links to the folders themselves are resolved.
 * - A git work tree, a folder inside one (only that folder is read), and a plain folder are a repository each.
 * - A plain folder outside of any work tree with work trees right below it stands for those, and for folders
 *   beside them that may not be looked into.
 * - A folder opened together with one it lies in is part of that one's repository, unless it is a
 *   work tree itself or is left out there (ignored or excluded): then it is one of its own.
 * Repositories nested deeper are found when a repository is walked: see `nestedRepository`.
 * A folder that cannot be read does not keep the others from answering: it is a repository whose
 * root cannot be listed.
 * @param exclude globs of `files.exclude`, relative to each folder.
 * @throws WorkspaceContextError when no folder is given or none of them can be read, naming it as it was written (an absolute path by its last name).
 */
export async function findRepositories(
  ports: DiscoveryPorts,
  folders: readonly string[],
  exclude: readonly string[] = [],
): Promise<FoundRepository[]> {
  const { files, digest } = ports;
  if (folders.length === 0) {
    throw new WorkspaceContextError('invalid-argument', 'No folder is open; name at least one folder.');
  }
  const resolved = await Promise.all(folders.map(async (path) => ({ path, folder: await files.resolveFolder(path) })));
  const opened = resolved.flatMap(({ folder }) => ('root' in folder ? [folder.root] : []));
  const faulty = resolved.flatMap(({ path, folder }) => ('fault' in folder ? [{ path, fault: folder.fault }] : []));
  const [first] = faulty;
  if (opened.length === 0 && first !== undefined) throw folderError(shownPath(files, first.path), first.fault);

  const roots = new Set<PhysicalRoot>();
  for (const root of new Set(opened)) for (const each of await rootsOf(files, root, exclude)) roots.add(each);
  const kept = await withoutCovered(files, [...roots], exclude);
  return [...new Set([...kept, ...faulty.map(({ path }) => path)])]
    .map((root): FoundRepository => ({ root, key: digest.sha256(root) }))
    .sort(byRoot);
}

/**
 * Where repositories lie inside one that was never indexed, by its folders alone: no process is started and no file but ignore
 * files is read. A walk that asks git besides may find one fewer (below what `info/exclude` names), or one more (a submodule
 * in an ignored folder).
 */
export async function nestedPathsIn(files: Files, { root }: FoundRepository, exclude: readonly string[]): Promise<readonly RepositoryPath[]> {
  const walk = await walkRepository(files, root, { exclude, excludePatterns: '', trackedPaths: null, wanted: () => false });
  return walk.nested;
}

/** The repository that lies at `path` inside another one, as a walk of that one found it. */
export async function nestedRepository(
  ports: DiscoveryPorts,
  outer: FoundRepository,
  path: RepositoryPath,
): Promise<FoundRepository> {
  const below = ports.files.below(outer.root, path);
  const resolved = await ports.files.resolveFolder(below);
  const root = 'root' in resolved ? resolved.root : below;
  return { root, key: ports.digest.sha256(root) };
}
