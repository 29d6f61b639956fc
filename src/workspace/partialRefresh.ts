import type { Redactions, RepositoryPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import type { Files, PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import type { SecretScanner } from '../ports/secretScanner';
import type { ContentKey, DocumentRecord, FileStamp, RepositorySnapshot, Store, UncountedSnapshot } from '../ports/store';
import { fileNameTitleOf } from '../text/formats';
import { declares } from './catalogReading';
import { committedTexts, type CommittedTexts } from './committedTexts';
import { contentKeyOf, ensureContents } from './contents';
import { footprintHolds } from './footprint';
import { IGNORE_FILE } from './ignoreFiles';
import { COARSEST_FILE_TIME_MS, type CurrentFile, readFile } from './readFiles';

export interface PartialRefreshPorts {
  readonly files: Files;
  readonly git: Git;
  readonly digest: Digest;
  readonly store: Store;
  readonly secretScanner: SecretScanner;
}

/** Above so many files a refresh of the whole repository is no slower. */
const MOST_FILES = 200;

/**
 * The next snapshot of a repository in which nothing but the text of some documents changed: those are read,
 * everything else is only compared. Null where that is not all that happened, or cannot be told: then the
 * repository has to be refreshed as a whole. No folder is walked; no git process is started for a repository
 * whose HEAD was seen before.
 * @param paths what is said to have changed; files that look as they did are told by that.
 * @param startedAtMs milliseconds since 1970 at which this began: what changed later is for the next refresh.
 */
export async function partialRefresh(
  ports: PartialRefreshPorts,
  root: PhysicalRoot,
  previous: RepositorySnapshot,
  paths: ReadonlySet<RepositoryPath>,
  startedAtMs: number,
): Promise<UncountedSnapshot | null> {
  if (previous.footprint === null) return null;
  const stamps = new Map(previous.stamps.map((stamp) => [stamp.path, stamp]));
  const toRead = filesToRead(previous, paths);
  if (toRead === null) return null;
  const except = new Set(toRead);
  if (!(await footprintHolds(ports, root, previous, except))) return null;

  const read = await readAgain(ports, root, previous, toRead);
  if (read === null) return null;
  const documents = new Map(previous.documents.map((document) => [document.path, document]));
  const changed = read.filter(({ stamp }) => stamp.digest !== stamps.get(stamp.path)?.digest);
  // Who owns what may be another one now.
  if (changed.some(({ stamp }) => declares(stamp.path) || !documents.has(stamp.path))) return null;

  const pending = changed.flatMap((file) => {
    const document = documents.get(file.stamp.path);
    return document === undefined ? [] : [{ file, document, key: contentKeyOf(ports.digest, file.stamp.digest, document.format) }];
  });
  const update = await ensureContents(
    ports,
    pending.map(({ file, document, key }) => ({ path: document.path, key, format: document.format, size: file.stamp.size, bytes: async () => file.bytes })),
    new Set(),
    () => undefined,
  );
  if (update.binary.length + update.unchecked.length + update.vanished.length > 0) return null;
  const committed = pending.length === 0 ? null : await committedTexts(ports.git, root, previous);
  if (committed === 'unknown') return null;

  const keys = pending.map(({ key }) => key);
  const titles = await ports.store.contentTitles(keys);
  const redactions = await ports.store.contentRedactions(keys);
  for (const { file, document, key } of pending) {
    documents.set(document.path, {
      ...document,
      contentKey: key,
      title: titles.get(key) ?? fileNameTitleOf(document.path),
      ...committedFacts(committed, file.stamp),
    });
  }
  for (const { stamp } of read) stamps.set(stamp.path, stamp);
  return {
    ...previous,
    verifiedAt: new Date(startedAtMs).toISOString(),
    stamps: read.length === 0 ? previous.stamps : [...stamps.values()],
    documents: pending.length === 0 ? previous.documents : [...documents.values()],
    redacted: redactedOf(previous, pending, redactions),
    lastRefresh: {
      found: documents.size,
      read: read.filter(({ stamp }) => documents.has(stamp.path)).length,
      parsed: update.parsed,
      reused: documents.size - update.parsed,
      removed: 0,
    },
  };
}

/**
 * The stamped files among those reported, and those that may have changed without their time telling, since the
 * snapshot will count as compared with the files. Null where one was reported that decides more than its own text.
 */
function filesToRead(
  previous: RepositorySnapshot,
  paths: ReadonlySet<RepositoryPath>,
): RepositoryPath[] | null {
  const skipped = new Set(previous.skipped.map(({ path }) => path));
  for (const path of paths) {
    if (skipped.has(path) || path === IGNORE_FILE || path.endsWith(`/${IGNORE_FILE}`)) return null;
  }
  const coarseSince = Date.parse(previous.verifiedAt) - COARSEST_FILE_TIME_MS;
  const toRead = previous.stamps.filter(({ path, modifiedMs }) => paths.has(path) || modifiedMs >= coarseSince).map(({ path }) => path);
  return toRead.length > MOST_FILES ? null : toRead;
}

async function readAgain(
  ports: PartialRefreshPorts,
  root: PhysicalRoot,
  previous: RepositorySnapshot,
  paths: readonly RepositoryPath[],
): Promise<CurrentFile[] | null> {
  // A blob id has the length of the format it is of.
  const objectFormat = previous.stamps.some(({ blobIds }) => blobIds[0]?.length === 64) ? 'sha256' : 'sha1';
  const read: CurrentFile[] = [];
  for (const path of paths) {
    const facts = await ports.files.facts(root, path);
    if ('fault' in facts || facts.kind !== 'file') return null;
    const file = await readFile(ports, root, path, facts, objectFormat);
    if (file === 'absent' || 'skipped' in file) return null;
    read.push(file);
  }
  return read;
}

/** As a refresh of the whole repository tells it; nothing is committed outside of git. */
function committedFacts(committed: CommittedTexts | null, stamp: FileStamp): Pick<DocumentRecord, 'dirty' | 'permalinkCommit'> {
  if (committed === null) return { dirty: false, permalinkCommit: null };
  const isText = (blob: string | undefined): boolean => blob !== undefined && stamp.blobIds.includes(blob);
  return {
    dirty: !isText(committed.headBlobs.get(stamp.path)),
    permalinkCommit: isText(committed.publishedBlobs.get(stamp.path)) ? committed.publishedCommit : null,
  };
}

function redactedOf(
  previous: RepositorySnapshot,
  pending: readonly { readonly document: DocumentRecord; readonly key: ContentKey }[],
  redactions: ReadonlyMap<ContentKey, Redactions>,
): RepositorySnapshot['redacted'] {
  const changed = new Set(pending.map(({ document }) => document.path));
  return [
    ...(previous.redacted ?? []).filter(({ path }) => !changed.has(path)),
    ...pending.flatMap(({ document: { path }, key }) => {
      const redacted = redactions.get(key);
      return redacted === undefined ? [] : [{ path, ...redacted }];
    }),
  ];
}
