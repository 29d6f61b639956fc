import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import type { Log } from '../../ports/log';
import {
  type ContentKey,
  type DocumentRecord,
  type SnapshotReading,
  type Store,
  StoreUnwritableError,
} from '../../ports/store';
import { readWhole, touch, writeWhole } from './cacheFiles';
import { createContentSegments } from './contentSegments';
import { CONTENT_FOLDER, REPOSITORY_FOLDER, snapshotNameOf } from './fileNames';
import { CACHE_BYTES, mergeSmallSegments, removeAbandoned, removeEverything, trimFolder } from './housekeeping';
import { createQueue } from './queue';
import { type PlacedDocument, searchableRepository } from './searchableRepository';
import type { Segment } from './segment';
import { decodeSnapshot, encodeSnapshot } from './snapshotDatabase';
import { sealDatabase, unsealDatabase } from './snapshotFile';
import { createVocabulary } from './vocabulary';

/** A used file's time is renewed at most once in so long: enough to tell what was not used for long. */
const TOUCH_WITHIN_MILLISECONDS = 24 * 60 * 60 * 1000;

export interface StoreOptions {
  /** The index folder; it is made when first written to. */
  readonly folder: string;
  /** The bytes of sql.js's `sql-wasm.wasm`; asked for once, when a repository's file is first read or written. */
  readonly sqlWasm: () => Promise<ArrayBuffer | Uint8Array>;
  readonly log: Log;
  /** Milliseconds since 1970; the time of day unless given. */
  readonly now?: () => number;
}

/** The store of one machine's index folder. Several processes may have one each over one folder. */
export interface FolderStore extends Store {
  /**
   * Removes what was unused for the longest time until the folder holds at most `capBytes`; what this
   * process uses stays. Happens by itself after writes.
   */
  trim(capBytes: number): Promise<void>;
}

/**
 * A store in a folder: a sql.js database per repository, and segments of contents shared by all.
 * Contents are searchable as soon as `addContents` was called, whether or not they reach the disk: in
 * a folder that cannot be written to, an index lasts as long as the process.
 */
export function createStore({ folder, sqlWasm, log, now = () => Date.now() }: StoreOptions): FolderStore {
  const contentFolder = join(folder, CONTENT_FOLDER);
  const repositoryFolder = join(folder, REPOSITORY_FOLDER);
  const vocabulary = createVocabulary();
  const segments = createContentSegments(contentFolder, vocabulary, log, now);
  const snapshotsInUse = new Set<string>();
  const loadSql = once(async () => initSqlJs({ wasmBinary: exactBuffer(await sqlWasm()) }));
  const cleanUp = once(() => removeAbandoned(folder, now()));
  const written = createQueue();
  /** Ends when all contents handed over so far can be located. */
  let taken: Promise<unknown> = Promise.resolve();

  const trim = async (capBytes: number): Promise<void> => {
    const kept = new Set([...segments.inUse(), ...snapshotsInUse]);
    for (const name of await trimFolder(folder, capBytes, kept)) segments.removed(name);
  };

  const locate = async (keys: Iterable<ContentKey>, without?: ReadonlySet<string>) => {
    await taken;
    return segments.locate(keys, without);
  };

  /** Loads what holds the contents; one that turns out unusable is looked for in other segments. */
  const place = async (documents: readonly DocumentRecord[]) => {
    const keys = new Set(documents.map(({ contentKey }) => contentKey));
    const unusable = new Set<string>();
    for (;;) {
      const locations = await locate(keys, unusable);
      const loaded = new Map<string, Segment>();
      const failed = new Set<string>();
      for (const name of new Set([...locations.values()].map(({ segment }) => segment))) {
        const segment = await segments.load(name);
        if (segment === null) failed.add(name);
        else loaded.set(name, segment);
      }
      if (failed.size > 0) {
        for (const name of failed) unusable.add(name);
        continue;
      }
      segments.use(loaded.keys());
      const placed = documents.flatMap((document): PlacedDocument[] => {
        const location = locations.get(document.contentKey);
        const segment = location === undefined ? undefined : loaded.get(location.segment);
        return location === undefined || segment === undefined
          ? []
          : [{ document, segment, position: location.position }];
      });
      return { placed, missing: [...keys].filter((key) => !locations.has(key)), used: [...loaded.keys()] };
    }
  };

  return {
    readSnapshot: async (repository): Promise<SnapshotReading> => {
      const name = snapshotNameOf(repository);
      const reading = await readWhole(repositoryFolder, name);
      if ('fault' in reading) {
        if (reading.fault === 'absent') return { kind: 'absent' };
        log.warn(`Repository file ${name} could not be read (${reading.fault}).`);
        return { kind: 'damaged' };
      }
      const database = unsealDatabase(reading.bytes);
      if (database === 'outdated') return { kind: 'absent' };
      if (database === 'damaged') return { kind: 'damaged' };
      const sql = await loadSql();
      const stored = attempted(() => decodeSnapshot(sql, database));
      if (stored === null) {
        log.warn(`Repository file ${name} is whole but could not be understood.`);
        return { kind: 'damaged' };
      }
      snapshotsInUse.add(name);
      segments.use(stored.segments);
      await touch(repositoryFolder, name, now(), TOUCH_WITHIN_MILLISECONDS);
      return { kind: 'found', snapshot: stored.snapshot };
    },

    writeSnapshot: (repository, snapshot) =>
      written(async () => {
        await cleanUp();
        await segments.flush();
        const name = snapshotNameOf(repository);
        const keys = snapshot.documents.map(({ contentKey }) => contentKey);
        const database = encodeSnapshot(await loadSql(), { snapshot, segments: segments.segmentsOf(keys) });
        await writeWhole(repositoryFolder, name, sealDatabase(database));
        snapshotsInUse.add(name);
        await trim(CACHE_BYTES);
      }),

    knownContents: async (keys) => new Set((await locate(keys)).keys()),

    contentTitles: async (keys) => new Map([...(await locate(keys))].map(([key, { title }]) => [key, title])),

    addContents: (contents) => {
      const taking = taken.then(() => segments.take(contents));
      taken = taking.catch(() => undefined);
      return written(async () => {
        await taking;
        await cleanUp();
        await segments.flush();
        await mergeSmallSegments(folder, segments);
        await trim(CACHE_BYTES);
      });
    },

    open: async (snapshot) => {
      const { placed, missing, used } = await place(snapshot.documents);
      for (const name of used) await touch(contentFolder, name, now(), TOUCH_WITHIN_MILLISECONDS);
      return { repository: searchableRepository(snapshot, placed, vocabulary), missing };
    },

    clear: () =>
      written(async () => {
        await taken;
        segments.forget();
        snapshotsInUse.clear();
        const all = await removeEverything(folder);
        for (const emptied of [contentFolder, repositoryFolder]) await rmdir(emptied).catch(() => undefined);
        if (!all) {
          throw new StoreUnwritableError('Some files of the index could not be removed; allow it and clear again.');
        }
      }),

    trim: (capBytes) => written(() => trim(capBytes)),
  };
}

/** Runs at most once, unless it fails: then the next call tries again. */
function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

function attempted<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch {
    return null;
  }
}

/** The bytes alone, in a buffer of their own: a small `Buffer` shares its memory with others. */
function exactBuffer(bytes: ArrayBuffer | Uint8Array): ArrayBuffer {
  return bytes instanceof Uint8Array ? new Uint8Array(bytes).buffer : bytes;
}
