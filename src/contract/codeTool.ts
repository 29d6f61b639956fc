import { z } from 'zod';
import { MAXIMUM_SNIPPET_LINES, TASK_LIMIT } from './constants';

/** How much of a repository an answer about its code rests on. */
export const COMPLETENESS = ['complete', 'partial', 'lower_bound', 'unknown', 'source_trimmed'] as const;
export type Completeness = (typeof COMPLETENESS)[number];

/** What a declaration is. `file`: a stretch of a file in a language without a grammar. */
export const SYMBOL_KINDS = ['function', 'method', 'class', 'interface', 'type', 'enum', 'constant', 'route', 'test', 'file'] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The factors of a symbol's score, in the order `why[]` names them. */
export const CODE_FACTORS = ['exactName', 'name', 'signature', 'summary', 'body', 'path', 'file', 'place', 'repeat'] as const;
export type CodeFactor = (typeof CODE_FACTORS)[number];

export const CODE_MODES = ['explore', 'plan'] as const;

export const DEFAULT_SYMBOLS = 20;
export const MAXIMUM_SYMBOLS = 100;
export const DEFAULT_SNIPPET_LINES = 12;
const LIST_LIMIT = 32;
const WORD_LIMIT = 200;
/** A cursor of ours is far shorter; the coordinator hands on longer ones, up to this many bytes. */
export const CURSOR_BYTES = 64 * 1024;

export const codeContextInput = z.strictObject({
  repo: z.string().describe('Id of the repository to ask: the name of its folder, as status lists it.').min(1),
  task: z
    .string()
    .describe('The change or question in plain language, with the names of functions, files or components in it if you know them.')
    .min(1)
    .max(TASK_LIMIT)
    .regex(/\S/, 'it must not be empty'),
  mode: z
    .enum(CODE_MODES)
    .describe('explore: where in the code this is; plan: also the tests that exercise it and the files that use it.')
    .default('explore'),
  limit: z.int().describe(`How many symbols to return, 1 to ${MAXIMUM_SYMBOLS}.`).min(1).max(MAXIMUM_SYMBOLS).default(DEFAULT_SYMBOLS),
  keywords: z
    .array(z.string().min(1).max(WORD_LIMIT))
    .describe('Words or names to look for beside those of the task.')
    .max(LIST_LIMIT)
    .default([]),
  scope: z
    .array(z.string().min(1).max(1_000))
    .describe('Paths relative to the repository (files or folders) to stay below; the whole repository when left out.')
    .max(LIST_LIMIT)
    .default([]),
  includeSnippet: z.boolean().describe('Whether to return lines of code, too.').default(true),
  snippetLines: z.int().describe(`How many lines of each at most, 1 to ${MAXIMUM_SNIPPET_LINES}.`).min(1).max(MAXIMUM_SNIPPET_LINES).default(DEFAULT_SNIPPET_LINES),
  cursor: z.string().describe('The nextCursor of an earlier answer to the same task: goes on after it.').min(1).optional(),
});
export type CodeContextArguments = z.input<typeof codeContextInput>;
export type CodeContextRequest = z.output<typeof codeContextInput>;

const placeSchema = z.strictObject({
  name: z.string(),
  path: z.string().describe('relative to the repository'),
  line: z.int().describe('1-based'),
});

export const codeWhySchema = z.strictObject({
  factor: z.enum(CODE_FACTORS),
  weight: z.number(),
  value: z.number(),
  contribution: z.number(),
  detail: z.string(),
});
export type CodeWhy = z.output<typeof codeWhySchema>;

export const codeSymbolSchema = placeSchema.extend({
  kind: z.enum(SYMBOL_KINDS),
  signature: z.string().optional(),
  summary: z.string().optional().describe('the first sentences of its doc comment'),
  score: z.number(),
  why: z.array(codeWhySchema).describe('why it stands here: the contributions add up to its score; place and repeat take away'),
});
export type CodeSymbol = z.output<typeof codeSymbolSchema>;

export const evidenceSchema = z.strictObject({
  completeness: z.enum(COMPLETENESS).describe('complete: the whole repository was looked through and nothing was cut'),
  freshness: z.strictObject({
    indexedAt: z.string().nullable().describe('ISO time at which the files were last compared'),
    stale: z.boolean().describe('true: that is longer ago than five minutes'),
  }),
  generation: z.strictObject({
    commit: z.string().nullable().describe('HEAD when the files were read; null without git'),
    dirty: z.boolean().describe('true: files differed from that commit'),
  }),
  reasons: z.array(z.string()).describe('why it is not complete, in sentences; empty when it is'),
});
export type Evidence = z.output<typeof evidenceSchema>;

export const codePackSchema = z.strictObject({
  repo: z.string(),
  task: z.string(),
  symbols: z.array(codeSymbolSchema),
  related: z.array(placeSchema).describe('files that import or call the symbols (plan)'),
  snippets: z.array(placeSchema.extend({ code: z.string() })),
  tests: z.array(placeSchema).describe('tests that exercise the symbols (plan)'),
  nextCursor: z.string().optional(),
  outOfScope: z.int().describe('rows left out because they lie outside of the repository'),
  evidence: z.array(evidenceSchema),
  notices: z.array(z.string()),
});
export type CodePack = z.output<typeof codePackSchema>;
