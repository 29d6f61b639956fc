import { z } from 'zod';
import { WorkspaceContextError } from './errors';

/** What is added to the sentence about an argument that is too large, by its name: why it is not cut short. */
export type RefusalReasons = Readonly<Record<string, string>>;

/** More of them, or longer ones, would bury what the sentence has to say. */
const SHOWN_NAMES = 5;
const SHOWN_LENGTH = 60;

function shortened(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}

function namesOf(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN_NAMES).map((key) => `"${shortened(key)}"`);
  return `${shown.join(', ')}${keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''}`;
}

/** `targets[1].cursor`: where an argument stands. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
}

/** The same of what is wrong; a value that is not known is shown by the sentence, so its place in a list is left out. */
const nameOf = ({ code, path }: z.core.$ZodIssue): string =>
  placeOf(code === 'invalid_value' && typeof path.at(-1) === 'number' ? path.slice(0, -1) : path) || 'the arguments';

/** What a schema says about a place in it; undefined where there is none. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schemaAt(schema.unwrap() as z.ZodType, path);
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element as z.ZodType, rest);
  const next = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<PropertyKey, z.ZodType>>)[first] : undefined;
  return next === undefined ? undefined : schemaAt(next, rest);
}

/** The arguments there are at a place of a schema. */
function knownAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? Object.keys(found.shape as z.ZodRawShape) : [];
}

/** `a whole number from 1 to 25`: what a value has to be, with the limits of a number where it has any. */
function kindAt(schema: z.ZodType, { path, expected }: z.core.$ZodIssueInvalidType): string {
  const found = schemaAt(schema, path);
  if (!(found instanceof z.ZodNumber && found.isInt)) return `of type ${expected}`;
  const { minValue, maxValue } = found;
  const from = minValue === null || minValue <= Number.MIN_SAFE_INTEGER ? '' : ` from ${minValue}`;
  const to = maxValue === null || maxValue >= Number.MAX_SAFE_INTEGER ? '' : ` to ${maxValue}`;
  return to === '' && from !== '' ? `a whole number of at least ${minValue}` : `a whole number${from}${to}`;
}

/** `limit` must be…: the wording for each kind of wrong value, in terms of what the caller sees. */
function sentenceOf(issue: z.core.$ZodIssue, schema: z.ZodType, reasons: RefusalReasons): string {
  const name = nameOf(issue);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.path.length === 0
        ? `Unknown argument ${namesOf(issue.keys)}; this tool takes ${knownAt(schema, []).join(', ')}.`
        : `Unknown argument ${namesOf(issue.keys)} in "${placeOf(issue.path)}", which takes ${knownAt(schema, issue.path).join(', ')}.`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `"${name}" must not be empty.`
        : `"${name}" must be at least ${String(issue.minimum)}.`;
    case 'too_big':
      if (issue.origin === 'array') return [`"${name}" must hold at most ${String(issue.maximum)}.`, reasons[name]].filter(Boolean).join(' ');
      return issue.origin === 'string'
        ? `"${name}" must be at most ${Number(issue.maximum).toLocaleString('en')} characters long.`
        : [`"${name}" must be at most ${String(issue.maximum)}.`, reasons[name]].filter(Boolean).join(' ');
    case 'invalid_type':
      return issue.input === undefined && issue.path.length > 0
        ? `"${name}" is missing.`
        : `"${name}" must be ${kindAt(schema, issue)}.`;
    case 'invalid_value':
      return `"${name}" does not know ${shortened(JSON.stringify(issue.input) ?? 'nothing')}; the known values are ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return `"${name}" must not be empty.`;
    default:
      return `"${name}" is not valid: ${issue.message}.`;
  }
}

/**
 * Checks what a caller sent against a tool's input schema and fills in the defaults.
 * @throws WorkspaceContextError (`unknown-argument` or `invalid-argument`) with one sentence that says what to change.
 */
export function checkedArguments<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  args: unknown,
  reasons: RefusalReasons = {},
): z.output<z.ZodObject<Shape, z.core.$strict>> {
  const result = schema.safeParse(args ?? {}, { reportInput: true });
  if (result.success) return result.data;
  const unknown = result.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  const first = unknown ?? result.error.issues[0];
  if (first === undefined) throw new WorkspaceContextError('invalid-argument', 'The arguments are not valid.');
  throw new WorkspaceContextError(
    unknown === undefined ? 'invalid-argument' : 'unknown-argument',
    sentenceOf(first, schema, reasons),
  );
}
