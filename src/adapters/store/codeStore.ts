import { deflateSync, inflateSync } from 'node:zlib';
import { join } from 'node:path';
import type { CodeContent, CodeKey, CodeManifest } from '../../contract/codeModel';
import type { CodeStore } from '../../ports/codeStore';
import type { Log } from '../../ports/log';
import { namesIn, readFront, readRange, readWhole, removeFile, touch, writeLosable, writeWhole } from './cacheFiles';
import { CODE_HEADER_BYTES, codeDirectoryEnd, type CodeDirectory, decodeCode, decodeCodeDirectory, encodeCode, encodeCodeSegment } from './codeSegmentFormat';
import { CODE_FOLDER, codeManifestNameOf, isCodeSegmentName, newCodeSegmentName } from './fileNames';
import { tooManySmall } from './housekeeping';
import { TOUCH_WITHIN_MILLISECONDS } from './repositoryFiles';

/** From so many contents of a segment on, the file is read as a whole. */
const READ_WHOLE_FROM = 8;

export interface CodeStoreOptions {
  /** The index folder. */
  readonly folder: string;
  /** One write after another, with those of the other parts of the store. */
  readonly written: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly afterWriting: () => Promise<void>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The code store of an index folder, which others look after. */
export interface FolderCodeStore extends CodeStore {
  /** Names of the files this process uses: trimming keeps them. */
  inUse(): Iterable<string>;
  removed(name: string): void;
  /** Forgets all that is held in memory. */
  forget(): void;
}

/** What was read of code, in immutable segment files that all repositories and processes share. */
export function createCodeStore({ folder: root, written, afterWriting, log, now }: CodeStoreOptions): FolderCodeStore {
  const folder = join(root, CODE_FOLDER);
  const directories = new Map<string, CodeDirectory>();
  const passedOver = new Set<string>();
  const inUse = new Set<string>();
  /** Contents that could not be written: they last as long as the process. */
  const held = new Map<CodeKey, Uint8Array>();

  const forgetOne = (name: string): void => {
    directories.delete(name);
    inUse.delete(name);
  };

  const readDirectory = async (name: string): Promise<CodeDirectory | null> => {
    const reading = await readFront(folder, name, codeDirectoryEnd);
    if ('fault' in reading) return null;
    const end = codeDirectoryEnd(reading.bytes);
    const directory = decodeCodeDirectory(reading.bytes, reading.fileBytes);
    if (directory === null) {
      passedOver.add(name);
      // One of another version is left to its version, and to trimming.
      if (end !== null || reading.fileBytes < CODE_HEADER_BYTES) {
        log.warn(`Code segment ${name} is damaged and was removed; its files are read again.`);
        await removeFile(folder, name);
      }
      return null;
    }
    directories.set(name, directory);
    return directory;
  };

  /** The directories of the segments there are now. */
  const current = async (): Promise<ReadonlyMap<string, CodeDirectory>> => {
    const existing = new Set((await namesIn(folder)).filter((name) => isCodeSegmentName(name) && !passedOver.has(name)));
    for (const name of [...directories.keys()]) if (!existing.has(name)) forgetOne(name);
    for (const name of existing) if (!directories.has(name)) await readDirectory(name);
    return directories;
  };

  /** Which contents to read of which segment. */
  const located = async (keys: Iterable<CodeKey>): Promise<Map<string, CodeKey[]>> => {
    const all = await current();
    const wanted = new Map<string, CodeKey[]>();
    for (const key of keys) {
      for (const [name, directory] of all) {
        if (!directory.has(key)) continue;
        const list = wanted.get(name);
        if (list === undefined) wanted.set(name, [key]);
        else list.push(key);
        break;
      }
    }
    return wanted;
  };

  const bytesIn = async (name: string, keys: readonly CodeKey[]): Promise<Map<CodeKey, Uint8Array>> => {
    const directory = directories.get(name);
    const found = new Map<CodeKey, Uint8Array>();
    if (directory === undefined) return found;
    const whole = keys.length < READ_WHOLE_FROM ? null : await readWhole(folder, name);
    for (const key of keys) {
      const place = directory.get(key);
      if (place === undefined) continue;
      const { from, length } = place;
      const reading = whole ?? readRange(folder, name, from, length);
      if (!('bytes' in reading)) continue;
      found.set(key, whole === null ? reading.bytes : reading.bytes.subarray(from, from + length));
    }
    return found;
  };

  /** Writes many small segments as one, before they are removed: every content lies in some segment at any time. */
  const mergeSmall = async (): Promise<void> => {
    const small = await tooManySmall(folder, (await current()).keys());
    if (small.length === 0) return;
    const contents = new Map<CodeKey, Uint8Array>();
    for (const name of small) for (const [key, bytes] of await bytesIn(name, [...(directories.get(name)?.keys() ?? [])])) contents.set(key, bytes);
    await writeSegment(contents);
    for (const name of small) if (await removeFile(folder, name)) forgetOne(name);
  };

  const writeSegment = async (contents: ReadonlyMap<CodeKey, Uint8Array>): Promise<void> => {
    const name = newCodeSegmentName(now());
    const bytes = encodeCodeSegment(contents);
    await writeWhole(folder, name, bytes);
    const directory = decodeCodeDirectory(bytes, bytes.length);
    if (directory !== null) directories.set(name, directory);
    inUse.add(name);
  };

  return {
    readManifest: async (repository) => {
      const name = codeManifestNameOf(repository);
      const reading = await readWhole(folder, name);
      if ('fault' in reading) return null;
      try {
        const manifest = JSON.parse(inflateSync(reading.bytes).toString('utf8')) as CodeManifest;
        inUse.add(name);
        await touch(folder, name, now(), TOUCH_WITHIN_MILLISECONDS);
        return manifest;
      } catch {
        log.warn(`The list of code ${name} is damaged and is made anew.`);
        return null;
      }
    },
    writeManifest: (repository, manifest) =>
      written(async () => {
        const name = codeManifestNameOf(repository);
        inUse.add(name);
        await writeLosable(folder, name, deflateSync(JSON.stringify(manifest)));
        await afterWriting();
      }),
    known: async (keys) => {
      const all = await located(keys);
      return new Set([...[...all.values()].flat(), ...keys.filter((key) => held.has(key))]);
    },
    contents: async (keys) => {
      const contents = new Map<CodeKey, CodeContent>();
      const put = (key: CodeKey, bytes: Uint8Array): void => {
        const content = decodeCode(bytes);
        if (content !== null) contents.set(key, content);
      };
      for (const [name, own] of await located(keys)) {
        inUse.add(name);
        await touch(folder, name, now(), TOUCH_WITHIN_MILLISECONDS);
        const before = contents.size;
        for (const [key, bytes] of await bytesIn(name, own)) put(key, bytes);
        if (contents.size - before < own.length) {
          log.warn(`Code segment ${name} is damaged and was removed; its files are read again.`);
          passedOver.add(name);
          forgetOne(name);
          await removeFile(folder, name);
        }
      }
      for (const key of keys) {
        const bytes = contents.has(key) ? undefined : held.get(key);
        if (bytes !== undefined) put(key, bytes);
      }
      return contents;
    },
    add: (contents) =>
      written(async () => {
        if (contents.size === 0) return;
        const encoded = new Map(Array.from(contents, ([key, content]) => [key, encodeCode(content)]));
        try {
          await writeSegment(encoded);
        } catch (thrown) {
          for (const [key, bytes] of encoded) held.set(key, bytes);
          throw thrown;
        }
        await mergeSmall();
        await afterWriting();
      }),
    inUse: () => inUse,
    removed: forgetOne,
    forget: () => {
      directories.clear();
      passedOver.clear();
      inUse.clear();
      held.clear();
    },
  };
}
