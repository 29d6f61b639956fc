import { fileNameTitleOf, formatOf } from '../text/formats';
import type { DocumentFormat, RedactedFile, Redactions, RepositoryPath, SkippedPath } from '../contract/model';
import type { StartContentSplitter } from '../ports/contentSplitter';
import type { Digest } from '../ports/digest';
import type { SecretScanner } from '../ports/secretScanner';
import type { Files, PhysicalRoot } from '../ports/files';
import type { GitState } from '../ports/git';
import type { Pace } from '../ports/pace';
import type { ContentKey, DocumentRecord, FileStamp, RepositorySnapshot, Store, UncountedSnapshot } from '../ports/store';
import { type Attachment, type CatalogReading, readCatalog } from './catalogReading';
import { contentKeyOf, type ContentUpdate, ensureContents, type PendingDocument, SHARED_FROM_BYTES } from './contents';
import { type CurrentFile, readFile, stampHolds } from './readFiles';
import type { Survey } from './survey';
import { FILE_BYTES } from '../contract/constants';

export interface RefreshPorts {
  readonly files: Files;
  readonly digest: Digest;
  readonly store: Store;
  readonly secretScanner: SecretScanner;
  /** Left out: contents are split on the calling thread alone. */
  readonly startContentSplitter?: StartContentSplitter;
  /** Left out: others wait until all is read and split. */
  readonly pace?: Pace;
}

