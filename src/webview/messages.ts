import { z } from 'zod';
import { ERROR_CODES } from '../contract/errors';
import { QUESTION_LIMIT } from '../contract/constants';
import { contextPackSchema } from '../contract/tools';

/** Numbers the questions of one panel, so that a late answer to an older one is told apart. */
const request = z.int().min(1);

/** What the extension tells the panel. */
export const panelMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('asking'), request, question: z.string() }),
  z.strictObject({
    type: z.literal('progress'),
    request,
    progress: z.strictObject({ repositoryId: z.string(), step: z.enum(['indexing', 'embedding']), done: z.number(), total: z.number() }),
  }),
  z.strictObject({ type: z.literal('answer'), request, pack: contextPackSchema }),
  z.strictObject({ type: z.literal('failed'), request, code: z.enum(ERROR_CODES), message: z.string() }),
]);
export type PanelMessage = z.output<typeof panelMessageSchema>;

const line = z.int().min(1);

/** What the panel asks of the extension, which checks it with `panelRequestOf`. */
export const panelRequestSchema = z.discriminatedUnion('type', [
  /** The panel is loaded (again) and shows nothing yet. */
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('ask'), question: z.string().max(QUESTION_LIMIT + 1) }),
  z.strictObject({
    type: z.literal('open'),
    sourceRef: z.string().min(1).max(8_192),
    lines: z.strictObject({ start: line, end: line }),
  }),
]);
export type PanelRequest = z.output<typeof panelRequestSchema>;
