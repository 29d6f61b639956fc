import * as vscode from 'vscode';
import type { Activity } from '../../contract/status';
import { foldersOfWindow, type WorkspaceSession } from './session';
import { isBusy, type NoActivity } from './statusBarView';

/** How often is looked, in milliseconds: while something goes on, and otherwise. */
const LOOK_EVERY = { active: 1_000, quiet: 5_000 } as const;
/** So long after the service was asked for it may show what that does: it is looked at as often as while something goes on. */
const NEWS_WITHIN = 10_000;

/** What is going on, looked at now and then for all that show it. Starts nothing and asks for little. */
export interface ActivityFeed extends vscode.Disposable {
  /** Tells what was seen, be it the same as before. */
  readonly onDidLook: vscode.Event<Activity | NoActivity>;
  /** What was seen last; null before the first look has ended. */
  latest(): Activity | NoActivity | null;
}

/** Looks at once, when the service is asked for or its health changes, and again and again. */
export function openActivityFeed(session: WorkspaceSession): ActivityFeed {
  const looked = new vscode.EventEmitter<Activity | NoActivity>();
  let latest: Activity | NoActivity | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  let usedAt = Number.NEGATIVE_INFINITY;

  const read = async (): Promise<Activity | NoActivity> => {
    if (!vscode.workspace.isTrusted) return 'untrusted';
    if (foldersOfWindow().length === 0) return 'no-folder';
    const service = session.current();
    if (service === null) return 'asleep';
    if (!session.health.healthy()) return 'stopped';
    try {
      const activity = await service.activity();
      return activity.isUsed ? activity : 'asleep';
    } catch {
      return session.health.healthy() ? 'asleep' : 'stopped';
    }
  };

  const look = async (): Promise<void> => {
    clearTimeout(timer);
    const activity = await read();
    if (isDisposed) return;
    latest = activity;
    looked.fire(activity);
    clearTimeout(timer);
    timer = setTimeout(() => void look(), isBusy(activity) || performance.now() - usedAt < NEWS_WITHIN ? LOOK_EVERY.active : LOOK_EVERY.quiet);
  };

  const unhear = session.health.onChange(() => void look());
  const used = session.onDidUse(() => {
    usedAt = performance.now();
    void look();
  });
  void look();
  return {
    onDidLook: looked.event,
    latest: () => latest,
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      unhear();
      used.dispose();
      looked.dispose();
    },
  };
}