export interface RefreshInput {
  readonly root: PhysicalRoot;
  readonly survey: Survey;
  /** The last snapshot; null when the repository is indexed for the first time. */
  readonly previous: RepositorySnapshot | null;
  /** Digest of versions and settings; a snapshot of another recipe is not built upon. */
  readonly recipe: string;
  readonly epicGlobs: readonly string[] | null;
  /** Contents the store was found to lack although the snapshot counts on them. */
  readonly lostContents: ReadonlySet<ContentKey>;
  /** Milliseconds since 1970 at which the walk began: what changed later is for the next refresh. */
  readonly startedAtMs: number;
  readonly onProgress: (done: number, total: number) => void;
  /** Aborted when nobody waits for the refresh any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A document of the refresh, before it is known who owns it. */
interface CurrentDocument extends CurrentFile {
  readonly format: DocumentFormat;
  readonly key: ContentKey;
}

/**
 * Compares a repository's files with its last snapshot and makes the next one. Only files whose size
 * or time changed are read, only contents the store lacks are split, and only when a catalog file or
 * the set of files changed are the catalogs read again.
 * @throws the reason of the signal when that is aborted: then nothing is kept but contents that were split.
 */
export async function refreshRepository(ports: RefreshPorts, input: RefreshInput): Promise<UncountedSnapshot> {
  const previous = input.previous?.recipe === input.recipe ? input.previous : null;
  const { current, documents, update } = await currentContents(ports, input, previous);
  const git = await input.survey.git;
  const unusable = new Set([...update.binary, ...update.unchecked, ...update.vanished]);
  const readable = documents.filter(({ stamp }) => !unusable.has(stamp.path));
  const catalog = await readCatalog(ports, { ...input, walk: input.survey.walk }, previous, current.files, readable.map(({ stamp }) => stamp.path));
  const keys = [...new Set(readable.map(({ key }) => key))];
  const titles = await ports.store.contentTitles(keys);
  const records = readable.map((document) => recordOf(git, document, titles, catalog.attachments));
  const stamps = new Map([...current.files.values()].map(({ stamp }) => [stamp.path, stamp]));
  for (const stamp of catalog.targetStamps) stamps.set(stamp.path, stamp);
  const skipped: SkippedPath[] = [
    ...input.survey.walk.skipped,
    ...current.skipped,
    ...update.binary.map((path): SkippedPath => ({ path, reason: 'binary' })),
    ...update.unchecked.map((path): SkippedPath => ({ path, reason: 'secrets-unchecked' })),
    ...catalog.skipped,
  ];
  const kept = new Set(records.map((record) => record.path));
  return {
    verifiedAt: new Date(input.startedAtMs).toISOString(),
    git: storedGit(git),
    nested: input.survey.walk.nested,
    stamps: [...stamps.values()],
    documents: records,
    entities: catalog.entities,
    edges: catalog.edges,
    packages: catalog.packages,
    skipped: skipped.sort((left, right) => (left.path < right.path ? -1 : 1)),
    notices: [...input.survey.walk.notices, ...catalog.notices],
    redacted: [...redactedDocuments(readable, await ports.store.contentRedactions(keys)), ...catalog.redacted],
    recipe: input.recipe,
    catalogInputs: catalog.inputs,
    lastRefresh: {
      found: records.length,
      read: current.read,
      parsed: update.parsed,
      reused: records.length - update.parsed,
      removed: previous?.documents.filter(({ path }) => !kept.has(path)).length ?? 0,
    },
    footprint: mustBeTriedAgain(update, skipped) ? null : footprintOf(input.survey, git, stamps),
  };
}

/** Whether something was left out that may be readable next time although nothing changed. */
function mustBeTriedAgain({ vanished }: ContentUpdate, skipped: readonly SkippedPath[]): boolean {
  return vanished.length > 0 || skipped.some(({ reason }) => reason === 'secrets-unchecked');
}

function redactedDocuments(documents: readonly CurrentDocument[], redactions: ReadonlyMap<ContentKey, Redactions>): RedactedFile[] {
  return documents.flatMap(({ stamp: { path }, key }) => {
    const redacted = redactions.get(key);
    return redacted === undefined ? [] : [{ path, ...redacted }];
  });
}

/** Nothing to compare with where a file that was found could not be stamped: it may be readable next time, and look the same. */
function footprintOf({ walk, footprint }: Survey, git: GitState, stamps: ReadonlyMap<RepositoryPath, FileStamp>): RepositorySnapshot['footprint'] {
  return walk.files.every(({ path }) => stamps.has(path)) ? footprint(git, new Set(stamps.keys())) : null;
}

interface CurrentContents {
  readonly current: CurrentFiles;
  readonly documents: readonly CurrentDocument[];
  readonly update: ContentUpdate;
}

/** Reads the files that changed, and sees to it that the store has the contents of all documents. */
async function currentContents(ports: RefreshPorts, input: RefreshInput, previous: RepositorySnapshot | null): Promise<CurrentContents> {
  const unchanged = unchangedStamps(input, previous);
  // The thread loads its code while the files are read.
  const splitter = bytesToSplit(input, unchanged) < SHARED_FROM_BYTES ? null : (ports.startContentSplitter?.() ?? null);
  try {
    const current = await currentFiles(ports, input, unchanged);
    const documents = documentsOf(ports.digest, current.files);
    const pending = documents.map((document) => pendingDocument(ports.files, input.root, document));
    const update = await ensureContents(ports, pending, input.lostContents, progressOf(input, documents.length), splitter);
    return { current, documents, update };
  } finally {
    splitter?.end();
  }
}

/** The stamps of files that are as they were. */
function unchangedStamps({ survey: { walk } }: RefreshInput, previous: RepositorySnapshot | null): ReadonlyMap<RepositoryPath, FileStamp> {
  if (previous === null) return new Map();
  const verifiedAtMs = Date.parse(previous.verifiedAt);
  const stamps = new Map(previous.stamps.map((stamp) => [stamp.path, stamp]));
  return new Map(
    walk.files.flatMap(({ path, facts }): [RepositoryPath, FileStamp][] => {
      const stamp = stamps.get(path);
      return stamp !== undefined && stampHolds(stamp, facts, verifiedAtMs) ? [[path, stamp]] : [];
    }),
  );
}

/** Bytes of the documents that have to be read. */
function bytesToSplit({ survey: { walk } }: RefreshInput, unchanged: ReadonlyMap<RepositoryPath, FileStamp>): number {
  return walk.files.reduce((sum, { path, facts }) => sum + (formatOf(path) === null || unchanged.has(path) ? 0 : facts.size), 0);
}

interface CurrentFiles {
  readonly files: ReadonlyMap<RepositoryPath, CurrentFile>;
  readonly skipped: readonly SkippedPath[];
  /** How many documents had to be read. */
  readonly read: number;
}

async function currentFiles(
  ports: RefreshPorts,
  input: RefreshInput,
  unchanged: ReadonlyMap<RepositoryPath, FileStamp>,
): Promise<CurrentFiles> {
  const { files: git, walk } = input.survey;
  const objectFormat = git.kind === 'repository' ? git.objectFormat : 'sha1';
  const files = new Map<RepositoryPath, CurrentFile>();
  const skipped: SkippedPath[] = [];
  let read = 0;
  for (const { path, facts } of walk.files) {
    await ports.pace?.();
    input.signal?.throwIfAborted();
    const stamp = unchanged.get(path);
    if (stamp !== undefined) {
      files.set(path, { stamp, bytes: null });
      continue;
    }
    const file = await readFile(ports, input.root, path, facts, objectFormat);
    if (file === 'absent') continue;
    if ('skipped' in file) {
      skipped.push(file.skipped);
      continue;
    }
    files.set(path, file);
    if (formatOf(path) !== null) read += 1;
  }
  return { files, skipped, read };
}

function documentsOf(digest: Digest, files: ReadonlyMap<RepositoryPath, CurrentFile>): CurrentDocument[] {
  return [...files.values()].flatMap((file) => {
    const format = formatOf(file.stamp.path);
    return format === null ? [] : [{ ...file, format, key: contentKeyOf(digest, file.stamp.digest, format) }];
  });
}

function pendingDocument(files: Files, root: PhysicalRoot, document: CurrentDocument): PendingDocument {
  const { path } = document.stamp;
  return {
    path,
    key: document.key,
    format: document.format,
    size: document.stamp.size,
    bytes: async () => {
      if (document.bytes !== null) return document.bytes;
      const bytes = await files.read(root, path, FILE_BYTES);
      return 'fault' in bytes ? null : bytes;
    },
  };
}

/** Counts what is done; a refresh that nobody waits for any more ends with the document it is at. */
function progressOf({ onProgress, signal }: RefreshInput, total: number): () => void {
  let done = 0;
  return () => {
    signal?.throwIfAborted();
    onProgress((done += 1), total);
  };
}

function recordOf(
  git: GitState,
  document: CurrentDocument,
  titles: ReadonlyMap<ContentKey, string | null>,
  attachments: CatalogReading['attachments'],
): DocumentRecord {
  const { path } = document.stamp;
  const attachment: Attachment = attachments.get(path) ?? {
    sourceKind: 'catalog_doc',
    attachedBy: 'repository',
    entityRefs: [],
  };
  return {
    path,
    format: document.format,
    contentKey: document.key,
    title: titles.get(document.key) ?? fileNameTitleOf(path),
    ...attachment,
    ...committedFacts(git, document.stamp),
  };
}

/** What git knows of a document's text. */
function committedFacts(
  git: GitState,
  stamp: FileStamp,
): Pick<DocumentRecord, 'changedAt' | 'dirty' | 'permalinkCommit'> {
  if (git.kind !== 'repository') return { changedAt: null, dirty: false, permalinkCommit: null };
  const isText = (blob: string | undefined): boolean => blob !== undefined && stamp.blobIds.includes(blob);
  return {
    changedAt: git.changedAt.get(stamp.path) ?? null,
    dirty: !isText(git.headBlobs.get(stamp.path)),
    permalinkCommit: isText(git.publishedBlobs.get(stamp.path)) ? git.publishedCommit : null,
  };
}

function storedGit(git: GitState): RepositorySnapshot['git'] {
  if (git.kind === 'repository') {
    const { kind, head, prefix, remoteUrl, changedAt, notices } = git;
    return { kind, head, prefix, remoteUrl, changedAt, notices };
  }
  const notices =
    git.kind === 'untrusted'
      ? [
          'Git does not trust this folder because somebody else owns it, so it is indexed as a plain folder, without commits. ' +
            'To trust it, run `git config --global --add safe.directory "$(pwd)"` in it.',
        ]
      : git.kind === 'unavailable'
        ? [`Git could not read this repository, so it is indexed as a plain folder: ${git.reason}`]
        : (git.notices ?? []);
  return { kind: git.kind, head: null, prefix: '', remoteUrl: null, changedAt: new Map(), notices };
}
