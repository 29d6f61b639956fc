import type { Git } from '../ports/git';
import { type ContentKey, type RepositorySnapshot, type Store, StoreUnwritableError } from '../ports/store';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import { SPLITTER_VERSION } from '../text/content';
import type { FoundRepository, LoadedRepository } from './members';
import { refreshRepository, type RefreshPorts } from './refresh';
import { surveyRepository } from './survey';

/** Raised when what a snapshot holds changes its meaning. */
const SNAPSHOT_VERSION = 1;

/** A snapshot made by another recipe is not built upon: every document is looked at again. */
export const RECIPE = `${SNAPSHOT_VERSION} ${SPLITTER_VERSION}`;

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

const UNREADABLE = 'The folder cannot be read; see that it is there and that you may read it.';
const REBUILT = 'The index file was damaged; it has been rebuilt.';
const DAMAGED = 'The index file was damaged and is being rebuilt.';

/** What the store holds of a repository. */
export async function loadRepository(ports: IndexingPorts, found: FoundRepository): Promise<LoadedRepository> {
  const reading = await ports.store.readSnapshot(found.key);
  if (reading.kind !== 'found' || reading.snapshot.recipe !== RECIPE) {
    return { ...found, snapshot: null, searchable: null, problem: reading.kind === 'damaged' ? DAMAGED : null, unreadable: false };
  }
  const { repository, missing } = await ports.store.open(reading.snapshot);
  // With contents missing the index is as good as cold: the refresh that follows splits them again.
  return missing.length > 0
    ? { ...found, snapshot: null, searchable: null, problem: DAMAGED, unreadable: false }
    : { ...found, snapshot: reading.snapshot, searchable: repository, problem: null, unreadable: false };
}

/** Writes a snapshot; a sentence when it could not be written (it answers from memory all the same). */
async function writingProblem(store: Store, found: FoundRepository, snapshot: RepositorySnapshot): Promise<string | null> {
  try {
    await store.writeSnapshot(found.key, snapshot);
    return null;
  } catch (thrown) {
    if (thrown instanceof StoreUnwritableError) return `The index is not kept for next time: ${thrown.message}`;
    throw thrown;
  }
}

/**
 * Brings a repository's index up to date and opens it. Never throws: what goes wrong is told in
 * `problem`, and what was there before goes on answering.
 */
export async function refreshFoundRepository(
  ports: IndexingPorts,
  settings: IndexingSettings,
  found: FoundRepository,
  before: LoadedRepository | null,
  onProgress: (done: number, total: number) => void,
): Promise<LoadedRepository> {
  const failed = (problem: string): LoadedRepository => ({
    ...found,
    snapshot: before?.snapshot ?? null,
    searchable: before?.searchable ?? null,
    problem,
    unreadable: true,
  });
  try {
    const startedAtMs = ports.clock.now();
    const { snapshot: previous, problem: problemBefore } = before ?? (await loadRepository(ports, found));
    const { git, walk } = await surveyRepository(ports, found.root, settings.exclude, previous);
    if (!walk.readable) return failed(UNREADABLE);
    const refresh = (lostContents: ReadonlySet<ContentKey>): Promise<RepositorySnapshot> =>
      refreshRepository(ports, {
        root: found.root,
        git,
        walk,
        previous,
        recipe: RECIPE,
        epicGlobs: settings.epicGlobs,
        lostContents,
        startedAtMs,
        onProgress,
      });
    let snapshot = await refresh(new Set());
    let opened = await ports.store.open(snapshot);
    if (opened.missing.length > 0) {
      snapshot = await refresh(new Set(opened.missing));
      opened = await ports.store.open(snapshot);
    }
    const problem = (await writingProblem(ports.store, found, snapshot)) ?? (problemBefore === DAMAGED ? REBUILT : null);
    return { ...found, snapshot, searchable: opened.repository, problem, unreadable: false };
  } catch (thrown) {
    ports.log.warn(String(thrown instanceof Error ? thrown.stack : thrown));
    return failed(
      thrown instanceof StoreUnwritableError
        ? `The index could not be written: ${thrown.message}`
        : 'Something went wrong while this repository was indexed; what was indexed before still answers.',
    );
  }
}
