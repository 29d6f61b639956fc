import { WorkspaceContextError } from '../../contract/errors';
import { readAsOf } from '../../workspace/asOf';

/** Options every command takes, as commander hands them over. */
export interface SharedOptions {
  readonly workspace: readonly string[];
  readonly json: boolean;
  readonly now: string | undefined;
  readonly exclude: readonly string[];
  readonly epics: readonly string[];
  /** False with `--no-embeddings`. */
  readonly embeddings: boolean;
  readonly modelFolder: string | undefined;
}

/**
 * `--now` as milliseconds since 1970 (a day stands for its first moment, and all is UTC unless it names a
 * zone); null when it was not given.
 * @throws WorkspaceContextError when it is no ISO 8601 time.
 */
export function clockOption(value: string | undefined): number | null {
  if (value === undefined) return null;
  try {
    return readAsOf(value).beginsMs;
  } catch (thrown) {
    throw new WorkspaceContextError('invalid-argument', '"--now" must be an ISO 8601 time, like 2026-11-30T12:00:00Z.', { cause: thrown });
  }
}

/**
 * `--limit` as a number where it is one; anything else is left for the tool's own check to refuse.
 */
export function numberOption(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** How the arguments of a tool are typed, by their names in the contract. */
export type TypedNames = Readonly<Record<string, string>>;

/** A refusal that names an option as it was typed; as JSON it is the tool's own, which names the argument. */
export class OptionError extends WorkspaceContextError {
  readonly typed: string;

  constructor(refusal: WorkspaceContextError, typed: string) {
    super(refusal.code, refusal.message, { cause: refusal });
    this.name = 'OptionError';
    this.typed = typed;
  }
}

/** The answer of a tool; what it refuses of an argument that was typed as an option names the option. */
export async function naming<Answer>(typedAs: TypedNames, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (thrown) {
    if (!(thrown instanceof WorkspaceContextError)) throw thrown;
    const [begin, name = ''] = /^"([^"]+)" /.exec(thrown.message) ?? [''];
    const option = Object.hasOwn(typedAs, name) ? typedAs[name] : undefined;
    throw option === undefined ? thrown : new OptionError(thrown, `"${option}" ${thrown.message.slice(begin.length)}`);
  }
}

/** An argument is sent on only where its option was given: the tool knows the defaults. */
export function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}
