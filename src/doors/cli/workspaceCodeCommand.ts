import { WorkspaceContextError } from '../../contract/errors';
import { harmlessLine } from '../../workspace/harmlessText';
import { given, numberOption } from './options';
import { payloadIn } from './payload';

/** What `ask workspace.context` takes beside what every command does. */
export interface WorkspaceCodeOptions {
  readonly repo: readonly string[];
  readonly payload: string | undefined;
  readonly repoPayload: readonly string[];
  readonly root: readonly string[];
  readonly continue: readonly string[];
  readonly maxParallel: string | undefined;
  readonly bytes: string | undefined;
  readonly millis: string | undefined;
}

/** How the coordinator is named in place of a question. */
export const COORDINATOR = 'workspace.context';

const wrong = (message: string): WorkspaceContextError => new WorkspaceContextError('invalid-argument', message);

interface Keyed {
  readonly id: string;
  readonly value: string;
}

/** `ID=VALUE`, where either may hold further signs: an id that was named counts, the longest first. */
function keyed(written: string, option: string, ids: readonly string[]): Keyed {
  const known = [...ids].sort((left, right) => right.length - left.length).find((id) => written.startsWith(`${id}=`));
  const sign = known === undefined ? written.indexOf('=') : known.length;
  if (sign < 1 || sign === written.length - 1) throw wrong(`"${option} ${harmlessLine(written.slice(0, 60))}" must be ID=VALUE, with the id of a repository.`);
  return { id: written.slice(0, sign), value: written.slice(sign + 1) };
}

/** What each repository has of an option. @throws WorkspaceContextError for a repository that is not asked, or named twice. */
function byRepository(values: readonly string[], option: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const written of values) {
    const { id, value } = keyed(written, option, ids);
    if (!ids.includes(id)) throw wrong(`"${option}" names a repository that is not asked; add it with "--repo", or leave the option out.`);
    if (found.has(id)) throw wrong(`"${option}" is given twice for one repository; leave one of them out.`);
    found.set(id, value);
  }
  return found;
}

/**
 * The arguments of workspace.context that the options make; what is wrong with them is for the tool itself to refuse.
 * @throws WorkspaceContextError when a file or the form of an option is wrong.
 */
export async function workspaceCodeArguments(options: WorkspaceCodeOptions): Promise<Record<string, unknown>> {
  const { repo: ids, payload } = options;
  if (ids.length === 0) throw wrong(`"ask ${COORDINATOR}" asks about repositories; name one to eight with "--repo ID".`);
  if (payload === undefined) throw wrong(`"ask ${COORDINATOR}" needs a file with the task; name it with "--payload FILE".`);
  const roots = byRepository(options.root, '--root', ids);
  const payloads = byRepository(options.repoPayload, '--repo-payload', ids);
  const targets = await Promise.all(
    ids.map(async (id) => {
      const own = payloads.get(id);
      return { id, ...given('root', roots.get(id)), ...given('payload', own === undefined ? undefined : await payloadIn(own, '--repo-payload')) };
    }),
  );
  const budget = { ...given('bytes', numberOption(options.bytes)), ...given('millis', numberOption(options.millis)) };
  const continuations = options.continue.map((written) => keyed(written, '--continue', ids)).map(({ id, value }) => ({ repository: id, cursor: value }));
  return {
    targets,
    payload: await payloadIn(payload, '--payload'),
    ...(continuations.length === 0 ? {} : { continuations }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
    ...given('maxParallel', numberOption(options.maxParallel)),
  };
}

/** What is said before a repository is asked, without the marks of Markdown: a terminal shows them as they are. */
export function plainNotice(markdown: string): string {
  return markdown.replace(/^\*\*([^*]+)\*\*/, '$1').replace(/(`+)( ?)(.*)\2\1(?!`)/s, '"$3"');
}

/** Ends when a person presses Ctrl+C, once: pressed again it ends the program, as ever. */
export function interruption(): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
