import type { FileChange, Watching } from '../ports/watcher';
import type { WorkspaceService } from './service';

/** A service that is told of changes on disk from its first use on. */
export interface WatchedService extends WorkspaceService {
  /** Ends the watch; the service can still be asked. */
  unwatch(): Promise<void>;
}

/**
 * The same service with a watch that begins when it is first asked something, and not before: nothing is read
 * of a workspace that nobody asks.
 */
export function watchedService(service: WorkspaceService, watch: (onChange: (change: FileChange) => void) => Watching): WatchedService {
  let watching: Watching | null = null;
  let ended = false;
  const used = (): WorkspaceService => {
    if (!ended) watching ??= watch((change) => void service.filesChanged(change));
    return service;
  };
  return {
    ...service,
    ask: (...args) => used().ask(...args),
    expand: (...args) => used().expand(...args),
    index: (...args) => used().index(...args),
    unwatch: async () => {
      ended = true;
      await watching?.close();
    },
  };
}
