import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import initSqlJs from 'sql.js';
import type { EmbeddingModel } from '../../ports/embedder';
import type { Log } from '../../ports/log';
import { type ContentKey, type DocumentRecord, type RepositoryKey, type Store, StoreUnwritableError } from '../../ports/store';
import { touch } from './cacheFiles';
import { createCodeStore, type FolderCodeStore } from './codeStore';
import { createContentPacker } from './contentPacker';
import { createContentSegments } from './contentSegments';
import { CODE_FOLDER, CONTENT_FOLDER, REPOSITORY_FOLDER } from './fileNames';
import {
  CACHE_BYTES,
  mergeSmallSegments,
  removeAbandoned,
  removeEmptyVectorFolders,
  removeEverything,
  removeUnusedVectors,
  trimFolder,
} from './housekeeping';
import { claimLock } from './indexingLock';
import { createKeptPostings } from './keptPostings';
import { createQueue } from './queue';
import { createRepositoryFiles, TOUCH_WITHIN_MILLISECONDS } from './repositoryFiles';
import { buildColumns, builtPassage, type PlacedDocument, searchableRepository } from './searchableRepository';
import type { Segment } from './segment';
import { createVectorStore } from './vectorStore';
import { createVocabulary } from './vocabulary';

export interface StoreOptions {
  /** The index folder; it is made when first written to. */
  readonly folder: string;
  /** The bytes of sql.js's `sql-wasm.wasm`; asked for once, when a repository is first claimed for indexing, or written. */
  readonly sqlWasm: () => Promise<ArrayBuffer | Uint8Array>;
  readonly log: Log;
  /** The model whose vectors are kept; without one the store has none. */
  readonly model?: EmbeddingModel | null;
  /** The product's version: what one failed to embed another one tries again. */
  readonly version?: string;
  /** Milliseconds since 1970; the time of day unless given. */
  readonly now?: () => number;
}

/** Vectors that nobody used for long are looked for when whatever this process needs was used by it, and then daily. */
const LOOK_FOR_UNUSED_AFTER_MILLISECONDS = 60 * 60 * 1000;
const LOOK_FOR_UNUSED_EVERY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The store of one machine's index folder. Several processes may have one each over one folder. */
export interface FolderStore extends Store {
  /** What was read of code. */
  readonly code: FolderCodeStore;
  /**
   * Removes what was unused for the longest time until the folder holds at most `capBytes`; what this
   * process uses stays. Happens by itself after writes.
   */
  trim(capBytes: number): Promise<void>;
}

/**
 * A store in a folder: a sql.js database per repository, and segments of contents and of vectors shared by all.
 * Contents are searchable as soon as `addContents` was called, whether or not they reach the disk: in
 * a folder that cannot be written to, an index lasts as long as the process.
 */
