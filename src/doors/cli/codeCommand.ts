import { WorkspaceContextError } from '../../contract/errors';
import { payloadIn } from './payload';

/** How code.context is named in place of a question. */
export const CODE_CONTEXT = 'code.context';

/** What `ask code.context` takes beside what every command does. */
export interface CodeOptions {
  readonly repo: readonly string[];
  readonly payload: string | undefined;
}

/**
 * The arguments of code.context that the options make; what is wrong with them is for the tool itself to refuse.
 * @throws WorkspaceContextError when the file or the number of repositories is wrong.
 */
export async function codeArguments({ repo, payload }: CodeOptions): Promise<Record<string, unknown>> {
  const [id] = repo;
  if (id === undefined || repo.length > 1) {
    throw new WorkspaceContextError('invalid-argument', `"ask ${CODE_CONTEXT}" asks about one repository; name it with "--repo ID", or ask workspace.context about several.`);
  }
  if (payload === undefined) {
    throw new WorkspaceContextError('invalid-argument', `"ask ${CODE_CONTEXT}" needs a file with the task; name it with "--payload FILE".`);
  }
  const written = await payloadIn(payload, '--payload');
  if (written.repo !== undefined && written.repo !== id) {
    throw new WorkspaceContextError('invalid-argument', '"repo" in the file is another repository than "--repo" names; leave it out of the file.');
  }
  return { ...written, repo: id };
}
