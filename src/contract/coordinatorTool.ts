import { z } from 'zod';
import { type CodePack, codeContextInput, codePackSchema, CURSOR_BYTES, type Evidence, evidenceSchema } from './codeTool';
import { MAXIMUM_TARGETS, PACK_BYTES } from './constants';
import { ERROR_CODES } from './errors';

export { MAXIMUM_TARGETS };
/** So many repositories are asked side by side at most. */
export const MAXIMUM_LANES = 4;

/** What all repositories of a call share unless it says otherwise. */
export const DEFAULT_BUDGET_BYTES = PACK_BYTES;
export const DEFAULT_BUDGET_MILLISECONDS = 60_000;

const { task, mode, limit, keywords, scope, includeSnippet, snippetLines } = codeContextInput.shape;

/**
 * Arguments of code.context for one or all of the repositories. None has a default in here: what a target leaves out is
 * taken from the shared ones, and what both leave out is for code.context to fill in.
 */
const payloadSchema = z.strictObject({
  task: task.optional(),
  mode: mode.unwrap().optional(),
  limit: limit.unwrap().optional(),
  keywords: keywords.unwrap().optional(),
  scope: scope.unwrap().optional(),
  includeSnippet: includeSnippet.unwrap().optional(),
  snippetLines: snippetLines.unwrap().optional(),
});
export type CodePayload = z.output<typeof payloadSchema>;

const cursorArgument = z.string().min(1).describe(`The nextCursor of an earlier answer, unchanged; at most ${CURSOR_BYTES} bytes of UTF-8.`);

const targetSchema = z.strictObject({
  id: z.string().min(1).describe('Id of the repository: the name of its folder, as status lists it.'),
  root: z.string().min(1).optional().describe('The folder you take the repository to be in. Another one is refused; nothing is looked up by it.'),
  payload: payloadSchema.optional().describe('Arguments for this repository alone; each takes the place of the shared one.'),
  cursor: cursorArgument.optional(),
});

export const workspaceCodeContextInput = z.strictObject({
  targets: z
    .array(targetSchema)
    .min(1)
    .max(MAXIMUM_TARGETS)
    .describe(`The repositories to ask, 1 to ${MAXIMUM_TARGETS}; the answer has them in this order.`),
  payload: payloadSchema.describe('The arguments of code.context that all of the repositories are asked with: task, mode, limit, …'),
  continuations: z
    .array(z.strictObject({ repository: z.string().min(1).describe('Id of one of the targets.'), cursor: cursorArgument }))
    .max(MAXIMUM_TARGETS)
    .optional()
    .describe('Where to go on, for targets that have no cursor of their own.'),
  budget: z
    .strictObject({
      bytes: z.int().min(1).optional().describe(`Bytes of JSON for the answer, cursors aside; ${DEFAULT_BUDGET_BYTES} unless given.`),
      millis: z.int().min(1).optional().describe(`Milliseconds for the answer; ${DEFAULT_BUDGET_MILLISECONDS} unless given.`),
    })
    .optional()
    .describe('What all of the repositories share, in equal parts.'),
  maxParallel: z
    .int()
    .min(1)
    .max(MAXIMUM_LANES)
    .default(MAXIMUM_LANES)
    .describe(`How many repositories are asked side by side, 1 to ${MAXIMUM_LANES}. More is refused.`),
});
export type WorkspaceCodeContextArguments = z.input<typeof workspaceCodeContextInput>;
export type WorkspaceCodeContextRequest = z.output<typeof workspaceCodeContextInput>;

/** What can have gone wrong with one repository, beside what can be wrong with any call. */
export const ROW_ERROR_CODES = [
  ...ERROR_CODES,
  'cancelled-before-start',
  'cancelled',
  'out-of-time',
  'unusable-answer',
  'answer-too-large',
  'repository-moved',
  'interrupted',
] as const;
export type RowErrorCode = (typeof ROW_ERROR_CODES)[number];

/** The same schema with whatever else an object may hold: a provider may tell more than was asked of it. */
function loosened(schema: z.ZodType): z.ZodType {
  const described = (made: z.ZodType): z.ZodType => (schema.description === undefined ? made : made.describe(schema.description));
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape as z.ZodRawShape);
    return described(z.looseObject(Object.fromEntries(entries.map(([name, part]) => [name, loosened(part as z.ZodType)]))));
  }
  if (schema instanceof z.ZodArray) return described(z.array(loosened(schema.element as z.ZodType)));
  if (schema instanceof z.ZodOptional) return described(loosened(schema.unwrap() as z.ZodType).optional());
  return schema;
}

/** What of an answer of code.context the row tells in fields of its own, and its result does not repeat. */
export const ROW_FIELDS = ['evidence', 'notices', 'outOfScope', 'nextCursor'] as const;
export type CodeResult = Omit<CodePack, (typeof ROW_FIELDS)[number]>;

/** The rest of that answer, of which at least this must be true. */
export const codeResultSchema = loosened(codePackSchema.omit({ evidence: true, notices: true, outOfScope: true, nextCursor: true })) as z.ZodType<CodeResult>;

export const repositoryRowSchema = z.strictObject({
  id: z.string(),
  started: z.boolean().describe('false: code.context was not asked about this repository'),
  result: codeResultSchema.optional().describe('the answer of code.context about this repository alone, but for what the row tells itself'),
  evidence: z.array(loosened(evidenceSchema) as z.ZodType<Evidence>),
  provider: z.string(),
  implementation: z.string(),
  notices: z.array(z.string()),
  outOfScope: z.int().describe('rows left out because they lie outside of the repository'),
  cursor: z.string().optional().describe('where this answer began'),
  nextCursor: z.string().optional().describe('where to go on'),
  error: z.strictObject({ code: z.enum(ROW_ERROR_CODES), message: z.string() }).optional(),
  partial: z.boolean().describe('true: this is not all there is to say of the repository'),
  truncated: z.boolean().describe('true: something was cut off or left out for its size'),
});
export type RepositoryRow = z.output<typeof repositoryRowSchema>;

export const workspaceCodePackSchema = z.strictObject({
  repositories: z.array(repositoryRowSchema).describe('one row for each target, in the order of the targets'),
  partial: z.boolean().describe('true: at least one of the rows is partial'),
});
/** The answer of workspace.context. */
export type WorkspaceCodePack = z.output<typeof workspaceCodePackSchema>;
