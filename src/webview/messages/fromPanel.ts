import * as z from 'zod/mini';
import { MAXIMUM_DEPTH, MAXIMUM_PASSAGES, MAXIMUM_TARGETS, QUESTION_LIMIT, TASK_LIMIT } from '../../contract/constants';
import { DIRECTIONS, EDGE_TYPES } from '../../contract/model';

/*
 * Everything a panel asks of the extension, which takes nothing else. `zod/mini`, because the extension host waits while
 * this is loaded: a third of what the whole library takes.
 */

const SOURCE_REF_LIMIT = 8_192;
const REF_LIMIT = 500;
const ID_LIMIT = 500;

const text = (least: number, most: number) => z.string().check(z.minLength(least), z.maxLength(most));
const line = z.int().check(z.gte(1));
const lines = z.strictObject({ start: line, end: line });

/** A passage that the extension itself sent: nothing of it is taken from the panel. */
const rowSchema = z.strictObject({
  request: z.int().check(z.gte(1)),
  list: z.enum(['passages', 'nearest']),
  index: z.int().check(z.gte(0), z.lte(100)),
});
export type RowReference = z.output<typeof rowSchema>;

/** The tabs of the panel. */
export const TABS = ['ask', 'graph', 'code'] as const;
export type Tab = (typeof TABS)[number];

/** What the graph is asked for. */
export const graphQuerySchema = z.strictObject({
  entityRef: text(1, REF_LIMIT),
  depth: z.int().check(z.gte(1), z.lte(MAXIMUM_DEPTH)),
  direction: z.enum(DIRECTIONS),
  /** Null: all of them. */
  edgeTypes: z.nullable(z.array(z.enum(EDGE_TYPES)).check(z.minLength(1), z.maxLength(EDGE_TYPES.length))),
});
export type GraphQuery = z.output<typeof graphQuerySchema>;

/** So many walks may be added to a picture. */
export const ADDED_LIMIT = 50;
const addedSchema = z.array(graphQuerySchema).check(z.maxLength(ADDED_LIMIT));

/** What the graph shows, as far as it outlives the window. */
export const graphStateSchema = z.strictObject({
  /** Null: nothing yet. */
  query: z.nullable(graphQuerySchema),
  /** Walks whose outcome was added to it, in order. */
  added: addedSchema,
  view: z.enum(['picture', 'list']),
});
export type GraphState = z.output<typeof graphStateSchema>;

const codeMode = z.enum(['explore', 'plan']);

/** What several repositories are asked for. */
export const codeQuerySchema = z.strictObject({
  repositories: z.array(text(1, ID_LIMIT)).check(z.minLength(1), z.maxLength(MAXIMUM_TARGETS)),
  task: text(1, TASK_LIMIT),
  mode: codeMode,
});
export type CodeQuery = z.output<typeof codeQuerySchema>;

/** The same while somebody still writes it. */
export const codeDraftSchema = z.strictObject({
  /** Null: nobody chose, so those are asked that are asked unless somebody does. */
  repositories: z.nullable(z.array(text(1, ID_LIMIT)).check(z.maxLength(MAXIMUM_TARGETS))),
  task: text(0, TASK_LIMIT),
  mode: codeMode,
});
export type CodeDraft = z.output<typeof codeDraftSchema>;

/** A symbol that the extension itself sent: the how-manieth of a repository, with those that followed. */
const codeSymbolReferenceSchema = z.strictObject({
  request: z.int().check(z.gte(1)),
  repository: text(1, ID_LIMIT),
  index: z.int().check(z.gte(0)),
});
export type CodeSymbolReference = z.output<typeof codeSymbolReferenceSchema>;

/** What a panel shows, as far as it outlives the window: what was asked, never what was answered. */
export const panelStateSchema = z.strictObject({
  tab: z.enum(TABS),
  question: z.nullable(text(0, QUESTION_LIMIT + 1)),
  graph: z.nullable(graphStateSchema),
  code: z.nullable(codeQuerySchema),
  codeDraft: z.optional(codeDraftSchema),
  /** Whether the texts of passages are shown as written and not rendered. */
  asWritten: z.optional(z.boolean()),
});
export type PanelState = z.output<typeof panelStateSchema>;

/** What people are told to do about something that is amiss, done for them. */
export const PANEL_ACTIONS = ['refreshIndex', 'showStatus', 'openSettings', 'openInTab', 'pickEntity', 'manageTrust'] as const;
export type PanelAction = (typeof PANEL_ACTIONS)[number];

export const panelRequestSchema = z.discriminatedUnion('type', [
  /** The panel is loaded (again) and shows nothing yet; `restored`: what it showed before the window was closed. */
  z.strictObject({ type: z.literal('ready'), restored: z.nullable(panelStateSchema) }),
  z.strictObject({
    type: z.literal('ask'),
    question: text(0, QUESTION_LIMIT + 1),
    /** How many passages at most; without it as many as anybody gets. */
    limit: z.optional(z.int().check(z.gte(1), z.lte(MAXIMUM_PASSAGES))),
  }),
  z.strictObject({ type: z.literal('open'), sourceRef: text(1, SOURCE_REF_LIMIT), lines }),
  /** Opens the file as it was at the commit that the passage cites. */
  z.strictObject({ type: z.literal('openAtCommit'), row: rowSchema }),
  z.strictObject({ type: z.literal('openPermalink'), row: rowSchema }),
  z.strictObject({ type: z.literal('copy'), as: z.enum(['citation', 'markdown']), row: rowSchema }),
  z.strictObject({ type: z.literal('forgetHistory') }),
  /** Begins a new picture, with those walks added to it. */
  z.strictObject({ type: z.literal('expand'), query: graphQuerySchema, added: z.optional(addedSchema) }),
  /** One more walk for the picture of that request. */
  z.strictObject({ type: z.literal('expandMore'), request: z.int().check(z.gte(1)), query: graphQuerySchema }),
  /** Takes back what was added around an entity. */
  z.strictObject({ type: z.literal('collapse'), request: z.int().check(z.gte(1)), entityRef: text(1, REF_LIMIT) }),
  /** Which repositories there are to choose from. */
  z.strictObject({ type: z.literal('listRepositories') }),
  z.strictObject({ type: z.literal('code'), query: codeQuerySchema }),
  /** The next symbols of one repository of that request. */
  z.strictObject({ type: z.literal('moreCode'), request: z.int().check(z.gte(1)), repository: text(1, ID_LIMIT) }),
  z.strictObject({ type: z.literal('copyCode'), symbol: codeSymbolReferenceSchema }),
  /** Ends what runs in a tab. */
  z.strictObject({ type: z.literal('cancel'), tab: z.enum(TABS) }),
  /** The tab that the extension wanted in front is there. */
  z.strictObject({ type: z.literal('selected'), tab: z.enum(TABS) }),
  z.strictObject({ type: z.literal('act'), action: z.enum(PANEL_ACTIONS) }),
]);
export type PanelRequest = z.output<typeof panelRequestSchema>;

/** What a panel asks, checked; null for anything that breaks the schema. */
export function panelRequestOf(raw: unknown): PanelRequest | null {
  const parsed = panelRequestSchema.safeParse(raw);
  return parsed.success ? parsed.data : null;
}
