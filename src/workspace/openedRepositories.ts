import type { Files } from '../ports/files';
import type { KnownPlace } from '../ports/log';
import type { Repositories } from '../ports/repositories';
import type { Member } from './members';

/** What there is to know of a machine beside its files. */
export interface Machine {
  /** True where the file system takes names that differ in case for one. */
  readonly ignoresCase: boolean;
  /** Folders that no answer may tell, and what stands for them. */
  readonly places: readonly KnownPlace[];
}

/** A machine of which nothing is known. */
export const SOME_MACHINE: Machine = { ignoresCase: false, places: [] };

/**
 * The repositories of a workspace as the coordinator asks for them. All of them are opened, and a door opens trusted ones
 * only, so what is left of authorization is whether this process may read them.
 */
export function openedRepositories(files: Files, { ignoresCase, places }: Machine, members: () => Promise<readonly Member[]>): Repositories {
  const resolve = async (path: string): Promise<string | null> => {
    const resolved = await files.resolveFolder(path);
    return 'root' in resolved ? resolved.root : null;
  };
  return {
    configured: async () => (await members()).map(({ id, root }) => ({ id, root })),
    resolve,
    authorization: async ({ root }) => ('fault' in (await files.list(root, '')) ? 'not-readable' : 'granted'),
    identity: ({ root }) => resolve(root),
    ignoresCase,
    places,
  };
}
