import type { SqlJsStatic } from 'sql.js';
import type { Log } from '../../ports/log';
import type { RepositoryKey, RepositorySnapshot, SnapshotReading } from '../../ports/store';
import { fileMark, readEnd, readWhole, touch, writeWhole } from './cacheFiles';
import { snapshotNameOf, verificationNameOf } from './fileNames';
import { decodeSnapshot, encodeSnapshot } from './snapshotDatabase';
import { identityOf, SEAL_BYTES, sealDatabase, unsealDatabase } from './snapshotFile';
import { readVerification, writeVerification } from './verification';

/** A used file's time is renewed at most once in so long: enough to tell what was not used for long. */
export const TOUCH_WITHIN_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A repository's file as it was last read or written here. */
export interface KnownFile {
  readonly identity: string;
  readonly snapshot: RepositorySnapshot;
  /** The segments that held its contents then. */
  readonly segments: readonly string[];
}

/** The repositories' files of a folder, shared with other processes that write them. */
export interface RepositoryFiles {
  /** See `Store`. A file that is the one known already is not read again. */
  read(repository: RepositoryKey): Promise<SnapshotReading>;
  mark(repository: RepositoryKey): Promise<string | null>;
  /** Replaces the file. @throws StoreUnwritableError */
  write(repository: RepositoryKey, snapshot: RepositorySnapshot, segments: readonly string[]): Promise<void>;
  /** Keeps that the file was found true, when it is still the known one. @throws StoreUnwritableError */
  confirm(repository: RepositoryKey, snapshot: RepositorySnapshot): Promise<void>;
  /** The known file of this snapshot, when it is the one that is stored. */
  held(repository: RepositoryKey, snapshot: RepositorySnapshot): Promise<KnownFile | null>;
  known(repository: RepositoryKey): KnownFile | undefined;
  /** The repository whose known file holds these documents. */
  ownerOf(documents: RepositorySnapshot['documents']): RepositoryKey | undefined;
  /** The repositories whose files are known here. */
  keys(): Iterable<RepositoryKey>;
  /** Names of the files known here: trimming keeps them. */
  namesInUse(): readonly string[];
  forget(): void;
}

export function createRepositoryFiles(folder: string, loadSql: () => Promise<SqlJsStatic>, log: Log, now: () => number): RepositoryFiles {
  const files = new Map<RepositoryKey, KnownFile>();

  const withVerification = async (repository: RepositoryKey, { identity, snapshot }: KnownFile): Promise<RepositorySnapshot> => {
    const verified = await readVerification(folder, repository, identity);
    return verified === null ? snapshot : { ...snapshot, ...verified };
  };

  /** The identity of the file that is stored; null when there is none, or it is damaged at its end. */
  const storedIdentity = async (repository: RepositoryKey): Promise<string | null> => {
    const reading = await readEnd(folder, snapshotNameOf(repository), SEAL_BYTES);
    return 'bytes' in reading ? identityOf(reading.bytes) : null;
  };

  const held: RepositoryFiles['held'] = async (repository, snapshot) => {
    const known = files.get(repository);
    // Confirming makes copies of a snapshot; its documents stay the same list.
    if (known === undefined || known.snapshot.documents !== snapshot.documents) return null;
    return (await storedIdentity(repository)) === known.identity ? known : null;
  };

  return {
    held,
    read: async (repository) => {
      const name = snapshotNameOf(repository);
      const known = files.get(repository);
      if (known !== undefined && (await storedIdentity(repository)) === known.identity) {
        return { kind: 'found', snapshot: await withVerification(repository, known) };
      }
      const reading = await readWhole(folder, name);
      if ('fault' in reading) {
        // A folder in its place is no file of ours; whoever writes the next one deals with it.
        if (reading.fault === 'absent' || reading.fault === 'EISDIR') return { kind: 'absent' };
        log.warn(`Repository file ${name} could not be read (${reading.fault}).`);
        return { kind: 'damaged' };
      }
      const database = unsealDatabase(reading.bytes);
      if (database === 'outdated') return { kind: 'absent' };
      if (database === 'damaged') return { kind: 'damaged' };
      const stored = attempted(() => decodeSnapshot(database));
      const identity = identityOf(reading.bytes);
      if (stored === null || identity === null) {
        log.warn(`Repository file ${name} is whole but could not be understood.`);
        return { kind: 'damaged' };
      }
      const read: KnownFile = { identity, ...stored };
      files.set(repository, read);
      await touch(folder, name, now(), TOUCH_WITHIN_MILLISECONDS);
      return { kind: 'found', snapshot: await withVerification(repository, read) };
    },
    mark: async (repository) => {
      const file = await fileMark(folder, snapshotNameOf(repository));
      return file === null ? null : `${file} ${(await fileMark(folder, verificationNameOf(repository))) ?? ''}`;
    },
    write: async (repository, snapshot, segments) => {
      const file = sealDatabase(encodeSnapshot(await loadSql(), { snapshot, segments }));
      await writeWhole(folder, snapshotNameOf(repository), file);
      files.set(repository, { identity: identityOf(file) ?? '', snapshot, segments });
    },
    confirm: async (repository, snapshot) => {
      const known = await held(repository, snapshot);
      if (known === null) return;
      await writeVerification(folder, repository, known.identity, snapshot);
      await touch(folder, snapshotNameOf(repository), now(), TOUCH_WITHIN_MILLISECONDS);
    },
    known: (repository) => files.get(repository),
    ownerOf: (documents) => [...files].find(([, { snapshot }]) => snapshot.documents === documents)?.[0],
    keys: () => files.keys(),
    namesInUse: () => [...files.keys()].map(snapshotNameOf),
    forget: () => files.clear(),
  };
}

function attempted<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch {
    return null;
  }
}
