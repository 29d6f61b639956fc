import { z } from 'zod';
import { codePackSchema } from '../../contract/codeTool';
import { repositoryRowSchema, workspaceCodePackSchema } from '../../contract/coordinatorTool';
import { ERROR_CODES } from '../../contract/errors';
import { expandPackSchema } from '../../contract/expandTool';
import { contextPackSchema } from '../../contract/tools';
import { codeQuerySchema, graphQuerySchema, TABS } from './fromPanel';

/** Numbers the requests of one tab, so that a late answer to an older one is told apart. */
const request = z.int().min(1);
const progress = z.strictObject({ repositoryId: z.string(), step: z.enum(['indexing', 'embedding']), done: z.number(), total: z.number() });
const failure = { request, code: z.enum(ERROR_CODES), message: z.string() };

/** What the extension tells the tab that asks questions. */
export const askMessageSchema = z.discriminatedUnion('type', [
  /** `limit`: how many passages were asked for, where it is not as many as anybody gets. */
  z.strictObject({ type: z.literal('asking'), request, question: z.string(), limit: z.optional(z.int()) }),
  z.strictObject({ type: z.literal('progress'), request, progress }),
  z.strictObject({ type: z.literal('answer'), request, pack: contextPackSchema }),
  z.strictObject({ type: z.literal('failed'), ...failure }),
  /** Nobody waits for this answer any more. */
  z.strictObject({ type: z.literal('cancelled'), request }),
  /** Questions asked before, the last one first. */
  z.strictObject({ type: z.literal('history'), questions: z.array(z.string()) }),
]);
export type AskMessage = z.output<typeof askMessageSchema>;

/** What the extension tells the tab that shows the graph. */
export const graphMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('expanding'), request, query: graphQuerySchema }),
  z.strictObject({ type: z.literal('expanded'), request, query: graphQuerySchema, pack: expandPackSchema }),
  z.strictObject({ type: z.literal('expandProgress'), request, progress }),
  z.strictObject({ type: z.literal('expandFailed'), ...failure }),
  z.strictObject({ type: z.literal('expandingMore'), request, query: graphQuerySchema }),
  /** Something to add to what is shown. */
  z.strictObject({ type: z.literal('expandedMore'), request, query: graphQuerySchema, pack: expandPackSchema }),
  z.strictObject({ type: z.literal('expandMoreFailed'), ...failure, query: graphQuerySchema }),
]);
export type GraphMessage = z.output<typeof graphMessageSchema>;

/** What the extension tells the tab that asks several repositories for code. */
export const codeMessageSchema = z.discriminatedUnion('type', [
  /** The repositories there are to choose from. */
  z.strictObject({ type: z.literal('repositories'), ids: z.array(z.string()) }),
  z.strictObject({ type: z.literal('repositoriesFailed'), code: failure.code, message: failure.message }),
  z.strictObject({ type: z.literal('codeAsking'), request, query: codeQuerySchema }),
  z.strictObject({ type: z.literal('codeNotice'), request, markdown: z.string() }),
  /** How much of a repository's code is read. */
  z.strictObject({ type: z.literal('codeProgress'), request, progress }),
  /** One repository is done, before the others are. */
  z.strictObject({ type: z.literal('codeRow'), request, row: repositoryRowSchema }),
  z.strictObject({ type: z.literal('codeAnswer'), request, pack: workspaceCodePackSchema }),
  /** More symbols of one repository, to follow those shown. */
  z.strictObject({ type: z.literal('moreCode'), request, repository: z.string(), pack: codePackSchema }),
  z.strictObject({ type: z.literal('moreCodeFailed'), ...failure, repository: z.string() }),
  z.strictObject({ type: z.literal('codeFailed'), ...failure }),
]);
export type CodeMessage = z.output<typeof codeMessageSchema>;

/** Everything the extension tells a panel. */
export const panelMessageSchema = z.union([
  askMessageSchema,
  graphMessageSchema,
  codeMessageSchema,
  z.strictObject({ type: z.literal('select'), tab: z.enum(TABS) }),
  /** What was to be copied is in the clipboard. */
  z.strictObject({ type: z.literal('copied') }),
]);
export type PanelMessage = z.output<typeof panelMessageSchema>;
