import { EMBEDDING_MODEL } from '../contract/constants';
import type { RepositoryEmbedding, WorkspaceEmbedding } from '../contract/status';
import type { Embedder } from '../ports/embedder';
import type { Log } from '../ports/log';
import type { Power } from '../ports/power';
import { ContentLostError } from '../ports/store';
import { type Timer, withinTime } from '../ports/timer';
import type { VectorCoverage, VectorStore } from '../ports/vectors';
import { createBackgroundEmbedding, type EmbeddableRepository } from './backgroundEmbedding';
import { embeddingOrderOf } from './embeddingOrder';
import type { Member } from './members';
import { createQuestionVectors } from './questionVectors';
import type { IndexProgress } from './service';

/** So long, in milliseconds, an answer waits for its question's vector; it is made in a few hundredths of a second once the model is loaded. */
const QUESTION_WAITS = 300;
/** The same for a caller that waits: the model has to be loaded first. */
const PATIENT_QUESTION_WAITS = 30_000;

const LOADING = 'The vectors of the passages are still being loaded, so this was answered by words alone; ask again in a moment.';
/** Of a model that is being loaded, and of a machine that is busy. */
const LATE = 'The question was not embedded in time, so this was answered by words alone; ask again in a moment.';

/** What meaning is made with. */
export interface MeaningPorts {
  readonly embedder: Embedder;
  readonly power: Power;
  /** True: what is not embedded yet is embedded in the background, from the first question on; false: only for callers that wait for it. */
  readonly inBackground: boolean;
}

/** Meaning is off; the reason is a sentence for people, null where they switched it off themselves. */
export interface MeaningOff {
  readonly off: string | null;
}

/** With what meaning a question is answered. */
export interface QuestionMeaning {
  readonly model: string;
  readonly state: 'ready' | 'pending' | 'off';
  /** The question's; null: the answer is by words alone. */
  readonly vector: Float32Array | null;
  readonly notices: readonly string[];
}

/** The second half of the score: the vectors of a workspace's passages and of its questions. */
export interface Meaning {
  /**
   * Gives the searchable repositories the vectors there are, and the question its own where any passage has one.
   * Never rejects; waits for the question's vector a moment only, unless the caller is patient.
   */
  ofQuestion(question: string, members: readonly Member[], isPatient: boolean): Promise<QuestionMeaning>;
  /** Ends when nothing that was found out, or made before a hold without an end, waits to be written. Never throws. */
  written(): Promise<void>;
  /** Says what the workspace consists of now: what is not embedded there is, where that is done in the background. */
  follow(members: readonly Member[]): void;
  /** Ends when every passage of what is followed is embedded, as far as it can be. Never throws. */
  finish(members: readonly Member[], onProgress: (progress: IndexProgress) => void): Promise<void>;
  /** Embeds nothing for so many milliseconds (null: until `resume`). */
  hold(milliseconds: number | null): void;
  resume(): void;
  /**
   * The state of a workspace, and of each of its members, in their order.
   * @param isPatient texts that were embedded for another index are recognised first.
   */
  status(members: readonly Member[], isPatient?: boolean): Promise<{
    readonly workspace: WorkspaceEmbedding;
    readonly repositories: readonly (RepositoryEmbedding | null)[];
  }>;
}

/** No meaning: every answer is by words alone. */
export function meaningOff({ off }: MeaningOff): Meaning {
  const notices = off === null ? [] : [off];
  return {
    ofQuestion: () => Promise.resolve({ model: EMBEDDING_MODEL, state: 'off', vector: null, notices }),
    written: () => Promise.resolve(),
    follow: () => undefined,
    finish: () => Promise.resolve(),
    hold: () => undefined,
    resume: () => undefined,
    status: (members) =>
      Promise.resolve({
        workspace: { model: EMBEDDING_MODEL, state: 'off', runtime: null, waiting: null, notices },
        repositories: members.map(() => null),
      }),
  };
}

const pendingOf = ({ passages, embedded, without }: VectorCoverage): number => passages - embedded - without;

const embeddable = (members: readonly Member[]): EmbeddableRepository[] =>
  members.flatMap(({ key, id, searchable }) => (searchable === null ? [] : [{ key, id, searchable }]));

