import type { Git } from '../ports/git';
import type { ContentKey, RepositorySnapshot, Store, UncountedSnapshot } from '../ports/store';
import type { Clock } from '../ports/clock';
import { detailsOf, type Log } from '../ports/log';
import { CONTENT_RECIPE } from './contents';
import { footprintHolds } from './footprint';
import type { FoundRepository, LoadedRepository } from './members';
import { refreshRepository, type RefreshPorts } from './refresh';
import { surveyRepository } from './survey';

/** Raised when what a snapshot holds changes its meaning, what is found in a repository changes, or stored contents are written otherwise. */
const SNAPSHOT_VERSION = 4;

/** A snapshot made by another recipe is not built upon: every document is looked at again. */
export const RECIPE = `${SNAPSHOT_VERSION} ${CONTENT_RECIPE}`;

export interface IndexingPorts extends RefreshPorts {
  readonly store: Store;
  readonly git: Git;
  readonly clock: Clock;
  readonly log: Log;
}

/** Settings that decide what is indexed. */
export interface IndexingSettings {
  readonly exclude: readonly string[];
  readonly epicGlobs: readonly string[] | null;
}

/** What is said of a folder that cannot be used. */
export const UNREADABLE = 'The folder cannot be read; see that it is there and that you may read it.';
const EMPTIED = 'The folder is empty although it was not when it was indexed; see that its drive is connected.';
const DAMAGED = 'The index file was damaged and is being rebuilt.';
const VANISHING = 'The index was removed while it was made, so documents are missing; see that nothing clears the index folder, and ask again.';
const FAILED = 'Something went wrong while this repository was indexed; what was indexed before still answers.';

/** What is said, once, of an index that was damaged. */
export const REBUILT = 'The index file was damaged; it has been rebuilt.';

/** True of a repository whose index was found damaged and is not made anew yet. */
export function isDamaged({ problem }: LoadedRepository): boolean {
  return problem === DAMAGED;
}

/** True of a repository that is not answered from because its folder cannot be used. */
export function isFolderProblem({ problem }: LoadedRepository): boolean {
  return problem === UNREADABLE || problem === EMPTIED;
}

/** A repository of which nothing is indexed. */
function cold(found: FoundRepository, problem: string | null): LoadedRepository {
  return { root: found.root, key: found.key, snapshot: null, searchable: null, problem, unreadable: false };
}

/** A repository whose index is there and cannot be used. */
export function damagedRepository(found: FoundRepository): LoadedRepository {
  return cold(found, DAMAGED);
}

/** A repository whose folder cannot be read: what was indexed cannot be told to be true, and is not answered from. */
export function unreadableRepository(found: FoundRepository, snapshot: RepositorySnapshot | null, problem: string): LoadedRepository {
  return { ...cold(found, problem), snapshot, unreadable: true };
}

/**
 * Why a repository's folder cannot be used; null when it can. A drive that was taken away leaves an
 * empty folder: with an index of it at hand, that is no repository without documents.
 */
export async function folderFault(ports: IndexingPorts, found: FoundRepository, snapshot: RepositorySnapshot | null): Promise<string | null> {
  const listing = await ports.files.list(found.root, '');
  if ('fault' in listing) return UNREADABLE;
  return listing.entries.length === 0 && snapshot !== null && snapshot.stamps.length > 0 ? EMPTIED : null;
}

/** What the store holds of a repository, not yet made searchable. */
export async function loadRepository(ports: IndexingPorts, found: FoundRepository, storeKey: string): Promise<LoadedRepository> {
  const reading = await ports.store.readSnapshot(storeKey);
  const snapshot = reading.kind === 'found' && reading.snapshot.recipe === RECIPE ? reading.snapshot : null;
  const fault = await folderFault(ports, found, snapshot);
  if (fault !== null) return unreadableRepository(found, snapshot, fault);
  return { ...cold(found, reading.kind === 'damaged' ? DAMAGED : null), snapshot };
}

/** The same repository, searchable where it is indexed. With contents lost, its index is as good as cold. */
export async function openRepository(ports: IndexingPorts, loaded: LoadedRepository): Promise<LoadedRepository> {
  if (loaded.searchable !== null || loaded.snapshot === null || loaded.unreadable) return loaded;
  const { repository, missing } = await ports.store.open(loaded.snapshot);
  return missing.length > 0 ? damagedRepository(loaded) : { ...loaded, searchable: repository };
}

/** The repository with its snapshot verified just now, when nothing in it changed; null when it has to be indexed. */
export async function verifiedRepository(ports: IndexingPorts, loaded: LoadedRepository): Promise<LoadedRepository | null> {
  const { snapshot } = loaded;
  const startedAtMs = ports.clock.now();
  if (snapshot === null || !(await footprintHolds(ports, loaded.root, snapshot))) return null;
  const found = snapshot.documents.length;
  return {
    ...loaded,
    snapshot: {
      ...snapshot,
      verifiedAt: new Date(startedAtMs).toISOString(),
      lastRefresh: { found, read: 0, parsed: 0, reused: found, removed: 0 },
    },
    problem: null,
    unreadable: false,
  };
}

/**
 * Compares a repository with its files and makes it searchable; nothing is written but new contents.
 * Never throws, but when it is called off: what goes wrong is told in `problem`, and what was there before goes on answering.
 * @throws the reason of the signal when that is aborted.
 */
export async function indexRepository(
  ports: IndexingPorts,
  settings: IndexingSettings,
  before: LoadedRepository,
  onProgress: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<LoadedRepository> {
  const found: FoundRepository = { root: before.root, key: before.key };
  const previous = before.snapshot;
  let surveyed: Promise<unknown> = Promise.resolve();
  try {
    const startedAtMs = ports.clock.now();
    const fault = await folderFault(ports, found, previous);
    if (fault !== null) return unreadableRepository(found, previous, fault);
    const survey = await surveyRepository(ports, found.root, settings.exclude, previous);
    surveyed = survey.git;
    signal?.throwIfAborted();
    if (!survey.walk.readable) return unreadableRepository(found, previous, UNREADABLE);
    const refresh = (lostContents: ReadonlySet<ContentKey>): Promise<UncountedSnapshot> =>
      refreshRepository(ports, {
        root: found.root,
        survey,
        previous,
        recipe: RECIPE,
        epicGlobs: settings.epicGlobs,
        lostContents,
        startedAtMs,
        onProgress,
        signal,
      });
    let opened = await ports.store.open(await refresh(new Set()));
    if (opened.missing.length > 0) opened = await ports.store.open(await refresh(new Set(opened.missing)));
    const { repository } = opened;
    const isWhole = opened.missing.length === 0;
    return { ...cold(found, isWhole ? null : VANISHING), snapshot: repository.snapshot, searchable: repository, unreadable: !isWhole };
  } catch (thrown) {
    signal?.throwIfAborted();
    ports.log.warn(detailsOf(thrown));
    return { ...before, problem: FAILED, unreadable: true };
  } finally {
    // Nothing runs on for a refresh that has ended.
    await surveyed;
  }
}
