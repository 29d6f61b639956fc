import { isWrongInput } from '../../contract/errors';
import { createHealth, type Health } from '../../ports/health';
import type { WorkspaceService } from '../../workspace/service';

/** The core of a server that lives on while the core comes and goes. */
export interface Opener {
  /** The core, opened by the first who asks. Rejects as opening it does. */
  service(): Promise<WorkspaceService>;
  /** Unhealthy while the core cannot be opened though nothing is wrong with what was asked for. */
  readonly health: Health;
  /** Has the core opened anew when it is next asked for: what it is opened on changed. */
  forget(): void;
  /** Ends the attempts to open it. */
  dispose(): void;
}

const RETRY_MILLISECONDS = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * Opens a core once for all who ask. One that cannot be opened is tried again by itself, after the given
 * pauses (milliseconds; the last one again and again). Wrong input is not: only a person can change it.
 */
export function openerOf(open: () => Promise<WorkspaceService>, pauses: readonly number[] = RETRY_MILLISECONDS): Opener {
  const health = createHealth(true);
  let opened: Promise<WorkspaceService> | null = null;
  let failures = 0;
  let retry: NodeJS.Timeout | null = null;
  let disposed = false;

  const retryLater = (): void => {
    if (disposed || retry !== null) return;
    const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
    failures += 1;
    retry = setTimeout(() => {
      retry = null;
      service().catch(() => undefined);
    }, pause);
    retry.unref();
  };

  const opening = (): Promise<WorkspaceService> => {
    const attempt: Promise<WorkspaceService> = open().then(
      (service) => {
        failures = 0;
        health.set(true);
        return service;
      },
      (thrown: unknown) => {
        if (opened === attempt) opened = null;
        health.set(isWrongInput(thrown));
        if (!isWrongInput(thrown)) retryLater();
        throw thrown;
      },
    );
    return attempt;
  };

  const service = (): Promise<WorkspaceService> => {
    opened ??= opening();
    return opened;
  };

  return {
    service,
    health,
    forget: () => {
      opened = null;
    },
    dispose: () => {
      disposed = true;
      if (retry !== null) clearTimeout(retry);
      retry = null;
    },
  };
}
