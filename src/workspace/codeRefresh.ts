import { codeContentKeyOf, isCodePath, languageOfCode } from '../code/codeFiles';
import { type AttributesFile, linguistAttributesOf } from '../code/gitAttributes';
import { readCode } from '../code/readCode';
import type { CodeContent, CodeFile, CodeKey, CodeManifest } from '../contract/codeModel';
import { FILE_BYTES } from '../contract/constants';
import type { RepositoryPath } from '../contract/model';
import type { CodeParser } from '../ports/codeParser';
import type { CodeStore } from '../ports/codeStore';
import type { Digest } from '../ports/digest';
import type { FileFacts, Files, PhysicalRoot } from '../ports/files';
import type { Git, GitState } from '../ports/git';
import type { SecretScanner } from '../ports/secretScanner';
import { StoreUnwritableError } from '../ports/store';
import { decodeText } from '../text/decode';
import { readFile, stampHolds } from './readFiles';
import { isSecretByName } from './secretNames';
import { type Walk, walkRepository } from './walk';
import { withoutSecrets } from './withoutSecrets';

export interface CodeRefreshPorts {
  readonly files: Files;
  readonly git: Pick<Git, 'inspect'>;
  readonly digest: Digest;
  readonly secretScanner: SecretScanner;
  readonly codeParser: CodeParser;
  readonly codeStore: CodeStore;
}

/** What a refresh of code did; files, but for `parsed`, which are contents. */
export interface CodeRefreshCounts {
  readonly found: number;
  readonly read: number;
  readonly parsed: number;
}

/**
 * The files of code that are not as HEAD has them, by path, each with the blob HEAD has there; null where HEAD has none. Null as a
 * whole where there is no git.
 */
export type Uncommitted = ReadonlyMap<RepositoryPath, string | null> | null;

export interface CodeRefreshed {
  readonly manifest: CodeManifest;
  readonly uncommitted: Uncommitted;
  readonly counts: CodeRefreshCounts;
  /** What could not be kept, as a sentence; null when all is. */
  readonly problem: string | null;
}

