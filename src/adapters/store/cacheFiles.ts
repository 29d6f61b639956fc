import { closeSync, fstatSync, openSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rmdir, unlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnwritableError } from '../../ports/store';
import { temporaryNameOf } from './fileNames';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS'];

/** Faults of a rename on Windows while another process has the file open; they pass by themselves. */
const BUSY = ['EACCES', 'EBUSY', 'EPERM'];
const RENAME_ATTEMPTS = 10;
const RENAME_PAUSE_MILLISECONDS = 20;

/** The system's code of a file error (`ENOENT`…); a word that fits no code when it has none. */
export function faultOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown fault';
}

/** What a failed write is reported as: a sentence without any path of the machine. */
export function unwritable(error: unknown): StoreUnwritableError {
  if (error instanceof StoreUnwritableError) return error;
  const fault = faultOf(error);
  const reason = FULL.includes(fault)
    ? 'The disk with the index folder is full; free some space or move the folder with WORKSPACE_CONTEXT_HOME.'
    : FORBIDDEN.includes(fault)
      ? 'The index folder may not be written to; allow it or move the folder with WORKSPACE_CONTEXT_HOME.'
      : `The index folder could not be written to (${fault}); WORKSPACE_CONTEXT_HOME names another one.`;
  return new StoreUnwritableError(reason, { cause: error });
}

/** Makes a folder, those above it included, private to the user. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * Writes a whole file or nothing: to a temporary name beside it, to the disk, then renamed. Folder
 * and file are private to the user.
 * @throws StoreUnwritableError
 */
export async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporaryName = temporaryNameOf(name);
  const temporary = join(folder, temporaryName);
  try {
    await makeFolder(folder);
    const file = await open(temporary, 'wx', PRIVATE_FILE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await inPlace(folder, name, () => rename(temporary, join(folder, name)));
  } catch (error) {
    await removeFile(folder, temporaryName);
    throw unwritable(error);
  }
}

/**
 * The same for a few bytes that may be lost: nobody waits until they are on the disk, and a power cut may
 * leave an empty file. Synchronous inside, which takes a fifth of the time.
 * @throws StoreUnwritableError
 */
export async function writeLosable(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporaryName = temporaryNameOf(name);
  const temporary = join(folder, temporaryName);
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) await makeFolder(folder);
    writeFileSync(temporary, bytes, { flag: 'wx', mode: PRIVATE_FILE });
    await inPlace(folder, name, async () => renameSync(temporary, join(folder, name)));
  } catch (error) {
    await removeFile(folder, temporaryName);
    throw unwritable(error);
  }
}

/**
 * Puts a file in its place, where a folder may lie that some program made there: it is removed when it is empty, and
 * is somebody's when it is not.
 * @throws StoreUnwritableError that names a folder which has to be removed by hand.
 */
async function inPlace(folder: string, name: string, renameIt: () => Promise<void>): Promise<void> {
  try {
    await patiently(renameIt);
  } catch (error) {
    if (statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    await rmdir(join(folder, name)).catch(() => {
      const message = `A folder that is not empty lies where a file of the index belongs; remove "${basename(folder)}/${name}" from the index folder.`;
      throw new StoreUnwritableError(message, { cause: error });
    });
    await patiently(renameIt);
  }
}

/** Tries again, for a fifth of a second, what Windows refuses while another process has the file open. */
export async function patiently(attempt: () => Promise<void>, windows = process.platform === 'win32'): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!windows || attempts === RENAME_ATTEMPTS || !BUSY.includes(faultOf(error))) throw error;
      await wait(RENAME_PAUSE_MILLISECONDS);
    }
  }
}

/** The names in a folder; none when there is no such folder or it may not be read. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/**
 * A whole file, at the start of an ArrayBuffer of its own; `absent`, or the system's code of another
 * fault.
 */
export async function readWhole(folder: string, name: string): Promise<{ bytes: Uint8Array } | { fault: string }> {
  return readStart(folder, name, () => Number.POSITIVE_INFINITY);
}

