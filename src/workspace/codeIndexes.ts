import { type CodeIndex, codeIndexBuilder } from '../code/codeIndex';
import { CODE_VERSION } from '../code/content';
import type { CodeManifest } from '../contract/codeModel';
import type { Clock } from '../ports/clock';
import { detailsOf, type Log } from '../ports/log';
import type { RepositoryKey, Store } from '../ports/store';
import { type Timer, withinTime } from '../ports/timer';
import { ownGlobs } from './builtInExcludes';
import { QUESTION_WAITS } from './changes';
import { type CodeRefreshPorts, refreshCode } from './codeRefresh';
import { isFresh } from './freshness';
import type { FoundRepository } from './members';
import { UNREADABLE } from './refreshWorkspace';
import { WAIT_FOR_OTHERS_MILLISECONDS } from './sharedIndex';

export interface CodeIndexesPorts extends CodeRefreshPorts {
  readonly store: Pick<Store, 'claimIndexing'>;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** The code of a repository as it is known now. */
export interface CodeView {
  /** Null while nothing of it is indexed. */
  readonly indexed: IndexedCode | null;
  /** Whether changes were reported that are not in it yet. */
  readonly isBehind: boolean;
  /** A sentence for people when something is wrong with it; null otherwise. */
  readonly problem: string | null;
}

export interface IndexedCode {
  readonly index: CodeIndex;
  readonly manifest: CodeManifest;
  /** Names the code: the same as long as no file of it changes. */
  readonly generation: string;
}

/** The indexes of code of repositories, made when they are first asked and kept by content. */
export interface CodeIndexes {
  /**
   * What is known of a repository's code. For a caller that waits it is compared with the files first; for others that
   * happens behind the answer, but for a moment that reported changes are waited for. Never throws.
   */
  of(repository: FoundRepository, wait: boolean, onProgress: (done: number, total: number) => void): Promise<CodeView>;
  /** Whether anybody asked for the code of a repository. */
  isUsed(): boolean;
  /** Says that files of repositories changed; those nobody asked for yet are left to their first question. */
  changed(repositories: ReadonlySet<RepositoryKey> | 'all'): void;
  /** Ends when nothing is refreshed any more. Never throws. */
  idle(): Promise<void>;
}

interface Entry {
  readonly repository: FoundRepository;
  indexed: IndexedCode | null;
  loading: Promise<void> | null;
  running: Promise<void> | null;
  /** Changes came that no refresh has begun to look at. */
  isChanged: boolean;
  /** Changes came that the running refresh looks at. */
  isCatchingUp: boolean;
  problem: string | null;
}

/** Contents are taken out of the store so many at a time. */
const CHUNK = 256;
/** Contents that were lost are read again, once. */
const ATTEMPTS = 2;

const FAILED = 'Something went wrong while the code of this repository was read; what was read before still answers.';

/** The indexes of one workspace. @param exclude globs of `files.exclude`, relative to each repository. */
export function createCodeIndexes(ports: CodeIndexesPorts, exclude: readonly string[]): CodeIndexes {
  const { codeStore, codeParser, clock, digest, log, store, timer } = ports;
  const entries = new Map<RepositoryKey, Entry>();
  const globs = ownGlobs(exclude);
  const recipe = digest.sha256(JSON.stringify([CODE_VERSION, globs]));
  /** Windows with other settings see other files of one repository, so each of them has a list of its own. */
  const keyOf = ({ key }: FoundRepository): RepositoryKey => digest.sha256(`code\0${key}\0${JSON.stringify(globs)}`);

  const generationOf = ({ files }: CodeManifest): string =>
    digest.sha256(files.map(({ path, key, attributes }) => `${path}\0${key}\0${attributes === undefined ? '' : JSON.stringify(attributes)}`).join('\n'));

  /** Makes files searchable; null where a content was lost. */
  const built = async (manifest: CodeManifest, known: IndexedCode | null): Promise<IndexedCode | null> => {
    const generation = generationOf(manifest);
    if (known?.generation === generation) return { ...known, manifest };
    const builder = codeIndexBuilder();
    for (let from = 0; from < manifest.files.length; from += CHUNK) {
      const chunk = manifest.files.slice(from, from + CHUNK);
      const contents = await codeStore.contents([...new Set(chunk.map(({ key }) => key))]);
      for (const file of chunk) {
        const content = contents.get(file.key);
        if (content === undefined) return null;
        builder.add(file, content);
        await codeParser.pause();
      }
    }
    return { index: builder.finish(), manifest, generation };
  };

  const refreshed = async (entry: Entry, onProgress: (done: number, total: number) => void): Promise<void> => {
    const { repository } = entry;
    const key = keyOf(repository);
    const asked = await store.claimIndexing(key, WAIT_FOR_OTHERS_MILLISECONDS);
    const claim = asked.kind === 'granted' ? asked.claim : null;
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        entry.isCatchingUp ||= entry.isChanged;
        entry.isChanged = false;
        // Another process may have read it since: then its list is the better one to begin with.
        const previous = (await codeStore.readManifest(key)) ?? entry.indexed?.manifest ?? null;
        const result = await refreshCode(ports, {
          root: repository.root,
          exclude,
          previous,
          recipe,
          startedAtMs: clock.now(),
          onProgress: (done, total) => {
            claim?.renew();
            onProgress(done, total);
          },
        });
        if (result === 'unreadable') {
          entry.problem = UNREADABLE;
          return;
        }
        const indexed = await built(result.manifest, entry.indexed);
        if (indexed === null) continue;
        entry.indexed = indexed;
        entry.problem = result.problem;
        await codeStore.writeManifest(key, result.manifest).catch((thrown: unknown) => {
          entry.problem = thrown instanceof Error ? thrown.message : FAILED;
        });
        return;
      }
      entry.problem = FAILED;
    } finally {
      await claim?.release();
    }
  };

  /** One refresh at a time; what is reported meanwhile is for the next one. */
  const refresh = (entry: Entry, onProgress: (done: number, total: number) => void = () => undefined): Promise<void> => {
    if (entry.running !== null) return entry.running;
    const running = refreshed(entry, onProgress)
      .catch((thrown: unknown) => {
        log.warn(detailsOf(thrown));
        entry.problem = FAILED;
      })
      .finally(() => {
        entry.running = null;
        entry.isCatchingUp = false;
        if (entry.isChanged && entry.problem === null) void refresh(entry);
      });
    entry.running = running;
    return running;
  };

  /** What is stored of a repository, for answers before the first refresh of this process has ended. */
  const load = (entry: Entry): Promise<void> => {
    entry.loading ??= (async (): Promise<void> => {
      const manifest = await codeStore.readManifest(keyOf(entry.repository));
      if (manifest === null || manifest.recipe !== recipe) return;
      const indexed = await built(manifest, null);
      entry.indexed ??= indexed;
    })().catch((thrown: unknown) => log.warn(detailsOf(thrown)));
    return entry.loading;
  };

  const isStale = ({ indexed }: Entry): boolean => indexed === null || !isFresh(indexed.manifest.verifiedAt, clock.now());

  const isBehind = ({ isChanged, isCatchingUp }: Entry): boolean => isChanged || isCatchingUp;

  return {
    of: async (repository, wait, onProgress) => {
      const known = entries.get(repository.key);
      const entry: Entry = known ?? { repository, indexed: null, loading: null, running: null, isChanged: false, isCatchingUp: false, problem: null };
      entries.set(repository.key, entry);
      if (wait) {
        // What runs already may have begun before the last change.
        if (entry.running !== null) await entry.running;
        await refresh(entry, onProgress);
      } else {
        await load(entry);
        const running = isBehind(entry) || isStale(entry) ? refresh(entry) : null;
        if (running !== null && entry.indexed !== null && isBehind(entry)) await withinTime(timer, QUESTION_WAITS, running);
      }
      return { indexed: entry.indexed, isBehind: isBehind(entry), problem: entry.problem };
    },
    isUsed: () => entries.size > 0,
    changed: (repositories) => {
      for (const [key, entry] of entries) {
        if (repositories !== 'all' && !repositories.has(key)) continue;
        entry.isChanged = true;
        void refresh(entry);
      }
    },
    idle: async () => {
      for (;;) {
        const running = [...entries.values()].flatMap((entry) => entry.running ?? []);
        if (running.length === 0) return;
        await Promise.all(running);
      }
    },
  };
}
