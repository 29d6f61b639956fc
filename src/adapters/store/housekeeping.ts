import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, removeFile, sizeAndTime } from './cacheFiles';
import type { ContentSegments } from './contentSegments';
import {
  CODE_FOLDER,
  companionsOf,
  CONTENT_FOLDER,
  isCodeManifestName,
  isCodeSegmentName,
  isLockName,
  isModelFolderName,
  isPassageDigestsName,
  isPostingsName,
  isSegmentName,
  isSnapshotName,
  isTemporaryName,
  isVectorSegmentName,
  isVerificationName,
  REPOSITORY_FOLDER,
  snapshotBeside,
  VECTOR_FOLDER,
} from './fileNames';
import type { Segment } from './segment';

/** The index folder is kept below this size, as far as what is in use allows. */
export const CACHE_BYTES = 1024 * 1024 * 1024;

/** Segments below this size are small: saving a file makes one of a few kilobytes. */
const SMALL_SEGMENT_BYTES = 1024 * 1024;
/** With more small segments than this, they are merged. */
const SMALL_SEGMENTS = 16;

/** Vectors that no open repository had for so long are dropped: of another model, or of texts that are gone. */
export const VECTORS_UNUSED_DAYS = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A temporary file or a lock this old was left by a process that was killed. */
const ABANDONED_AFTER_MILLISECONDS = 60 * 60 * 1000;

const COMPANIONS = [isVerificationName, isPostingsName, isPassageDigestsName];
/** Files that count for the size of the folder; the others are small, and few. */
const COUNTED = [isSegmentName, isSnapshotName, isPostingsName, isPassageDigestsName, isVectorSegmentName, isCodeSegmentName, isCodeManifestName];
const OURS = [...COUNTED, ...COMPANIONS, isLockName, isTemporaryName];

const isOne =
  (tests: readonly ((name: string) => boolean)[]) =>
  (name: string): boolean =>
    tests.some((test) => test(name));

interface StoredFile {
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The folders of vectors, one for each model there are any of. */
async function modelFolders(root: string): Promise<string[]> {
  return (await namesIn(join(root, VECTOR_FOLDER))).filter(isModelFolderName).map((name) => join(root, VECTOR_FOLDER, name));
}

/** The files in the index folder that `isWanted` by their name. */
async function filesBelow(root: string, isWanted: (name: string) => boolean): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const folder of [join(root, CONTENT_FOLDER), join(root, REPOSITORY_FOLDER), join(root, CODE_FOLDER), ...(await modelFolders(root))]) {
    for (const name of (await namesIn(folder)).filter(isWanted)) {
      const facts = await sizeAndTime(folder, name);
      if (facts !== null) files.push({ folder, name, ...facts });
    }
  }
  return files;
}

/**
 * Removes what killed processes left: temporary files, locks, and companions of repositories' files that are
 * gone. `now` is in milliseconds since 1970.
 */
export async function removeAbandoned(root: string, now: number): Promise<void> {
  const snapshots = new Set((await namesIn(join(root, REPOSITORY_FOLDER))).filter(isSnapshotName));
  const isLeft = (name: string): boolean =>
    isTemporaryName(name) || isLockName(name) || (isOne(COMPANIONS)(name) && !snapshots.has(snapshotBeside(name)));
  for (const { folder, name, modifiedMs } of await filesBelow(root, isLeft)) {
    // A clock that was set back makes files of the future; they are abandoned too.
    if (Math.abs(now - modifiedMs) > ABANDONED_AFTER_MILLISECONDS) await removeFile(folder, name);
  }
}

/** Removes the vectors that were unused for `VECTORS_UNUSED_DAYS`, of whatever model, and the folders that are empty then. */
export async function removeUnusedVectors(root: string, now: number): Promise<void> {
  for (const { folder, name, modifiedMs } of await filesBelow(root, isVectorSegmentName)) {
    if (now - modifiedMs > VECTORS_UNUSED_DAYS * DAY_MILLISECONDS) await removeFile(folder, name);
  }
  await removeEmptyVectorFolders(root);
}

/** Removes folders of vectors that hold nothing. */
export async function removeEmptyVectorFolders(root: string): Promise<void> {
  for (const folder of [...(await modelFolders(root)), join(root, VECTOR_FOLDER)]) await rmdir(folder).catch(() => undefined);
}

/**
 * Removes files, the one unused for the longest time first, until the index folder holds at most
 * `capBytes`. Files named in `kept` stay. Returns the names of those removed.
 */
export async function trimFolder(root: string, capBytes: number, kept: ReadonlySet<string>): Promise<string[]> {
  const files = await filesBelow(root, isOne(COUNTED));
  let total = files.reduce((bytes, file) => bytes + file.bytes, 0);
  const removed: string[] = [];
  for (const { folder, name, bytes } of files.sort((left, right) => left.modifiedMs - right.modifiedMs)) {
    if (total <= capBytes) break;
    if (kept.has(name) || !(await removeFile(folder, name))) continue;
    if (isSnapshotName(name)) for (const companion of companionsOf(name)) await removeFile(folder, companion);
    total -= bytes;
    removed.push(name);
  }
  return removed;
}

/** Those of a folder's segments that are small, where there are so many that they are to be merged; none otherwise. */
export async function tooManySmall(folder: string, names: Iterable<string>): Promise<string[]> {
  const small: string[] = [];
  for (const name of names) {
    const facts = await sizeAndTime(folder, name);
    if (facts !== null && facts.bytes < SMALL_SEGMENT_BYTES) small.push(name);
  }
  return small.length <= SMALL_SEGMENTS ? [] : small;
}

/**
 * Merges the small segments into one when there are many: the new one is written before the old ones
 * are removed, so that every content lies in some segment at any time.
 * @throws StoreUnwritableError
 */
export async function mergeSmallSegments(root: string, segments: ContentSegments): Promise<void> {
  const folder = join(root, CONTENT_FOLDER);
  const small = await tooManySmall(folder, await segments.names());
  const loaded = new Map<string, Segment>();
  for (const name of small) {
    const segment = await segments.load(name);
    if (segment !== null) loaded.set(name, segment);
  }
  if (loaded.size < 2) return;
  await segments.merge([...loaded.values()]);
  for (const name of loaded.keys()) {
    if (await removeFile(folder, name)) segments.removed(name);
  }
}

/** Removes every file this product wrote below the index folder; false when one could not be removed. */
export async function removeEverything(root: string): Promise<boolean> {
  let all = true;
  const files = await filesBelow(root, isOne(OURS));
  for (const { folder, name } of files) all = (await removeFile(folder, name)) && all;
  return all;
}
