import type { EmbeddingWait } from '../contract/status';
import type { Embedder } from '../ports/embedder';
import { EmbedderUnavailableError } from '../ports/embedder';
import { detailsOf, type Log } from '../ports/log';
import type { Power } from '../ports/power';
import { ContentLostError, type HeldClaim, type RepositoryKey, type SearchableRepository, StoreUnwritableError } from '../ports/store';
import type { Timer } from '../ports/timer';
import type { EmbeddedText, VectorCoverage, VectorStore } from '../ports/vectors';
import { embeddingOrderOf } from './embeddingOrder';

/** Texts of one repository that are embedded before the next one has its turn. */
const TURN_TEXTS = 32;
/** So many embeddings are made before they are written, or for so long (milliseconds): what a killed process loses at most. */
const WRITTEN_AFTER_TEXTS = 512;
const WRITTEN_AFTER_MILLISECONDS = 10_000;
/** How often is looked whether the other process, or the battery, still keeps this one waiting (milliseconds). */
const LOOK_AGAIN_MILLISECONDS = 15_000;
/** So long one who waits for the embeddings waits for another process at a time (milliseconds). */
const WAIT_FOR_OTHERS_MILLISECONDS = 60_000;

/** A repository whose passages are to be embedded. */
export interface EmbeddableRepository {
  readonly key: RepositoryKey;
  readonly id: string;
  readonly searchable: SearchableRepository;
}

export interface BackgroundEmbeddingPorts {
  readonly embedder: Embedder;
  readonly vectors: VectorStore;
  readonly power: Power;
  readonly timer: Timer;
  readonly log: Log;
}

/** Embeds what is not embedded yet, a few texts at a time, repository by repository in turn. */
export interface BackgroundEmbedding {
  /** Says which repositories there are now; work on others ends. Cheap when they are the same. */
  follow(repositories: readonly EmbeddableRepository[]): void;
  /** Goes on, or begins, whatever the battery says, until nothing waits; ends early where the embedder has failed. Never throws. */
  finish(onProgress: (repository: EmbeddableRepository, coverage: VectorCoverage) => void): Promise<void>;
  /**
   * Embeds nothing for so many milliseconds (null: until `resume`). A later, shorter hold does not shorten one before. What
   * was made before one without an end is written, and the repositories are left to other processes.
   */
  hold(milliseconds: number | null): void;
  /** Ends when what was made before a hold without an end is written; at once where there is none. Never throws. */
  held(): Promise<void>;
  resume(): void;
  /** Why nothing is being embedded although something waits for it; null otherwise. */
  waiting(): EmbeddingWait | null;
  /** A sentence when embeddings could not be kept; null otherwise. */
  problem(): string | null;
}

type OnProgress = (repository: EmbeddableRepository, coverage: VectorCoverage) => void;

