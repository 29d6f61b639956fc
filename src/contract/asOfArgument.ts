import { z } from 'zod';

/** The argument `asOf`, the same for every tool that has it. What it means is read by the workspace. */
export const asOfArgument = z
  .string()
  .describe(
    'Take the component graph as the committed catalog files declared it at this ISO 8601 date or time: 2026-05-01 (all ' +
      'of that day counts) or 2026-05-01T10:00:00+02:00. UTC unless it names a zone.',
  )
  .min(1)
  .optional();
