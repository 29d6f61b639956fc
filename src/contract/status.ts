import { z } from 'zod';
import { EDGE_TYPES, RUN_VERDICTS, SKIP_REASONS } from './model';

const noticeSchema = z.strictObject({ path: z.string(), line: z.int().nullable(), message: z.string() });

/** LastRun, checked: what was written down or came over a border. */
export const lastRunSchema = z.strictObject({
  verdict: z.enum(RUN_VERDICTS),
  name: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** Why passages that could be embedded are not being embedded now. */
export const EMBEDDING_WAITS = ['paused', 'typing', 'battery', 'other-process'] as const;
export type EmbeddingWait = (typeof EMBEDDING_WAITS)[number];

/** How far the passages of a repository are embedded; those in neither `embedded` nor `without` wait for it. */
const repositoryEmbeddingSchema = z.strictObject({
  embedded: z.int(),
  /** Of the embedded ones: those longer than the model takes, so that their vector is that of their beginning. */
  cut: z.int(),
  /** Those that have no vector, for good: nothing in them is known to the model, or it fails on them. */
  without: z.int(),
  pending: z.int(),
});

const workspaceEmbeddingSchema = z.strictObject({
  model: z.string(),
  state: z.enum(['ready', 'pending', 'off']),
  /** What runs the model; null where meaning is off, and as long as that is not known because nothing was embedded. */
  runtime: z.enum(['native', 'wasm']).nullable(),
  /** Why nothing is being embedded although passages wait for it; null otherwise. */
  waiting: z.enum(EMBEDDING_WAITS).nullable(),
  /** What people should know: why meaning is off, that the slower runtime is used, that vectors are not kept. */
  notices: z.array(z.string()),
});

export const repositoryStatusSchema = z.strictObject({
  id: z.string(),
  git: z.enum(['repository', 'none', 'untrusted', 'unavailable']),
  head: z.string().nullable(),
  documents: z.int(),
  passages: z.int(),
  entities: z.int(),
  edges: z.int(),
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.enum(SKIP_REASONS) })),
  notices: z.array(noticeSchema),
  /** Stretches of text that were left out because they look like secrets, and the files they stand in; the notices tell where. */
  redacted: z.strictObject({ secrets: z.int(), files: z.int() }),
  /** When the index was last compared with the files; null while nothing is indexed. */
  verifiedAt: z.string().nullable(),
  /** Documents changed on disk since, found by comparing sizes and times only. */
  stale: z.int(),
  /** What the refresh that made this index did; null while nothing is indexed. */
  lastRefresh: z
    .strictObject({ found: z.int(), read: z.int(), parsed: z.int(), reused: z.int(), removed: z.int() })
    .nullable(),
  /** Null where meaning is off or nothing is indexed. */
  embedding: repositoryEmbeddingSchema.nullable(),
  /** The last command that ran in the repository and was recorded; null when there is none. */
  lastRun: lastRunSchema.nullable(),
  /** The refresh that runs now and how many documents of how many it has done (0 of 0: it is looking for them); null when none does. */
  running: z.strictObject({ done: z.int(), total: z.int() }).nullable(),
  /** What went wrong last since the program started, and when, be it mended since; null when nothing did. */
  lastError: z.strictObject({ message: z.string(), at: z.iso.datetime() }).nullable(),
  /** A sentence when the index file was damaged or could not be written; null otherwise. */
  problem: z.string().nullable(),
  /** How many rows of its lists were left out for their size; absent where none was. */
  omitted: z.strictObject({ skipped: z.int(), notices: z.int() }).optional(),
});
export type RepositoryStatus = z.output<typeof repositoryStatusSchema>;

export const workspaceStatusSchema = z.strictObject({
  contract: z.string(),
  workspace: z.string(),
  embedding: workspaceEmbeddingSchema,
  repositories: z.array(repositoryStatusSchema),
  notices: z.array(z.string()),
  /** Relations to or from an entity that nothing declares. */
  dangling: z.array(
    z.strictObject({ from: z.string(), type: z.enum(EDGE_TYPES), to: z.string(), sourceRef: z.string(), line: z.int() }),
  ),
  /** How many rows of its own lists were left out for their size; absent where none was. */
  omitted: z.strictObject({ notices: z.int(), dangling: z.int() }).optional(),
});
/** What is going on in a workspace, told without looking at any file. */
export interface Activity {
  /** False until something was asked: nothing is read before. */
  readonly isUsed: boolean;
  /** Another number than before when another index is in use since: what was shown of it is to be read again. */
  readonly generation: number;
  /** The refreshes that run, each with how many documents of how many it has done. */
  readonly indexing: readonly { readonly repositoryId: string; readonly done: number; readonly total: number }[];
  /** How passages are compared by meaning, and how many of how many are done with; null until something is indexed. */
  readonly embedding: (WorkspaceEmbedding & { readonly done: number; readonly total: number }) | null;
  /** When the oldest part of the index was last compared with the files (ISO); null while nothing is indexed. */
  readonly verifiedAt: string | null;
  /** Sentences about what is wrong with repositories. */
  readonly problems: readonly string[];
}

export type RepositoryEmbedding = z.output<typeof repositoryEmbeddingSchema>;
export type WorkspaceEmbedding = z.output<typeof workspaceEmbeddingSchema>;
export type WorkspaceStatus = z.output<typeof workspaceStatusSchema>;
