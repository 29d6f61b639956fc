import { z } from 'zod';
import { CONTRACT_VERSION, DEFAULT_DEPTH, DEFAULT_EDGES, MAXIMUM_DEPTH, MAXIMUM_EDGES } from './constants';
import { DIRECTIONS, EDGE_TYPES } from './model';
import { asOfArgument, degradedFlags, isoTime, workspaceArgument } from './toolParts';

/** Longest ref anybody can mean. */
const REF_LIMIT = 500;

export const workspaceExpandInput = z.strictObject({
  entityRef: z
    .string()
    .describe('The entity to start from: kind:namespace/name, or a shorter form (billing-worker) that only one entity has.')
    .min(1)
    .max(REF_LIMIT)
    .regex(/\S/, 'it must not be empty'),
  workspace: workspaceArgument,
  depth: z
    .int()
    .describe(`How many edges away to walk, 1 to ${MAXIMUM_DEPTH}. More is refused, not cut short.`)
    .min(1)
    .max(MAXIMUM_DEPTH)
    .default(DEFAULT_DEPTH),
  direction: z
    .enum(DIRECTIONS)
    .describe('out: what the entity depends on; in: what depends on it; both: either.')
    .default('both'),
  edgeTypes: z.array(z.enum(EDGE_TYPES)).describe('Walk these relations only; all when left out.').min(1).optional(),
  limit: z
    .int()
    .describe(`How many edges to return, 1 to ${MAXIMUM_EDGES}; the nearest come first.`)
    .min(1)
    .max(MAXIMUM_EDGES)
    .default(DEFAULT_EDGES),
  asOf: asOfArgument,
});
export type WorkspaceExpandArguments = z.input<typeof workspaceExpandInput>;
export type WorkspaceExpandRequest = z.output<typeof workspaceExpandInput>;

export const expandedNodeSchema = z.strictObject({
  ref: z.string(),
  kind: z.string(),
  title: z.string(),
  declared: z.boolean().describe('false: an edge names this entity and nothing declares it'),
});

export const expandedEdgeSchema = z.strictObject({
  from: z.string(),
  type: z.enum(EDGE_TYPES),
  to: z.string(),
  distance: z.int().describe('edges between the start and the far end of this one; 1 for its own'),
  derived: z.boolean().describe('true: read from a manifest, not declared in a catalog file'),
  dangling: z.boolean().describe('true: nothing declares one of its ends'),
  sourceRef: z.string().describe('the file that declares it: repository id, a slash, and the path inside that repository'),
  line: z.int(),
  sourceCommit: z.string().nullable().describe('the commit the file was read at; null without git'),
});
export type ExpandedEdgeRow = z.output<typeof expandedEdgeSchema>;

export const expandPackSchema = z.strictObject({
  contract: z.literal(CONTRACT_VERSION),
  workspace: z.string(),
  entityRef: z.string().describe('the full ref that was walked from; what was asked when nothing has that ref'),
  depth: z.int(),
  direction: z.enum(DIRECTIONS),
  indexedAt: isoTime.nullable(),
  asOf: isoTime.nullable(),
  nodes: z.array(expandedNodeSchema),
  edges: z.array(expandedEdgeSchema),
  degraded: degradedFlags,
  notices: z.array(z.string()),
});
/** The answer of workspace_expand. */
export type ExpandPack = z.output<typeof expandPackSchema>;
