import type { RepositoryPath } from '../contract/model';
import { detailsOf } from '../ports/log';
import { type HeldClaim, type RepositoryKey, type RepositorySnapshot, type SearchableRepository, StoreUnwritableError } from '../ports/store';
import { ownGlobs } from './builtInExcludes';
import { isFresh } from './freshness';
import type { FoundRepository, LoadedRepository } from './members';
import { partialRefresh } from './partialRefresh';
import {
  RECIPE,
  damagedRepository,
  folderFault,
  type IndexingPorts,
  type IndexingSettings,
  indexRepository,
  isDamaged,
  isFolderProblem,
  loadRepository,
  openRepository,
  REBUILT,
  unreadableRepository,
  verifiedRepository,
} from './refreshWorkspace';

/** So long a refresh waits for another process that indexes the same repository, before it does so itself. */
export const WAIT_FOR_OTHERS_MILLISECONDS = 120_000;

/**
 * A repository that is found unchanged again and again, by one question after the other, is confirmed on the disk at most once in
 * so long: other processes and the next start then find its index older than it is by no more than this.
 */
export const CONFIRMED_WITHIN_MILLISECONDS = 30_000;

/** The repositories' indexes, shared with all processes of this machine: one writes, all read. */
export interface SharedIndex {
  /** What is stored of a repository, by whichever process. */
  load(found: FoundRepository): Promise<LoadedRepository>;
  /**
   * The repository as it is to be answered from now: with the index another process wrote since, and
   * without what cannot be read any more. Reads no documents; the same object when nothing changed.
   */
  renewed<Known extends LoadedRepository>(known: Known): Promise<Known>;
  /** The same repository made searchable, once for each index; one whose contents turn out lost has no snapshot. */
  opened<Known extends LoadedRepository>(known: Known): Promise<Known>;
  /** The same repository, to be made searchable anew: something it needed turned out lost. */
  closed<Known extends LoadedRepository>(known: Known): Known;
  /** Whether a repository should be refreshed: never indexed, too old, from a future that a wrong clock made, or lost by the store. */
  isStale(known: LoadedRepository): boolean;
  /**
   * Brings a repository's index up to date; what another process is indexing already is waited for and
   * taken. The result may be used while it is still being written.
   * @throws the reason of the signal when that is aborted: the index is as it was before.
   */
  refresh(
    found: FoundRepository,
    before: LoadedRepository | null,
    onProgress: (done: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<LoadedRepository>;
  /**
   * The repository with these of its documents read again, when nothing else in it changed; null when it has to be
   * refreshed as a whole. It is written behind the answer.
   */
  refreshDocuments(known: LoadedRepository, paths: ReadonlySet<RepositoryPath>): Promise<LoadedRepository | null>;
  /** Ends when all results of refreshes are written. Never throws. */
  written(): Promise<void>;
  /** What went wrong when a repository was last written; nothing when it is kept. */
  unkept(key: RepositoryKey): readonly string[];
  /** The same repository with what went wrong when it was written. */
  withWriteProblem<Known extends LoadedRepository>(known: Known): Known;
}

/** Windows with other settings see other documents of one repository, so each of them has an index of its own. */
function settingsKeyOf({ exclude, epicGlobs }: IndexingSettings): string {
  const globs = ownGlobs(exclude);
  return globs.length === 0 && epicGlobs === null ? '' : JSON.stringify([globs, epicGlobs]);
}

const NOT_KEPT = 'The index is not kept for next time';

const notKept = (error: StoreUnwritableError): string => `${NOT_KEPT}: ${error.message}`;

export function createSharedIndex(ports: IndexingPorts, settings: IndexingSettings): SharedIndex {
  const { store } = ports;
  const settingsKey = settingsKeyOf(settings);
  /** The store's mark of each repository as of when it was last read or written here. */
  const marks = new Map<RepositoryKey, string | null>();
  const writing = new Map<RepositoryKey, Promise<void>>();
  const writeProblems = new Map<RepositoryKey, string>();
  /** When each repository was last confirmed here, in milliseconds since 1970. */
  const confirmedAt = new Map<RepositoryKey, number>();
  /** Repositories that are known here and that the store has lost. */
  const lost = new Set<RepositoryKey>();
  /** What was made searchable, by the list of documents: that stays the same as long as nothing in it changes. */
  const searchables = new WeakMap<RepositorySnapshot['documents'], Promise<SearchableRepository | null>>();

  /** Snapshots that turned out to lack contents: stored as they may be, they are not used again. */
  const broken = new WeakSet<RepositorySnapshot['documents']>();

  const storeKeyOf = ({ key }: FoundRepository): RepositoryKey => (settingsKey === '' ? key : ports.digest.sha256(`${key}\0${settingsKey}`));

  const withWriteProblem: SharedIndex['withWriteProblem'] = (known) => {
    // One that was said before may be over.
    const own = known.problem?.startsWith(NOT_KEPT) === true ? null : known.problem;
    // An index that is not kept is not rebuilt.
    const problem = own === null || own === REBUILT ? (writeProblems.get(known.key) ?? own) : own;
    return problem === known.problem ? known : { ...known, problem };
  };

  const load: SharedIndex['load'] = async (found) => {
    // Before it is read: what is written in between is then noticed the next time.
    const mark = await store.snapshotMark(storeKeyOf(found));
    const loaded = await loadRepository(ports, found, storeKeyOf(found));
    marks.set(found.key, mark);
    return loaded.snapshot !== null && broken.has(loaded.snapshot.documents) ? damagedRepository(found) : loaded;
  };

  const isLater = (snapshot: RepositorySnapshot, than: RepositorySnapshot): boolean => {
    const known = Date.parse(than.verifiedAt);
    return Date.parse(snapshot.verifiedAt) >= known || known > ports.clock.now();
  };

  /** What is stored in place of what is known, unless that is better. */
  const adopted = async <Known extends LoadedRepository>(known: Known): Promise<Known> => {
    const stored = await load(known);
    if (stored.unreadable) return { ...known, ...stored };
    if (stored.snapshot === null) {
      // A folder that can be used again is as good as new: it must not go on being called unreadable.
      if (isFolderProblem(known)) return { ...known, ...stored };
      if (known.snapshot !== null) lost.add(known.key);
      return known;
    }
    if (known.snapshot !== null && !known.unreadable && !isLater(stored.snapshot, known.snapshot)) return known;
    const isSame = stored.snapshot.documents === known.snapshot?.documents;
    return { ...known, ...stored, searchable: isSame ? known.searchable : null };
  };

  const renewed: SharedIndex['renewed'] = async (known) => {
    const fault = await folderFault(ports, known, known.snapshot);
    if (fault !== null) return known.problem === fault ? known : { ...known, ...unreadableRepository(known, known.snapshot, fault) };
    if (isFolderProblem(known)) return adopted(known);
    if (writing.has(known.key)) return known;
    const mark = await store.snapshotMark(storeKeyOf(known));
    return withWriteProblem(mark === marks.get(known.key) ? known : await adopted(known));
  };

  const opened: SharedIndex['opened'] = async (known) => {
    if (known.searchable !== null || known.snapshot === null || known.unreadable) return known;
    const { documents } = known.snapshot;
    let reopened: LoadedRepository | null = null;
    const opening =
      searchables.get(documents) ??
      openRepository(ports, known).then((loaded) => {
        reopened = loaded;
        return loaded.searchable;
      });
    searchables.set(documents, opening);
    const searchable = await opening;
    if (searchable !== null) return { ...known, searchable };
    searchables.delete(documents);
    broken.add(documents);
    return { ...known, ...(reopened ?? (await openRepository(ports, known))) };
  };

  /** Does something with the store that nobody has to wait for, and keeps what became of it. */
  const write = (found: FoundRepository, work: () => Promise<void>): void => {
    const running = work()
      .then(() => writeProblems.delete(found.key))
      .catch((thrown: unknown) => {
        if (!(thrown instanceof StoreUnwritableError)) ports.log.warn(detailsOf(thrown));
        writeProblems.set(found.key, thrown instanceof StoreUnwritableError ? notKept(thrown) : `${NOT_KEPT}.`);
      })
      .then(async () => {
        marks.set(found.key, await store.snapshotMark(storeKeyOf(found)));
      })
      .finally(() => {
        if (writing.get(found.key) === running) writing.delete(found.key);
      });
    writing.set(found.key, running);
  };

  const confirm = async (found: FoundRepository, snapshot: RepositorySnapshot): Promise<void> => {
    try {
      await store.confirmSnapshot(storeKeyOf(found), snapshot);
    } catch (thrown) {
      // The index is there and true; other processes will only find it a little older than it is.
      if (!(thrown instanceof StoreUnwritableError)) throw thrown;
    }
  };

  /** Whether other processes would find the stored index much older than it is; noted as confirmed then. */
  const isConfirmationDue = ({ key }: LoadedRepository, { verifiedAt }: RepositorySnapshot): boolean => {
    const now = Date.parse(verifiedAt);
    if (Math.abs(now - (confirmedAt.get(key) ?? Number.NEGATIVE_INFINITY)) < CONFIRMED_WITHIN_MILLISECONDS) return false;
    confirmedAt.set(key, now);
    return true;
  };

  /** The repository verified just now, when it is unchanged and the store still has it. */
  const confirmed = async (known: LoadedRepository): Promise<LoadedRepository | null> => {
    if (known.snapshot === null || lost.has(known.key) || !(await store.holdsSnapshot(storeKeyOf(known), known.snapshot))) return null;
    const verified = await verifiedRepository(ports, known);
    const snapshot = verified?.snapshot ?? null;
    if (verified === null || snapshot === null) return null;
    if (isConfirmationDue(known, snapshot)) write(known, () => confirm(known, snapshot));
    return verified;
  };

  const indexed = async (
    known: LoadedRepository,
    claim: HeldClaim | null,
    onProgress: (done: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<LoadedRepository> => {
    const release = async (): Promise<void> => claim?.release();
    const renewing = (done: number, total: number): void => {
      claim?.renew();
      onProgress(done, total);
    };
    const loaded = await indexRepository(ports, settings, known, renewing, signal).catch(async (thrown: unknown) => {
      await release();
      throw thrown;
    });
    const { snapshot } = loaded;
    if (snapshot === null || loaded.unreadable) {
      await release();
      return loaded;
    }
    lost.delete(known.key);
    if (loaded.searchable !== null) searchables.set(snapshot.documents, Promise.resolve(loaded.searchable));
    write(known, () => store.writeSnapshot(storeKeyOf(known), snapshot).finally(release));
    return isDamaged(known) ? { ...loaded, problem: REBUILT } : loaded;
  };

  const refresh: SharedIndex['refresh'] = async (found, before, onProgress, signal) => {
    await writing.get(found.key);
    const known = before === null ? await load(found) : await renewed(before);
    if (isFolderProblem(known)) return known;
    const unchanged = await confirmed(known);
    if (unchanged !== null) return unchanged;

    const asked = await store.claimIndexing(storeKeyOf(found), WAIT_FOR_OTHERS_MILLISECONDS);
    if (asked.kind === 'unwritable') writeProblems.set(found.key, notKept(asked.error));
    const claim = asked.kind === 'granted' ? asked.claim : null;
    if (signal?.aborted === true) {
      await claim?.release();
      signal.throwIfAborted();
    }
    // Whoever held the claim until now may have done what is to be done here.
    const newest = await renewed(known);
    const done = newest.snapshot === known.snapshot ? null : await confirmed(newest);
    if (done !== null || isFolderProblem(newest)) {
      await claim?.release();
      return done ?? newest;
    }
    return withWriteProblem(await indexed(newest, claim, onProgress, signal));
  };

  /** The newest snapshot of each repository that waits to be written; what it replaces need not be. */
  const waiting = new Map<RepositoryKey, RepositorySnapshot>();

  const writeLater = (found: FoundRepository, snapshot: RepositorySnapshot): void => {
    waiting.set(found.key, snapshot);
    const before = writing.get(found.key);
    write(found, async () => {
      await before;
      if (waiting.get(found.key) !== snapshot) return;
      waiting.delete(found.key);
      await store.writeSnapshot(storeKeyOf(found), snapshot);
    });
  };

  const refreshDocuments: SharedIndex['refreshDocuments'] = async (known, paths) => {
    const { snapshot } = known;
    if (snapshot === null || known.unreadable || snapshot.recipe !== RECIPE || lost.has(known.key)) return null;
    const startedAtMs = ports.clock.now();
    const next = await partialRefresh(ports, known.root, snapshot, paths, startedAtMs);
    if (next === null) return null;
    const { repository, missing } = await store.open(next);
    if (missing.length > 0) return null;
    searchables.set(repository.snapshot.documents, Promise.resolve(repository));
    const isSame = next.documents === snapshot.documents && next.stamps === snapshot.stamps;
    if (!isSame) writeLater(known, repository.snapshot);
    // A snapshot that waits to be written is confirmed by being written.
    else if (!writing.has(known.key)) write(known, () => confirm(known, repository.snapshot));
    return { ...known, snapshot: repository.snapshot, searchable: repository, problem: null };
  };

  return {
    load,
    renewed,
    refreshDocuments,
    opened,
    closed: (known) => {
      if (known.snapshot !== null) searchables.delete(known.snapshot.documents);
      return { ...known, searchable: null };
    },
    refresh,
    unkept: (key) => {
      const problem = writeProblems.get(key);
      return problem === undefined ? [] : [problem];
    },
    withWriteProblem,
    isStale: ({ key, snapshot, unreadable }) => {
      if (snapshot === null || unreadable || lost.has(key)) return true;
      return !isFresh(snapshot.verifiedAt, ports.clock.now());
    },
    written: async () => {
      while (writing.size > 0) await Promise.all(writing.values());
    },
  };
}
