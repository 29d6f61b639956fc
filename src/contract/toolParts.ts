import { z } from 'zod';
import { DEGRADED_FLAG_NAMES, type DegradedFlag } from './flags';

/** The argument `workspace`, the same for every tool of a workspace. */
export const workspaceArgument = z
  .string()
  .describe('Name of the workspace to ask. Leave it out when only one is open.')
  .min(1)
  .optional();

/** The argument `asOf`, the same for every tool that has it. What it means is read by the workspace. */
export const asOfArgument = z
  .string()
  .describe(
    'Take the component graph as the committed catalog files declared it at this ISO 8601 date or time: 2026-05-01 (all ' +
      'of that day counts) or 2026-05-01T10:00:00+02:00. UTC unless it names a zone.',
  )
  .min(1)
  .optional();

/** A time in an answer. */
export const isoTime = z.string().describe('ISO 8601 time');

/** What an answer lacks. */
export const degradedFlags = z.array(z.enum(DEGRADED_FLAG_NAMES as [DegradedFlag, ...DegradedFlag[]]));
