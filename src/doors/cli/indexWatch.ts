import { STALE_AFTER_MILLISECONDS } from '../../contract/constants';
import type { FileChange, WatchFolders } from '../../ports/watcher';
import { harmlessLine } from '../../workspace/harmlessText';
import type { RefreshedRepository, WorkspaceService } from '../../workspace/service';
import { stopAsked } from './stopAsked';

/** What `index --watch` needs of the program. */
export interface IndexWatchPorts {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly now: () => number;
  /** Loaded where it is needed only. */
  readonly watcher: () => Promise<WatchFolders>;
}

function lineOf({ repositoryId, counts }: RefreshedRepository, time: string): string {
  const { read, parsed, reused, removed } = counts;
  return `${time} ${harmlessLine(repositoryId)}: ${read} read, ${parsed} parsed, ${reused} unchanged, ${removed} removed`;
}

/** True of a refresh that found nothing new; nobody wants to read of it. */
const isConfirmation = ({ counts }: RefreshedRepository): boolean => counts.read + counts.parsed + counts.removed === 0;

/**
 * Keeps an index fresh until the program is asked to end, and prints a line (with `json` a JSON value) for each
 * refresh that read something.
 * @param stopped resolves when the program is asked to end.
 */
export async function watchIndex(
  ports: IndexWatchPorts,
  service: WorkspaceService,
  folders: readonly string[],
  json: boolean,
  stopped: Promise<void> = stopAsked(),
): Promise<void> {
  // Those who reported changes of one batch are told the same.
  const told = new WeakSet<readonly RefreshedRepository[]>();
  const changed = (change: FileChange): void => {
    void service.filesChanged(change).then((refreshed) => {
      if (told.has(refreshed)) return;
      told.add(refreshed);
      const time = new Date(ports.now()).toISOString();
      for (const each of refreshed) {
        if (isConfirmation(each)) continue;
        ports.stdout.write(json ? `${JSON.stringify({ time, ...each })}\n` : `${lineOf(each, time)}\n`);
      }
    });
  };
  const watching = (await ports.watcher())(folders, changed, (message) => ports.stderr.write(`${message}\n`));
  // Also what keeps the program running, and the rule where nothing can be watched.
  const everyFiveMinutes = setInterval(() => changed('everything'), STALE_AFTER_MILLISECONDS);
  await stopped;
  clearInterval(everyFiveMinutes);
  await watching.close();
  // What is not embedded yet would otherwise be, for minutes, before the program ends.
  await service.holdEmbedding(null);
  for (const notice of await service.idle()) ports.stderr.write(`${harmlessLine(notice)}\n`);
}
