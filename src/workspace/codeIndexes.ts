import { type CodeIndex, codeIndexRenewal } from '../code/codeIndex';
import { CODE_VERSION } from '../code/content';
import type { CodeManifest } from '../contract/codeModel';
import type { RepositoryPath } from '../contract/model';
import type { Clock } from '../ports/clock';
import type { Git } from '../ports/git';
import { detailsOf, type Log } from '../ports/log';
import type { RepositoryKey, Store } from '../ports/store';
import { type Timer, withinTime } from '../ports/timer';
import { ownGlobs } from './builtInExcludes';
import { QUESTION_WAITS } from './changes';
import type { RepositoryChange } from './changedRepositories';
import { partialCodeRefresh } from './codePartialRefresh';
import { type CodeRefreshPorts, refreshCode, type Uncommitted } from './codeRefresh';
import { isFresh } from './freshness';
import type { FoundRepository } from './members';
import { UNREADABLE } from './refreshWorkspace';
import { rememberedGit } from './rememberedGit';
import { WAIT_FOR_OTHERS_MILLISECONDS } from './sharedIndex';

export interface CodeIndexesPorts extends CodeRefreshPorts {
  readonly git: Git;
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
  /** Whether a path is that of a file whose code was read, as far as anybody asked for it. */
  holds(repository: FoundRepository, path: RepositoryPath): Promise<boolean>;
  /** Whether anybody asked for the code of a repository. */
  isUsed(): boolean;
  /** Says what changed of repositories; those nobody asked for, or not for a while, are left to their next question. */
  changed(repositories: ReadonlyMap<RepositoryKey, RepositoryChange> | 'all'): void;
  /** Ends when nothing is refreshed any more. Never throws. */
  idle(): Promise<void>;
}

interface Entry {
  readonly repository: FoundRepository;
  indexed: IndexedCode | null;
  /** What of `indexed` is not committed; `unknown` until a refresh of this process has looked. */
  uncommitted: Uncommitted | 'unknown';
  loading: Promise<void> | null;
  running: Promise<void> | null;
  /** Whether what runs compares all of the repository. */
  isRunningWhole: boolean;
  /** Changes that no refresh has begun to look at. */
  changes: RepositoryChange | null;
  /** Changes came that the running refresh looks at. */
  isCatchingUp: boolean;
  /** A list that is not stored yet, and what calls off its writing. */
  unwritten: { readonly callOff: () => void } | null;
  /** Milliseconds since 1970 at which it was last asked. */
  askedAtMs: number;
  problem: string | null;
}

/** Contents are taken out of the store so many at a time. */
const CHUNK = 256;
/** Contents that were lost are read again, once. */
const ATTEMPTS = 2;
/** A save is often followed by another: the list of files is stored when none came for so long, in milliseconds. */
const WRITTEN_AFTER = 2_000;
/** An index that nobody asked for so long, in milliseconds, is dropped; the next question makes it again of what is stored. */
const DROPPED_AFTER = 15 * 60 * 1_000;

const FAILED = 'Something went wrong while the code of this repository was read; what was read before still answers.';

/** Whether two lists say the same but for when the files were compared. */
function isSameButForTime(one: CodeManifest, other: CodeManifest): boolean {
  const untimed = (manifest: CodeManifest): string => JSON.stringify({ ...manifest, files: [], verifiedAt: '' });
  const isSameFiles = one.files.length === other.files.length && one.files.every((file, index) => file === other.files[index]);
  return isSameFiles && untimed(one) === untimed(other);
}