export function createBackgroundEmbedding(ports: BackgroundEmbeddingPorts): BackgroundEmbedding {
  const { embedder, vectors, timer } = ports;
  let followed: readonly EmbeddableRepository[] = [];
  /** What is all embedded, or could not be read; after a change it is another one. */
  const finished = new WeakSet<SearchableRepository>();
  const claims = new Map<RepositoryKey, HeldClaim | null>();
  const takenElsewhere = new Set<RepositoryKey>();
  const listeners = new Set<OnProgress>();
  let running: Promise<void> | null = null;
  let unwritten = 0;
  let isLongUnwritten = false;
  let endUnwritten = (): void => undefined;
  /** Ends the turn that is under way, which keeps what it made. */
  let turnEnd = new AbortController();
  let isResting = false;
  let whenResting: (() => void)[] = [];
  let problem: string | null = null;
  let isOnBattery = false;
  let held: 'typing' | 'paused' | null = null;
  let endHold = (): void => undefined;
  let endRest = (): void => undefined;
  /** True when something may have changed since the work last looked. */
  let isRoused = false;

  const unfinished = (): EmbeddableRepository[] => followed.filter(({ searchable }) => !finished.has(searchable));
  const isAwaited = (): boolean => listeners.size > 0;

  const wake = (): void => {
    isRoused = true;
    endRest();
  };

  /** Waits until something may have changed. */
  const rest = async (milliseconds: number): Promise<void> => {
    if (isRoused) return;
    await new Promise<void>((resolve) => {
      const callOff = timer.after(milliseconds, resolve);
      endRest = () => {
        callOff();
        resolve();
      };
    });
  };

  const flush = async (): Promise<void> => {
    unwritten = 0;
    isLongUnwritten = false;
    endUnwritten();
    try {
      await vectors.flush();
      problem = null;
    } catch (thrown) {
      if (!(thrown instanceof StoreUnwritableError)) throw thrown;
      problem = `The embeddings are not kept for next time: ${thrown.message}`;
    }
  };

  const countUnwritten = (made: number): void => {
    if (unwritten === 0 && made > 0) {
      endUnwritten = timer.after(WRITTEN_AFTER_MILLISECONDS, () => {
        isLongUnwritten = true;
      });
    }
    unwritten += made;
  };

  const release = async (key: RepositoryKey): Promise<void> => {
    await claims.get(key)?.release();
    claims.delete(key);
  };

  const releaseAll = async (): Promise<void> => {
    for (const key of [...claims.keys()]) await release(key);
  };

  const setResting = (resting: boolean): void => {
    isResting = resting;
    if (!resting) return;
    for (const told of whenResting) told();
    whenResting = [];
  };

  /** Whether this process may embed the repository now; where claims cannot be kept it may, for itself. */
  const isClaimed = async ({ key }: EmbeddableRepository): Promise<boolean> => {
    if (claims.has(key)) {
      claims.get(key)?.renew();
      return true;
    }
    const asked = await vectors.claimEmbedding(key, isAwaited() ? WAIT_FOR_OTHERS_MILLISECONDS : 0);
    if (asked.kind === 'taken') {
      takenElsewhere.add(key);
      return false;
    }
    takenElsewhere.delete(key);
    claims.set(key, asked.kind === 'granted' ? asked.claim : null);
    return true;
  };

  /** Embeds a few texts of a repository; false when none was left to embed. */
  const takeTurn = async (repository: EmbeddableRepository): Promise<boolean> => {
    const texts = await vectors.pending(repository.searchable, embeddingOrderOf(repository.searchable.snapshot), TURN_TEXTS);
    const made: EmbeddedText[] = [];
    try {
      let index = 0;
      for await (const embedding of embedder.embed(texts.map(({ text }) => text), turnEnd.signal)) {
        const digest = texts[index]?.digest;
        if (digest !== undefined) made.push({ digest, embedding });
        index += 1;
      }
    } finally {
      await vectors.add(made);
      countUnwritten(made.length);
    }
    return texts.length > 0;
  };

  const tell = async (repository: EmbeddableRepository): Promise<void> => {
    const coverage = await vectors.attach(repository.searchable);
    for (const listener of [...listeners]) listener(repository, coverage);
  };

  /** One turn of a repository. False when it has to wait for another process. */
  const advance = async (repository: EmbeddableRepository): Promise<boolean> => {
    if (!(await isClaimed(repository))) {
      // What the other process makes is taken over as it comes.
      await tell(repository);
      return false;
    }
    try {
      if (!(await takeTurn(repository))) {
        finished.add(repository.searchable);
        await flush();
        await release(repository.key);
      }
      if (unwritten >= WRITTEN_AFTER_TEXTS || isLongUnwritten) await flush();
    } catch (thrown) {
      if (!(thrown instanceof ContentLostError)) throw thrown;
      // The next question opens the repository anew; then it is followed again.
      finished.add(repository.searchable);
      await release(repository.key);
    }
    await tell(repository);
    return true;
  };

  const work = async (): Promise<void> => {
    for (let left = unfinished(); left.length > 0; left = unfinished()) {
      isRoused = false;
      isOnBattery = !isAwaited() && (await ports.power.onBattery());
      if (held !== null || isOnBattery) {
        await flush();
        if (held === 'paused') await releaseAll();
        setResting(true);
        await rest(LOOK_AGAIN_MILLISECONDS);
        setResting(false);
        continue;
      }
      let isMoving = false;
      const turn = followed;
      for (const repository of left) {
        if (followed !== turn || held !== null) break;
        isMoving = (await advance(repository)) || isMoving;
      }
      if (!isMoving && followed === turn && held === null && !isAwaited()) await rest(LOOK_AGAIN_MILLISECONDS);
    }
  };

  const run = (): Promise<void> => {
    running ??= work()
      .catch((thrown: unknown) => {
        if (!(thrown instanceof EmbedderUnavailableError)) ports.log.warn(detailsOf(thrown));
        // Nobody is to try again and again what fails; a changed repository is another matter.
        for (const repository of followed) finished.add(repository.searchable);
      })
      .then(async () => {
        isOnBattery = false;
        await flush().catch((thrown: unknown) => ports.log.warn(String(thrown)));
        await releaseAll();
      })
      .finally(() => {
        running = null;
        setResting(true);
        takenElsewhere.clear();
        // Something else may have been followed while this ended.
        if (unfinished().length > 0 && embedder.state().phase !== 'failed') void run();
      });
    return running;
  };

  const isFollowed = (repositories: readonly EmbeddableRepository[]): boolean =>
    repositories.length === followed.length &&
    repositories.every((repository, index) => repository.searchable === followed[index]?.searchable);

  const resume = (): void => {
    turnEnd = turnEnd.signal.aborted ? new AbortController() : turnEnd;
    endHold();
    endHold = () => undefined;
    held = null;
    embedder.resume();
    wake();
  };

  return {
    follow: (repositories) => {
      if (!isFollowed(repositories)) {
        followed = repositories;
        wake();
      }
      if (unfinished().length > 0 && embedder.state().phase !== 'failed') void run();
    },
    finish: async (onProgress) => {
      listeners.add(onProgress);
      try {
        wake();
        while (unfinished().length > 0 && embedder.state().phase !== 'failed') await run();
      } finally {
        listeners.delete(onProgress);
      }
    },
    hold: (milliseconds) => {
      if (milliseconds === null) {
        endHold();
        endHold = () => undefined;
        held = 'paused';
        isResting = false;
        turnEnd.abort();
        wake();
      } else {
        if (held === 'paused') return;
        endHold();
        held = 'typing';
        endHold = timer.after(milliseconds, resume);
      }
      embedder.pause();
    },
    held: () =>
      held !== 'paused' || running === null || isResting
        ? Promise.resolve()
        : new Promise((resolve) => {
            whenResting.push(resolve);
          }),
    resume,
    waiting: () => {
      if (unfinished().length === 0) return null;
      if (held !== null) return held;
      if (isOnBattery) return 'battery';
      return takenElsewhere.size > 0 && unfinished().every(({ key }) => takenElsewhere.has(key)) ? 'other-process' : null;
    },
    problem: () => problem,
  };
}
