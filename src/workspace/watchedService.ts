import { PACK_BYTES } from '../contract/constants';
import type { FileChange, Watching } from '../ports/watcher';
import { fittedExpansion } from './expandBudget';
import { fittedPack } from './packBudget';
import type { WorkspaceService } from './service';

/** A service that is told of changes on disk from its first use on. */
export interface WatchedService extends WorkspaceService {
  /** Ends the watch; the service can still be asked. */
  unwatch(): Promise<void>;
}

/** Begins a watch; `onFailure` gets the sentence for people where it fails. */
export type BeginWatch = (onChange: (change: FileChange) => void, onFailure: (message: string) => void) => Watching;

/**
 * The same service with a watch that begins when it is first asked something, and not before: nothing is read
 * of a workspace that nobody asks. Where the watch fails the next answer says so, once, and the status does from then on;
 * questions still have an index refreshed that is five minutes old.
 */
export function watchedService(service: WorkspaceService, watch: BeginWatch): WatchedService {
  let watching: Watching | null = null;
  let ended = false;
  let failure: string | null = null;
  let told = false;
  const failed = (message: string): void => {
    failure ??= message;
  };
  const used = (): WorkspaceService => {
    if (!ended) watching ??= watch((change) => void service.filesChanged(change), failed);
    return service;
  };
  /** What an answer has to tell of the watch besides. */
  const news = (): readonly string[] => {
    if (failure === null || told) return [];
    told = true;
    return [failure];
  };
  const withNotices = <Pack extends { readonly notices: readonly string[] }>(pack: Pack, fit: (pack: Pack, bytes: number) => Pack): Pack => {
    const notices = news();
    return notices.length === 0 ? pack : fit({ ...pack, notices: [...notices, ...pack.notices] }, PACK_BYTES);
  };
  return {
    ...service,
    ask: async (...args) => withNotices(await used().ask(...args), fittedPack),
    expand: async (...args) => withNotices(await used().expand(...args), fittedExpansion),
    codeContext: (...args) => used().codeContext(...args),
    workspaceCodeContext: (...args) => used().workspaceCodeContext(...args),
    index: (...args) => used().index(...args),
    status: async () => {
      const status = await service.status();
      return failure === null ? status : { ...status, notices: [failure, ...status.notices] };
    },
    unwatch: async () => {
      ended = true;
      await watching?.close();
    },
  };
}