/** The indexes of one workspace. @param exclude globs of `files.exclude`, relative to each repository. */
export function createCodeIndexes(ports: CodeIndexesPorts, exclude: readonly string[]): CodeIndexes {
  const { codeStore, codeParser, clock, digest, log, store, timer } = ports;
  const entries = new Map<RepositoryKey, Entry>();
  const git = rememberedGit(ports.git);
  const globs = ownGlobs(exclude);
  const recipe = digest.sha256(JSON.stringify([CODE_VERSION, globs]));
  /** Windows with other settings see other files of one repository, so each of them has a list of its own. */
  const keyOf = ({ key }: FoundRepository): RepositoryKey => digest.sha256(`code\0${key}\0${JSON.stringify(globs)}`);

  const generationOf = ({ files }: CodeManifest): string =>
    digest.sha256(files.map(({ path, key, attributes }) => `${path}\0${key}\0${attributes === undefined ? '' : JSON.stringify(attributes)}`).join('\n'));

  /** Makes files searchable, from what is so already as far as it goes; null where a content was lost. */
  const built = async (manifest: CodeManifest, known: IndexedCode | null): Promise<IndexedCode | null> => {
    const generation = generationOf(manifest);
    if (known?.generation === generation) return { ...known, manifest };
    const renewal = codeIndexRenewal(known?.index ?? null, manifest.files);
    for (let from = 0; from < renewal.missing.length; from += CHUNK) {
      const chunk = renewal.missing.slice(from, from + CHUNK);
      const contents = await codeStore.contents([...new Set(chunk.map(({ key }) => key))]);
      for (const file of chunk) {
        const content = contents.get(file.key);
        if (content === undefined) return null;
        renewal.add(file, content);
        await codeParser.pause();
      }
    }
    return { index: renewal.finish(), manifest, generation };
  };

  const write = async (entry: Entry, manifest: CodeManifest): Promise<void> => {
    entry.unwritten?.callOff();
    entry.unwritten = null;
    await codeStore.writeManifest(keyOf(entry.repository), manifest).catch((thrown: unknown) => {
      entry.problem = thrown instanceof Error ? thrown.message : FAILED;
    });
  };

  const writeLater = (entry: Entry): void => {
    entry.unwritten?.callOff();
    entry.unwritten = { callOff: timer.after(WRITTEN_AFTER, () => void writeUnwritten(entry)) };
  };

  const writeUnwritten = async (entry: Entry): Promise<void> => {
    if (entry.unwritten !== null && entry.indexed !== null) await write(entry, entry.indexed.manifest);
  };

  /** Looks at the files that are said to have changed and at nothing else; false where that is not enough. */
  const refreshedPartly = async (entry: Entry, changes: RepositoryChange | null): Promise<boolean> => {
    const { indexed, uncommitted, repository } = entry;
    if (changes === null || changes === 'whole' || indexed === null || uncommitted === 'unknown') return false;
    const result = await partialCodeRefresh(ports, repository.root, { manifest: indexed.manifest, uncommitted }, changes);
    const next = result === null ? null : await built(result.manifest, indexed);
    if (result === null || next === null) return false;
    [entry.indexed, entry.uncommitted, entry.problem] = [next, result.uncommitted, result.problem];
    if (next.generation !== indexed.generation) writeLater(entry);
    return true;
  };

  /** @param isWhole whether all of the repository has to be compared, whatever was reported. */
  const refreshed = async (entry: Entry, isWhole: boolean, onProgress: (done: number, total: number) => void): Promise<void> => {
    const { repository } = entry;
    const key = keyOf(repository);
    const { changes } = entry;
    entry.isCatchingUp = changes !== null;
    entry.changes = null;
    if (!isWhole && (await refreshedPartly(entry, changes))) return;
    const asked = await store.claimIndexing(key, WAIT_FOR_OTHERS_MILLISECONDS);
    const claim = asked.kind === 'granted' ? asked.claim : null;
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        entry.isCatchingUp ||= entry.changes !== null;
        entry.changes = null;
        // Another process may have read it since: then its list is the better one to begin with.
        const previous = (entry.unwritten === null ? await codeStore.readManifest(key) : null) ?? entry.indexed?.manifest ?? null;
        const result = await refreshCode({ ...ports, git }, {
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
        const before = entry.indexed;
        const indexed = await built(result.manifest, before);
        if (indexed === null) continue;
        [entry.indexed, entry.uncommitted, entry.problem] = [indexed, result.uncommitted, result.problem];
        // Where only the time of looking is another one, it may wait for the next.
        if (before !== null && isSameButForTime(before.manifest, result.manifest)) writeLater(entry);
        else await write(entry, result.manifest);
        return;
      }
      entry.problem = FAILED;
    } finally {
      await claim?.release();
    }
  };

  /** One refresh at a time; what is reported meanwhile is for the next one. */
  const refresh = (entry: Entry, isWhole: boolean, onProgress: (done: number, total: number) => void = () => undefined): Promise<void> => {
    if (entry.running !== null) return entry.running;
    const running = refreshed(entry, isWhole, onProgress)
      .catch((thrown: unknown) => {
        log.warn(detailsOf(thrown));
        entry.problem = FAILED;
      })
      .finally(() => {
        entry.running = null;
        entry.isCatchingUp = false;
        if (entry.changes !== null && entry.problem === null && entry.indexed !== null) void refresh(entry, false);
      });
    entry.running = running;
    entry.isRunningWhole = isWhole;
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

  const isBehind = ({ changes, isCatchingUp }: Entry): boolean => changes !== null || isCatchingUp;

  /** Drops the indexes that nobody asked for a while; what they were made of is stored. */
  const dropUnasked = (): void => {
    for (const entry of entries.values()) {
      if (entry.running !== null || entry.unwritten !== null || clock.now() - entry.askedAtMs < DROPPED_AFTER) continue;
      [entry.indexed, entry.uncommitted, entry.loading] = [null, 'unknown', null];
      git.forget(entry.repository.root);
    }
  };
  let callOffDropping = (): void => undefined;
  const dropLater = (): void => {
    callOffDropping();
    callOffDropping = timer.after(DROPPED_AFTER, dropUnasked);
  };

  return {
    of: async (repository, wait, onProgress) => {
      const known = entries.get(repository.key);
      const entry: Entry =
        known ?? { repository, indexed: null, uncommitted: 'unknown', loading: null, running: null, isRunningWhole: false, changes: null, isCatchingUp: false, unwritten: null, askedAtMs: 0, problem: null };
      entries.set(repository.key, entry);
      entry.askedAtMs = clock.now();
      dropUnasked();
      dropLater();
      if (wait) {
        // What runs already may have begun before the last change.
        if (entry.running !== null) await entry.running;
        while (entry.running !== null && !entry.isRunningWhole) await entry.running;
        await refresh(entry, true, onProgress);
      } else {
        if (entry.indexed === null) await load(entry);
        if (isBehind(entry)) {
          const running = refresh(entry, false);
          if (entry.indexed !== null) await withinTime(timer, QUESTION_WAITS, running);
        }
        if (isStale(entry)) void refresh(entry, true);
      }
      return { indexed: entry.indexed, isBehind: isBehind(entry), problem: entry.problem };
    },
    holds: async (repository, path) => {
      const manifest = entries.get(repository.key)?.indexed?.manifest ?? (await codeStore.readManifest(keyOf(repository)));
      return manifest?.files.some((file) => file.path === path) ?? false;
    },
    isUsed: () => entries.size > 0,
    changed: (repositories) => {
      for (const [key, entry] of entries) {
        const change = repositories === 'all' ? 'whole' : repositories.get(key);
        if (change === undefined) continue;
        entry.changes = entry.changes === null ? change : entry.changes === 'whole' || change === 'whole' ? 'whole' : new Set([...entry.changes, ...change]);
        if (entry.indexed !== null || entry.running !== null) void refresh(entry, false);
      }
    },
    idle: async () => {
      for (;;) {
        const running = [...entries.values()].flatMap((entry) => entry.running ?? []);
        if (running.length === 0) break;
        await Promise.all(running);
      }
      for (const entry of entries.values()) await writeUnwritten(entry);
    },
  };
}
