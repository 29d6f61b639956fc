import type { Files } from '../ports/files';
import type { RepositoryKey } from '../ports/store';
import type { FileChange } from '../ports/watcher';
import { changedRepositories, type RepositoryChange } from './changedRepositories';
import type { LoadedRepository } from './members';

/** The repositories whose code may have changed with a report, and what of each; `all` where that cannot be told. */
export async function repositoriesOfChange(
  files: Files,
  folders: readonly string[],
  members: readonly LoadedRepository[],
  change: FileChange,
): Promise<ReadonlyMap<RepositoryKey, RepositoryChange> | 'all'> {
  const changed = change === 'everything' ? change : await changedRepositories(files, folders, members, change.paths);
  return changed === 'everything' ? 'all' : changed;
}
