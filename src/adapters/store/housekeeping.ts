import { join } from 'node:path';
import { namesIn, removeFile, sizeAndTime } from './cacheFiles';
import type { ContentSegments } from './contentSegments';
import {
  companionsOf,
  CONTENT_FOLDER,
  isLockName,
  isPostingsName,
  isSegmentName,
  isSnapshotName,
  isTemporaryName,
  isVerificationName,
  REPOSITORY_FOLDER,
  snapshotBeside,
} from './fileNames';
import type { Segment } from './segment';

/** The index folder is kept below this size, as far as what is in use allows. */
export const CACHE_BYTES = 1024 * 1024 * 1024;

/** Segments below this size are small: saving a file makes one of a few kilobytes. */
const SMALL_SEGMENT_BYTES = 1024 * 1024;
/** With more small segments than this, they are merged. */
const SMALL_SEGMENTS = 16;

/** Folders below the index folder that hold files of ours. */
const FOLDERS = [CONTENT_FOLDER, REPOSITORY_FOLDER];

/** A temporary file or a lock this old was left by a process that was killed. */
const ABANDONED_AFTER_MILLISECONDS = 60 * 60 * 1000;

const isOurs = (name: string): boolean =>
  [isSegmentName, isSnapshotName, isPostingsName, isVerificationName, isLockName, isTemporaryName].some((test) => test(name));

interface StoredFile {
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The files in the index folder that `isWanted` by their name. */
async function filesBelow(root: string, isWanted: (name: string) => boolean): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const folder of FOLDERS.map((name) => join(root, name))) {
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
    isTemporaryName(name) || isLockName(name) || ((isVerificationName(name) || isPostingsName(name)) && !snapshots.has(snapshotBeside(name)));
  for (const { folder, name, modifiedMs } of await filesBelow(root, isLeft)) {
    // A clock that was set back makes files of the future; they are abandoned too.
    if (Math.abs(now - modifiedMs) > ABANDONED_AFTER_MILLISECONDS) await removeFile(folder, name);
  }
}

/**
 * Removes files, the one unused for the longest time first, until the index folder holds at most
 * `capBytes`. Files named in `kept` stay. Returns the names of those removed.
 */
export async function trimFolder(root: string, capBytes: number, kept: ReadonlySet<string>): Promise<string[]> {
  const files = await filesBelow(root, (name) => isSegmentName(name) || isSnapshotName(name) || isPostingsName(name));
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

/**
 * Merges the small segments into one when there are many: the new one is written before the old ones
 * are removed, so that every content lies in some segment at any time.
 * @throws StoreUnwritableError
 */
export async function mergeSmallSegments(root: string, segments: ContentSegments): Promise<void> {
  const folder = join(root, CONTENT_FOLDER);
  const small: string[] = [];
  for (const name of await segments.names()) {
    const facts = await sizeAndTime(folder, name);
    if (facts !== null && facts.bytes < SMALL_SEGMENT_BYTES) small.push(name);
  }
  if (small.length <= SMALL_SEGMENTS) return;
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
  const files = await filesBelow(root, isOurs);
  for (const { folder, name } of files) all = (await removeFile(folder, name)) && all;
  return all;
}