export function createStore({ folder, sqlWasm, log, model = null, version = '', now = () => Date.now() }: StoreOptions): FolderStore {
  const contentFolder = join(folder, CONTENT_FOLDER);
  const repositoryFolder = join(folder, REPOSITORY_FOLDER);
  const vocabulary = createVocabulary();
  const segments = createContentSegments(contentFolder, vocabulary, log, now);
  const loadSql = once(async () => initSqlJs({ wasmBinary: exactBuffer(await sqlWasm()) }));
  const files = createRepositoryFiles(repositoryFolder, loadSql, log, now);
  const cleanUp = once(() => removeAbandoned(folder, now()));
  const written = createQueue();
  const afterWriting = async (): Promise<void> => {
    await cleanUp();
    await trim(CACHE_BYTES);
  };
  const vectors = model === null ? null : createVectorStore({ folder, model, version, files, written, afterWriting, log, now });
  const code = createCodeStore({ folder, written, afterWriting, log, now });
  const postings = createKeptPostings({ repositories: repositoryFolder, contents: contentFolder }, segments, vocabulary, log, now, vectors);
  let lookForUnusedAt = now() + LOOK_FOR_UNUSED_AFTER_MILLISECONDS;
  /** Ends when all contents handed over so far can be located. */
  let taken: Promise<unknown> = Promise.resolve();

  const trim = async (capBytes: number): Promise<void> => {
    if (now() >= lookForUnusedAt) {
      lookForUnusedAt = now() + LOOK_FOR_UNUSED_EVERY_MILLISECONDS;
      await removeUnusedVectors(folder, now());
    }
    const kept = new Set([...segments.inUse(), ...files.namesInUse(), ...(vectors?.inUse() ?? []), ...code.inUse()]);
    for (const name of await trimFolder(folder, capBytes, kept)) {
      segments.removed(name);
      vectors?.removed(name);
      code.removed(name);
    }
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
          : [{ document, segmentName: location.segment, segment, position: location.position }];
      });
      return { placed, missing: [...keys].filter((key) => !locations.has(key)) };
    }
  };

  /** Marks segments as used, so that trimming, by whatever process, takes other ones first. */
  const touchSegments = async (names: Iterable<string>): Promise<void> => {
    for (const name of new Set(names)) await touch(contentFolder, name, now(), TOUCH_WITHIN_MILLISECONDS);
  };

  /** Takes contents in, in memory, after those before, and writes them behind it. */
  const add = (take: () => Promise<void>): Promise<void> => {
    const taking = taken.then(take);
    taken = taking.catch(() => undefined);
    return written(async () => {
      await taking;
      await cleanUp();
      await segments.flush();
      await mergeSmallSegments(folder, segments);
      await trim(CACHE_BYTES);
    });
  };

  return {
    vectors,
    code,

    readSnapshot: async (repository) => {
      const reading = await files.read(repository);
      if (reading.kind === 'found') segments.use(files.known(repository)?.segments ?? []);
      return reading;
    },

    snapshotMark: files.mark,

    writeSnapshot: (repository, snapshot) =>
      written(async () => {
        await cleanUp();
        await segments.flush();
        const used = segments.segmentsOf(snapshot.documents.map(({ contentKey }) => contentKey));
        await files.write(repository, snapshot, used);
        await postings.write(repository, files.known(repository));
        await touchSegments(used);
        await trim(CACHE_BYTES);
      }),

    holdsSnapshot: async (repository, snapshot) => {
      const file = await files.held(repository, snapshot);
      if (file === null) return false;
      const existing = new Set(await segments.names());
      return file.segments.every((name) => existing.has(name));
    },

    confirmSnapshot: (repository, snapshot) =>
      written(async () => {
        await files.confirm(repository, snapshot);
        await postings.write(repository, files.known(repository));
        await touchSegments(files.known(repository)?.segments ?? []);
        // A process that only ever confirms has to clean up, too; nobody waits for it.
        cleanUp().catch(() => undefined);
      }),

    claimIndexing: async (repository: RepositoryKey, atMostMs) => {
      const asked = await claimLock({ folder: repositoryFolder, repository, now }, atMostMs);
      // Whoever indexes writes: sql.js is compiled while git is waited for. Where that fails, writing tells of it.
      if (asked.kind === 'granted') loadSql().catch(() => undefined);
      return asked;
    },

    knownContents: async (keys) => new Set((await locate(keys)).keys()),

    contentTitles: async (keys) => new Map([...(await locate(keys))].map(([key, { title }]) => [key, title])),

    contentRedactions: async (keys) =>
      new Map([...(await locate(keys))].flatMap(([key, { redactions }]) => (redactions === null ? [] : [[key, redactions] as const]))),

    addContents: (contents) => add(() => segments.take(contents)),
    createPacker: () => createContentPacker(),
    addPacked: (packs) => add(async () => segments.takePacks(packs)),

    open: async (snapshot) => {
      const owner = files.ownerOf(snapshot.documents);
      const file = owner === undefined ? undefined : files.known(owner);
      const kept = owner === undefined || file === undefined ? null : await postings.open(owner, file, snapshot);
      if (kept !== null) return { repository: kept, missing: [] };
      const { placed, missing } = await place(snapshot.documents);
      await touchSegments(placed.map(({ segmentName }) => segmentName));
      const columns = buildColumns(placed, vocabulary);
      if (missing.length === 0) postings.remember(snapshot.documents, columns);
      return { repository: searchableRepository(snapshot, columns, (handle, index) => builtPassage(columns, handle, index), vectors), missing };
    },

    clear: () =>
      written(async () => {
        await taken;
        segments.forget();
        files.forget();
        postings.forget();
        code.forget();
        await vectors?.forget();
        const all = await removeEverything(folder);
        await removeEmptyVectorFolders(folder);
        for (const emptied of [contentFolder, repositoryFolder, join(folder, CODE_FOLDER)]) await rmdir(emptied).catch(() => undefined);
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

/** The bytes alone, in a buffer of their own: a small `Buffer` shares its memory with others. */
function exactBuffer(bytes: ArrayBuffer | Uint8Array): ArrayBuffer {
  return bytes instanceof Uint8Array ? new Uint8Array(bytes).buffer : bytes;
}
