import { codeContentKeyOf, isCodePath } from '../code/codeFiles';
import type { CodeFile, CodeManifest } from '../contract/codeModel';
import { FILE_BYTES } from '../contract/constants';
import type { RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import { ATTRIBUTES, type CodeRefreshed, type CodeRefreshPorts, ensureCode, type Uncommitted, withAttributes } from './codeRefresh';
import { IGNORE_FILE } from './ignoreFiles';
import { readFile } from './readFiles';

/** Above so many files a refresh of the whole repository is no slower. */
const MOST_FILES = 200;

const nameOf = (path: RepositoryPath): string => path.slice(path.lastIndexOf('/') + 1);

/** The file as it is now; null where more happened to it than that its text changed. `same`: nothing of it is code's concern. */
async function fileNow(
  ports: CodeRefreshPorts,
  root: PhysicalRoot,
  path: RepositoryPath,
  known: CodeFile | undefined,
  isFolder: (path: RepositoryPath) => boolean,
): Promise<CodeFile | 'same' | null> {
  const facts = await ports.files.facts(root, path);
  if (known === undefined) {
    // What editors make and take away again while they save.
    if ('fault' in facts) return facts.fault === 'absent' && !isFolder(path) ? 'same' : null;
    // A new folder, a link or a file of code may be ignored: a walk tells. Any other file is none of code.
    return facts.kind === 'file' && !isCodePath(path) ? 'same' : null;
  }
  if ('fault' in facts || facts.kind !== 'file' || facts.size > FILE_BYTES) return null;
  // A blob id has the length of the format it is of.
  const read = await readFile(ports, root, path, facts, known.blobIds[0]?.length === 64 ? 'sha256' : 'sha1');
  if (read === 'absent' || 'skipped' in read) return null;
  return withAttributes({ ...read.stamp, key: codeContentKeyOf(ports.digest, path, read.stamp.digest) }, known.attributes);
}

/** What is not committed once a file has another text; null where that cannot be told. */
function afterChange(uncommitted: Uncommitted, known: CodeFile, now: CodeFile): Uncommitted | 'unknown' {
  if (uncommitted === null) return null;
  const next = new Map(uncommitted);
  const committed = next.get(known.path);
  if (committed === undefined) {
    // Its text was HEAD's. With one id that was it; with two (line ends) it was either.
    const [blob, other] = known.blobIds;
    if (now.blobIds.some((id) => known.blobIds.includes(id))) return now.digest === known.digest ? uncommitted : 'unknown';
    if (blob === undefined || other !== undefined) return 'unknown';
    next.set(known.path, blob);
  } else if (committed !== null && now.blobIds.includes(committed)) {
    next.delete(known.path);
  }
  return next;
}

/**
 * The code of a repository in which nothing but the text of some of its files changed: those are read, nothing else is looked
 * at and no process is started. Null where that is not all that happened, or cannot be told: then the repository has to be
 * refreshed as a whole.
 * @param paths what is said to have changed.
 */
export async function partialCodeRefresh(
  ports: CodeRefreshPorts,
  root: PhysicalRoot,
  previous: { readonly manifest: CodeManifest; readonly uncommitted: Uncommitted },
  paths: ReadonlySet<RepositoryPath>,
): Promise<Pick<CodeRefreshed, 'manifest' | 'uncommitted' | 'problem'> | null> {
  if (paths.size > MOST_FILES) return null;
  const { manifest } = previous;
  const leftOut = new Set(manifest.leftOut.map(({ path }) => path));
  const known = new Map<RepositoryPath, CodeFile>();
  for (const file of manifest.files) if (paths.has(file.path)) known.set(file.path, file);
  const isFolder = (path: RepositoryPath): boolean => manifest.files.some((file) => file.path.startsWith(`${path}/`));
  const changed = new Map<RepositoryPath, CodeFile>();
  let { uncommitted } = previous;
  for (const path of paths) {
    if (leftOut.has(path) || nameOf(path) === IGNORE_FILE || nameOf(path) === ATTRIBUTES) return null;
    const before = known.get(path);
    const now = await fileNow(ports, root, path, before, isFolder);
    if (now === null) return null;
    if (now === 'same' || before === undefined) continue;
    const after = afterChange(uncommitted, before, now);
    if (after === 'unknown') return null;
    uncommitted = after;
    changed.set(path, now);
  }
  const { unusable, problem } = await ensureCode(ports, root, [...changed.values()], () => undefined);
  if (unusable.size > 0) return null;
  return {
    manifest: { ...manifest, dirty: uncommitted !== null && uncommitted.size > 0, files: manifest.files.map((file) => changed.get(file.path) ?? file) },
    uncommitted,
    problem,
  };
}