export interface CodeRefreshInput {
  readonly root: PhysicalRoot;
  readonly exclude: readonly string[];
  readonly previous: CodeManifest | null;
  readonly recipe: string;
  /** Milliseconds since 1970 at which it began. */
  readonly startedAtMs: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** Contents are handed to the store in batches of about so many bytes of text. */
const BATCH_BYTES = 2 * 1024 * 1024;
type LeftOut = CodeManifest['leftOut'][number];

/** The file that says what git takes files for. */
export const ATTRIBUTES = '.gitattributes';

/** What nothing can be made of: it is kept, so that it is not read again. */
const NOTHING: CodeContent = { reading: 'lines', units: [], dictionary: [], imports: [], generated: false, minified: false, redactions: null };

async function attributesOf(files: Files, root: PhysicalRoot, paths: readonly RepositoryPath[]) {
  const found: AttributesFile[] = [];
  for (const path of paths) {
    if (path !== ATTRIBUTES && !path.endsWith(`/${ATTRIBUTES}`)) continue;
    const bytes = await files.read(root, path, FILE_BYTES);
    const decoded = 'fault' in bytes ? null : decodeText(bytes);
    if (decoded !== null && 'text' in decoded) found.push({ folder: path.slice(0, Math.max(0, path.length - ATTRIBUTES.length - 1)), text: decoded.text });
  }
  return linguistAttributesOf(found);
}

/** A file as it is now: the same object as before where nothing of it changed. */
async function currentFile(
  ports: CodeRefreshPorts,
  { root, previous }: CodeRefreshInput,
  objectFormat: 'sha1' | 'sha256',
  known: CodeFile | undefined,
  { path, facts }: { readonly path: RepositoryPath; readonly facts: FileFacts },
): Promise<CodeFile | 'absent' | 'unreadable'> {
  if (known !== undefined && previous !== null && stampHolds(known, facts, Date.parse(previous.verifiedAt))) return known;
  const read = await readFile(ports, root, path, facts, objectFormat);
  if (read === 'absent') return read;
  return 'skipped' in read ? 'unreadable' : { ...read.stamp, key: codeContentKeyOf(ports.digest, path, read.stamp.digest) };
}

export function withAttributes(file: CodeFile, attributes: CodeFile['attributes']): CodeFile {
  if (attributes === undefined && file.attributes === undefined) return file;
  const { path, size, modifiedMs, inode, digest, key, blobIds } = file;
  return { path, size, modifiedMs, inode, digest, key, blobIds, ...(attributes === undefined ? {} : { attributes }) };
}

/** Reads one content, secrets left out first: nothing made from them goes any further. */
async function contentOf(ports: CodeRefreshPorts, path: RepositoryPath, bytes: Uint8Array): Promise<CodeContent | 'unchecked'> {
  const language = languageOfCode(path);
  const decoded = decodeText(bytes);
  if (language === null || 'fault' in decoded) return NOTHING;
  const checked = await withoutSecrets(ports.secretScanner, decoded.text);
  return checked === 'unchecked' ? checked : readCode(ports.codeParser, language, checked.text, checked.redactions);
}

/** Sees to it that the store has the content of every file: each distinct one it lacks is parsed once. */
export async function ensureCode(
  ports: CodeRefreshPorts,
  root: PhysicalRoot,
  files: readonly CodeFile[],
  onProgress: (done: number, total: number) => void,
): Promise<{ readonly parsed: number; readonly unusable: ReadonlyMap<RepositoryPath, LeftOut['reason']>; readonly problem: string | null }> {
  const stored = new Set(await ports.codeStore.known([...new Set(files.map(({ key }) => key))]));
  const unusable = new Map<RepositoryPath, LeftOut['reason']>();
  let problem: string | null = null;
  let [batch, bytesIn, parsed] = [new Map<CodeKey, CodeContent>(), 0, 0];
  const flush = async (): Promise<void> => {
    const full = batch;
    [batch, bytesIn] = [new Map(), 0];
    try {
      await ports.codeStore.add(full);
    } catch (thrown) {
      // It answers from memory all the same.
      if (!(thrown instanceof StoreUnwritableError)) throw thrown;
      problem = thrown.message;
    }
  };
  for (const [index, { path, key, digest, size }] of files.entries()) {
    onProgress(index + 1, files.length);
    if (stored.has(key)) continue;
    const bytes = await ports.files.read(root, path, FILE_BYTES);
    // What changed since it was stamped is for the next refresh, which its time will tell.
    const content = 'fault' in bytes || ports.digest.sha256(bytes) !== digest ? null : await contentOf(ports, path, bytes);
    if (content === null || content === 'unchecked') {
      unusable.set(path, content === null ? 'unreadable' : 'secrets-unchecked');
      continue;
    }
    stored.add(key);
    batch.set(key, content);
    [bytesIn, parsed] = [bytesIn + size, parsed + 1];
    if (bytesIn >= BATCH_BYTES) await flush();
    await ports.codeParser.pause();
  }
  await flush();
  return { parsed, unusable, problem };
}

/** The folders that files were seen in. */
function foldersOf(paths: readonly RepositoryPath[]): ReadonlySet<RepositoryPath> {
  const folders = new Set<RepositoryPath>(['']);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** Which files of code are not those of HEAD: they have another text, are not in it, or are gone. */
function uncommittedOf(git: GitState, files: readonly CodeFile[], walk: Walk): Uncommitted {
  if (git.kind !== 'repository') return null;
  const uncommitted = new Map<RepositoryPath, string | null>();
  for (const { path, blobIds } of files) {
    const committed = git.headBlobs.get(path) ?? null;
    if (committed === null || !blobIds.includes(committed)) uncommitted.set(path, committed);
  }
  // What lies in a folder without any file may be left out by a glob, and is not missed.
  const folders = foldersOf(walk.paths);
  const present = new Set([...walk.paths, ...walk.links.map(({ path }) => path), ...walk.skipped.map(({ path }) => path)]);
  const isMissing = (path: RepositoryPath): boolean => !present.has(path) && folders.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const [path, blob] of git.headBlobs) if (isCodePath(path) && !isSecretByName(path) && isMissing(path)) uncommitted.set(path, blob);
  return uncommitted;
}

/**
 * Compares the code of a repository with what is known of it. Only files whose size or time changed are read, and only
 * contents the store lacks are parsed.
 */
export async function refreshCode(ports: CodeRefreshPorts, input: CodeRefreshInput): Promise<CodeRefreshed | 'unreadable'> {
  const { root, exclude, recipe, startedAtMs, onProgress } = input;
  const previous = input.previous?.recipe === recipe ? input.previous : null;
  const git = await ports.git.inspect(root, 'not-asked');
  const walk = await walkRepository(ports.files, root, {
    exclude,
    excludePatterns: git.kind === 'repository' ? git.excludePatterns : '',
    prefix: git.kind === 'repository' ? git.prefix : '',
    trackedPaths: git.kind === 'repository' ? new Set(git.headBlobs.keys()) : null,
    wanted: isCodePath,
  });
  if (!walk.readable) return 'unreadable';
  const attributes = await attributesOf(ports.files, root, walk.paths);
  const known = new Map(previous?.files.map((file) => [file.path, file]));
  const objectFormat = git.kind === 'repository' ? git.objectFormat : 'sha1';
  const leftOut: LeftOut[] = [];
  const outside: RepositoryPath[] = [...walk.nested];
  for (const { path, reason } of walk.skipped) {
    if (reason === 'link-leaves-repository') outside.push(path);
    else if (reason === 'too-large' || reason === 'unreadable') leftOut.push({ path, reason });
    else if (reason === 'too-deep') leftOut.push({ path, reason: 'unreadable' });
  }
  const stamped: CodeFile[] = [];
  let read = 0;
  for (const walked of walk.files) {
    const before = known.get(walked.path);
    const current = await currentFile(ports, input, objectFormat, before, walked);
    if (current === 'unreadable') leftOut.push({ path: walked.path, reason: 'unreadable' });
    if (typeof current === 'string') continue;
    if (current !== before) read += 1;
    stamped.push(withAttributes(current, attributes(walked.path)));
    await ports.codeParser.pause();
  }
  const { parsed, unusable, problem } = await ensureCode(ports, root, stamped, onProgress);
  const files = stamped.filter(({ path }) => !unusable.has(path));
  leftOut.push(...Array.from(unusable, ([path, reason]) => ({ path, reason })));
  const uncommitted = uncommittedOf(git, stamped, walk);
  const manifest: CodeManifest = {
    recipe,
    verifiedAt: new Date(startedAtMs).toISOString(),
    commit: git.kind === 'repository' ? git.head : null,
    dirty: uncommitted !== null && uncommitted.size > 0,
    files,
    leftOut,
    outside: outside.sort(),
  };
  return { manifest, uncommitted, counts: { found: files.length, read, parsed }, problem };
}