/** Meaning by a model. */
export function createMeaning(
  { embedder, power, inBackground }: MeaningPorts,
  { vectors, timer, log }: { readonly vectors: VectorStore; readonly timer: Timer; readonly log: Log },
): Meaning {
  const background = createBackgroundEmbedding({ embedder, vectors, power, timer, log });
  const questions = createQuestionVectors(embedder, timer);
  const { id: model } = embedder.model;
  let writing: Promise<void> = Promise.resolve();

  const coverageOf = (members: readonly Member[]): Promise<VectorCoverage[]> =>
    Promise.all(embeddable(members).map(({ searchable }) => vectors.attach(searchable)));

  /**
   * The same, after texts that were embedded for another index (a clone, other settings) were recognised: passages are read for
   * that, up to the first one that nobody embedded yet.
   */
  const patientCoverageOf = async (members: readonly Member[]): Promise<VectorCoverage[]> => {
    const coverages = await coverageOf(members);
    if (coverages.every((coverage) => pendingOf(coverage) === 0)) return coverages;
    try {
      for (const { searchable } of embeddable(members)) await vectors.pending(searchable, embeddingOrderOf(searchable.snapshot), 1);
      writing = Promise.all([writing, vectors.flush()]).then(() => undefined, () => undefined);
    } catch (thrown) {
      // What was lost is noticed when the answer is made, and opened anew.
      if (!(thrown instanceof ContentLostError)) throw thrown;
    }
    return coverageOf(members);
  };

  /** The sentence that says why meaning is off although it should not be; null while it works. */
  const failure = (): string | null => {
    const { phase, reason } = embedder.state();
    return phase === 'failed' ? `Meaning is off: ${reason ?? 'the embedder failed.'}` : null;
  };
  const offFor = (reason: string): QuestionMeaning => ({ model, state: 'off', vector: null, notices: [reason] });

  return {
    ofQuestion: async (question, members, isPatient) => {
      const failed = failure();
      if (failed !== null) return offFor(failed);
      const waits = isPatient ? PATIENT_QUESTION_WAITS : QUESTION_WAITS;
      const coverages = await withinTime(timer, waits, isPatient ? patientCoverageOf(members) : coverageOf(members));
      if (coverages === null) return { model, state: 'pending', vector: null, notices: [LOADING] };
      const state = coverages.length === 0 || coverages.some((coverage) => pendingOf(coverage) > 0) ? 'pending' : 'ready';
      if (coverages.every(({ embedded }) => embedded === 0)) return { model, state, vector: null, notices: [] };
      const reading = await questions.of(question, waits);
      if (reading.kind === 'late') return { model, state: 'pending', vector: null, notices: [LATE] };
      const failedSince = reading.vector === null ? failure() : null;
      return failedSince === null ? { model, state, vector: reading.vector, notices: [] } : offFor(failedSince);
    },
    written: async () => {
      await background.held();
      await writing;
    },
    follow: (members) => {
      if (inBackground) background.follow(embeddable(members));
    },
    finish: async (members, onProgress) => {
      background.follow(embeddable(members));
      await background.finish(({ id }, coverage) =>
        onProgress({ repositoryId: id, step: 'embedding', done: coverage.passages - pendingOf(coverage), total: coverage.passages }),
      );
    },
    hold: background.hold,
    resume: background.resume,
    status: async (members, isPatient = false) => {
      const coverages = await (isPatient ? patientCoverageOf(members) : coverageOf(members));
      const byMember = new Map(embeddable(members).map(({ key }, index) => [key, coverages[index]]));
      const failed = failure();
      const { phase, runtime, notices } = embedder.state();
      // A native runtime that was not started may turn out not to load.
      const isRuntimeKnown = failed === null && (phase === 'ready' || runtime === 'wasm');
      const problem = background.problem();
      const isPending = coverages.some((coverage) => pendingOf(coverage) > 0);
      return {
        workspace: {
          model,
          state: failed !== null ? 'off' : isPending ? 'pending' : 'ready',
          runtime: isRuntimeKnown ? runtime : null,
          waiting: isPending && failed === null ? background.waiting() : null,
          notices: [...(failed === null ? [] : [failed]), ...notices, ...(problem === null ? [] : [problem])],
        },
        repositories: members.map(({ key }) => {
          const coverage = byMember.get(key);
          if (coverage === undefined) return null;
          return { embedded: coverage.embedded, cut: coverage.cut, without: coverage.without, pending: pendingOf(coverage) };
        }),
      };
    },
  };
}
