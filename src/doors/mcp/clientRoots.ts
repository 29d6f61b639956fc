import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WorkspaceContextError } from '../../contract/errors';

/** The folders a client works on. */
export interface ClientFolders {
  /** Those that are there; none when the client does not say on what it works. */
  readonly present: readonly string[];
  /** Those it names beside them and that are not there: an answer has to say that it lacks them. */
  readonly missing: readonly string[];
}

const wrong = (message: string, cause?: unknown): WorkspaceContextError => new WorkspaceContextError('invalid-argument', message, { cause });

/** The folder of a `file:` address; null for one of another machine, or no address at all. */
function folderOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/**
 * The folders a client says it works on. Messages do not repeat its paths, which only it knows.
 * @param signal ends the wait for what it says.
 * @throws WorkspaceContextError when it cannot say, or when nothing of what it names is a folder of this machine.
 */
export async function clientFolders(
  server: Pick<Server, 'getClientCapabilities' | 'listRoots'>,
  signal?: AbortSignal,
): Promise<ClientFolders> {
  if (server.getClientCapabilities()?.roots === undefined) return { present: [], missing: [] };
  const { roots } = await server.listRoots(undefined, { signal }).catch((thrown: unknown) => {
    throw wrong('The client could not say which folders it works on; name them with "--workspace" where this server is started.', thrown);
  });
  const folders = [...new Set(roots.map(({ uri }) => folderOf(uri)).filter((folder) => folder !== null))];
  const there = await Promise.all(folders.map(isThere));
  const present = folders.filter((_, index) => there[index]);
  if (roots.length > 0 && present.length === 0) {
    throw wrong('None of the roots that the client works on is a folder of this machine; open one, or name it with "--workspace" where this server is started.');
  }
  return { present, missing: folders.filter((_, index) => !there[index]) };
}
