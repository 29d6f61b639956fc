import type { Log } from '../../ports/log';
import {
  ContentLostError,
  type RepositoryKey,
  type RepositorySnapshot,
  type SearchableRepository,
  type StoredPassage,
  StoreUnwritableError,
  type UncountedSnapshot,
} from '../../ports/store';
import { readWhole, touch, writeLosable } from './cacheFiles';
import type { ContentSegments } from './contentSegments';
import { postingsNameOf } from './fileNames';
import type { VectorSource } from './passageVectors';
import { decodePostings } from './postingsFile';
import { type KnownFile, TOUCH_WITHIN_MILLISECONDS } from './repositoryFiles';
import { type BuiltColumns, searchableRepository } from './searchableRepository';
import { originOf, postingsFileOf, postingsTest, storedColumns, storedPassage } from './storedPostings';
import type { Vocabulary } from './vocabulary';

/** A repository's posting lists are written at most once in so long. */
const WRITTEN_WITHIN_MILLISECONDS = 30 * 1000;

/** The postings files beside the repositories' files: what was built once is not built again after a restart. */
export interface KeptPostings {
  /** The repository as its postings file has it; null when there is none that fits what is stored now. */
  open(repository: RepositoryKey, file: KnownFile, snapshot: UncountedSnapshot): Promise<SearchableRepository | null>;
  /** Remembers the columns of documents, to be written when their repository's file is. */
  remember(documents: RepositorySnapshot['documents'], columns: BuiltColumns): void;
  /** Writes a repository's posting lists, when they were built here and are not kept yet. Never throws: losing them costs time only. */
  write(repository: RepositoryKey, file: KnownFile | undefined): Promise<void>;
  forget(): void;
}

export interface PostingsFolders {
  readonly repositories: string;
  readonly contents: string;
}

export function createKeptPostings(
  folders: PostingsFolders,
  segments: ContentSegments,
  vocabulary: Vocabulary,
  log: Log,
  now: () => number,
  vectors: VectorSource | null,
): KeptPostings {
  const built = new WeakMap<RepositorySnapshot['documents'], BuiltColumns>();
  /** For which of a repository's files its postings file was made, and when it was written here (milliseconds since 1970). */
  const kept = new Map<RepositoryKey, { readonly identity: string; readonly writtenAt: number }>();
  /** Repositories' files whose postings file led to something that was not there. */
  const distrusted = new Set<string>();

  return {
    open: async (repository, { identity }, snapshot) => {
      if (distrusted.has(identity)) return null;
      const reading = await readWhole(folders.repositories, postingsNameOf(repository));
      const columns = 'bytes' in reading ? decodePostings(reading.bytes) : null;
      const origin = columns === null ? null : originOf(columns);
      if (columns === null || origin === null || origin.identity !== identity) return null;
      const existing = new Set(await segments.names());
      if (!origin.segments.every((name) => existing.has(name))) return null;
      segments.use(origin.segments);
      kept.set(repository, { identity, writtenAt: 0 });
      await touch(folders.repositories, postingsNameOf(repository), now(), TOUCH_WITHIN_MILLISECONDS);
      const lost = (): never => {
        log.warn('Something of the index could not be read any more; it is looked through.');
        distrusted.add(identity);
        throw new ContentLostError(opened.snapshot);
      };
      const read = (handle: number, index: number): StoredPassage => {
        const passage = storedPassage(folders.contents, columns, origin.segments, handle, index);
        return passage === null ? lost() : { document: snapshot.documents[index]!, ...passage };
      };
      const opened = searchableRepository(snapshot, storedColumns(columns, snapshot.documents), read, vectors);
      const areSound = postingsTest(columns);
      return { ...opened, candidates: (terms, question) => (areSound(terms) ? opened.candidates(terms, question) : lost()) };
    },
    remember: (documents, columns) => {
      built.set(documents, columns);
    },
    write: async (repository, file) => {
      const columns = file === undefined ? undefined : built.get(file.snapshot.documents);
      const before = kept.get(repository);
      if (file === undefined || columns === undefined || before?.identity === file.identity) return;
      // Whoever saves a file every few seconds is not made to write megabytes each time; the next confirmation makes up for it.
      if (before !== undefined && Math.abs(now() - before.writtenAt) < WRITTEN_WITHIN_MILLISECONDS) return;
      try {
        await writeLosable(folders.repositories, postingsNameOf(repository), postingsFileOf(file.identity, columns, vocabulary));
        kept.set(repository, { identity: file.identity, writtenAt: now() });
      } catch (thrown) {
        if (!(thrown instanceof StoreUnwritableError)) throw thrown;
      }
    },
    forget: () => kept.clear(),
  };
}