/**
 * The start of a file, as many bytes as `wanted` says when told the file's size (at most all), at the
 * start of an ArrayBuffer of its own. Synchronous inside: four times as fast for the small files there are.
 */
export async function readStart(
  folder: string,
  name: string,
  wanted: (fileBytes: number) => number,
): Promise<{ bytes: Uint8Array; fileBytes: number } | { fault: string }> {
  return readPart(folder, name, (fileBytes) => ({ from: 0, length: Math.min(fileBytes, wanted(fileBytes)) }));
}

/** Read at once from the start of a file: most fronts fit. */
const FIRST_READ_BYTES = 32 * 1024;

/**
 * The start of a file with all of what comes before its body.
 * @param frontBytes how long that is, told by the first bytes; null where they do not tell.
 */
export async function readFront(
  folder: string,
  name: string,
  frontBytes: (start: Uint8Array) => number | null,
): ReturnType<typeof readStart> {
  const first = await readStart(folder, name, () => FIRST_READ_BYTES);
  const wanted = 'bytes' in first ? frontBytes(first.bytes) : null;
  return 'bytes' in first && wanted !== null && wanted > first.bytes.length ? readStart(folder, name, () => wanted) : first;
}

/** The last bytes of a file, at most `length` of them. */
export async function readEnd(folder: string, name: string, length: number): Promise<{ bytes: Uint8Array } | { fault: string }> {
  return readPart(folder, name, (fileBytes) => ({ from: Math.max(0, fileBytes - length), length: Math.min(fileBytes, length) }));
}

/** Bytes of a file from a place on, as many as asked for unless it ends before; a fault as above. Synchronous. */
export function readRange(folder: string, name: string, from: number, length: number): { bytes: Uint8Array } | { fault: string } {
  return readPart(folder, name, (fileBytes) => ({ from, length: Math.max(0, Math.min(length, fileBytes - from)) }));
}

function readPart(
  folder: string,
  name: string,
  partOf: (fileBytes: number) => { readonly from: number; readonly length: number },
): { bytes: Uint8Array; fileBytes: number } | { fault: string } {
  try {
    const file = openSync(join(folder, name), 'r');
    try {
      const fileBytes = fstatSync(file).size;
      const { from, length } = partOf(fileBytes);
      const bytes = new Uint8Array(length);
      let read = 0;
      while (read < length) {
        const count = readSync(file, bytes, read, length - read, from + read);
        if (count === 0) break;
        read += count;
      }
      return { bytes: read < length ? bytes.slice(0, read) : bytes, fileBytes };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const fault = faultOf(error);
    return { fault: fault === 'ENOENT' || fault === 'ENOTDIR' ? 'absent' : fault };
  }
}

/** Size in bytes and time of the last change in milliseconds since 1970; null when there is no such file. */
export async function sizeAndTime(folder: string, name: string): Promise<{ bytes: number; modifiedMs: number } | null> {
  try {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats === undefined ? null : { bytes: stats.size, modifiedMs: stats.mtimeMs };
  } catch {
    return null;
  }
}

/** A text that is another one once a file was replaced or touched; null when there is no such file, or it may not be looked at. */
export async function fileMark(folder: string, name: string): Promise<string | null> {
  try {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats === undefined ? null : `${stats.ino}.${stats.size}.${stats.mtimeMs}`;
  } catch {
    return null;
  }
}

/** Marks a file as used now (milliseconds since 1970), unless it is marked as used within `within` before. */
export async function touch(folder: string, name: string, now: number, within: number): Promise<void> {
  const facts = await sizeAndTime(folder, name);
  if (facts === null || Math.abs(now - facts.modifiedMs) < within) return;
  await utimes(join(folder, name), now / 1000, now / 1000).catch(() => undefined);
}

/** Removes a file, or an empty folder in its place; false when it is still there. */
export async function removeFile(folder: string, name: string): Promise<boolean> {
  const place = join(folder, name);
  const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(faultOf(error));
  return unlink(place).then(
    () => true,
    (error: unknown) =>
      isGone(error) ||
      rmdir(place).then(
        () => true,
        () => false,
      ),
  );
}
