import { z } from 'zod';
import { CONTRACT_VERSION, DEFAULT_PASSAGES, MAXIMUM_PASSAGES, QUESTION_LIMIT } from './constants';
import { ATTACHMENTS, EDGE_TYPES, SOURCE_KINDS } from './model';
import { asOfArgument, degradedFlags, isoTime, workspaceArgument } from './toolParts';

/** Names of our tools as MCP lists them. */
export const TOOL_NAMES = {
  workspaceContext: 'workspace_context',
  workspaceExpand: 'workspace_expand',
  codeContext: 'code.context',
  workspaceCodeContext: 'workspace.context',
} as const;

/** The factors of a score, in the order `why[]` names them. */
export const FACTORS = ['words', 'meaning', 'title', 'entity', 'recency', 'runHealth'] as const;
export type Factor = (typeof FACTORS)[number];

export const workspaceContextInput = z.strictObject({
  question: z
    .string()
    .describe(`The question in plain language, 1 to ${QUESTION_LIMIT} characters.`)
    .min(1)
    .max(QUESTION_LIMIT)
    .regex(/\S/, 'it must not be empty'),
  workspace: workspaceArgument,
  limit: z
    .int()
    .describe(`How many passages to return, 1 to ${MAXIMUM_PASSAGES}.`)
    .min(1)
    .max(MAXIMUM_PASSAGES)
    .default(DEFAULT_PASSAGES),
  asOf: asOfArgument,
});
/** What a caller may send. */
export type WorkspaceContextArguments = z.input<typeof workspaceContextInput>;
/** The same with defaults filled in. */
export type WorkspaceContextRequest = z.output<typeof workspaceContextInput>;

export const whySchema = z.strictObject({
  factor: z.enum(FACTORS),
  weight: z.number(),
  value: z.number(),
  contribution: z.number(),
  detail: z.string(),
});
export type Why = z.output<typeof whySchema>;

export const passageSchema = z.strictObject({
  entityRefs: z.array(z.string()),
  attachedBy: z.enum(ATTACHMENTS),
  sourceKind: z.enum(SOURCE_KINDS),
  sourceRef: z.string().describe('repository id, a slash, and the path inside that repository'),
  lines: z.strictObject({ start: z.int(), end: z.int() }),
  sourceCommit: z.string().nullable().describe('HEAD when the text was read; null without git'),
  changedAt: isoTime.nullable().describe('when the last commit that changed the document was made'),
  dirty: z.boolean().describe('true when the text read differs from the one at sourceCommit'),
  sourceUri: z.string(),
  title: z.string(),
  headingPath: z.array(z.string()),
  text: z.string(),
  score: z.number(),
  why: z.array(whySchema),
});
export type PassageRow = z.output<typeof passageSchema>;

export const nodeSchema = z.strictObject({ ref: z.string(), kind: z.string(), title: z.string() });
export const edgeSchema = z.strictObject({ from: z.string(), type: z.enum(EDGE_TYPES), to: z.string() });

export const neighborhoodSchema = z.strictObject({
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema),
});
export type Neighborhood = z.output<typeof neighborhoodSchema>;

export const contextPackSchema = z.strictObject({
  contract: z.literal(CONTRACT_VERSION),
  workspace: z.string(),
  question: z.string(),
  indexedAt: isoTime.nullable().describe('when the picture this answer is made from was last verified'),
  scoredAt: isoTime.describe('the clock of the score'),
  asOf: isoTime.nullable(),
  passages: z.array(passageSchema),
  nearest: z.array(passageSchema),
  neighborhood: neighborhoodSchema,
  embedding: z.strictObject({ model: z.string(), state: z.enum(['ready', 'pending', 'off']) }),
  degraded: degradedFlags,
  notices: z.array(z.string()),
});
/** The answer of workspace_context. */
export type ContextPack = z.output<typeof contextPackSchema>;
