import { beforeEach, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../src/contract/ids';
import type { Activity, WorkspaceStatus } from '../../src/contract/status';
import { createHealth } from '../../src/ports/health';
import type { ConnectedService, WorkspaceSession } from '../../src/doors/vscode/session';
import type { ActivityFeed } from '../../src/doors/vscode/activityFeed';
import type { WorkspaceService } from '../../src/workspace/service';
import { editor } from './fakeEditor';

vi.mock('vscode', async () => (await import('./fakeEditor')).fakeVscode);

const { registerIndexCommand } = await import('../../src/doors/vscode/indexCommand');
const { openSession } = await import('../../src/doors/vscode/session');
const { registerTreeView } = await import('../../src/doors/vscode/tree/treeView');

const sessionOf = (service: Partial<WorkspaceService> | null): WorkspaceSession =>
  ({ service: () => service, current: () => service }) as unknown as WorkspaceSession;

beforeEach(() => {
  editor.messages.length = 0;
  editor.executed.length = 0;
  editor.view.visible = true;
});

describe('Build or Refresh Index', () => {
  it('says what was done', async () => {
    const status = { repositories: [{ documents: 3, passages: 9 }] } as unknown as WorkspaceStatus;
    registerIndexCommand(sessionOf({ index: async () => status }));
    await editor.commands.get(COMMANDS.refreshIndex)?.();
    expect(editor.messages).toEqual(['Workspace Context: 3 documents with 9 passages in 1 repository are up to date.']);
  });

  it('stops waiting and stops the work when it is cancelled, also where the work takes its time to stop', async () => {
    let signal: AbortSignal | undefined;
    registerIndexCommand(
      sessionOf({
        index: (_onProgress, _options, follower) => {
          signal = follower?.signal;
          return new Promise(() => undefined);
        },
      }),
    );
    const command = editor.commands.get(COMMANDS.refreshIndex)?.() as Promise<void>;
    await expect.poll(() => signal).toBeDefined();
    editor.cancel();
    await command;
    expect(signal?.aborted).toBe(true);
    expect(editor.messages).toEqual(['Cancelled. What was indexed before still answers.']);
  });

  it('takes what the work ends with for its cancellation, and not for an error', async () => {
    registerIndexCommand(
      sessionOf({
        index: (_onProgress, _options, follower) =>
          new Promise((_resolve, reject) => follower?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      }),
    );
    const command = editor.commands.get(COMMANDS.refreshIndex)?.() as Promise<void>;
    await Promise.resolve();
    editor.cancel();
    await command;
    expect(editor.messages).toEqual(['Cancelled. What was indexed before still answers.']);
  });
});

describe('the session', () => {
  it('is closed when the service it had is done with writing', async () => {
    let written = (): void => undefined;
    const writing = new Promise<void>((resolve) => {
      written = resolve;
    });
    const service = { health: createHealth(true), dispose: () => writing } as unknown as ConnectedService;
    const session = openSession(() => service, async () => []);
    session.service();
    let isClosed = false;
    const closed = session.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isClosed).toBe(false);
    expect(session.current()).toBeNull();
    written();
    await closed;
    expect(isClosed).toBe(true);
    // It may be ended twice: by the editor's call, and with everything that was registered.
    session.dispose();
    await session.close();
  });
});

describe('the tree view', () => {
  const ACTIVITY: Activity = { isUsed: true, generation: 1, indexing: [], embedding: null, verifiedAt: null, problems: [] };

  /** A feed whose looks the test makes. */
  function feedOf(first: Activity | 'asleep') {
    let latest: Activity | 'asleep' = first;
    const listeners = new Set<(activity: never) => void>();
    const feed = {
      latest: () => latest,
      onDidLook: (listener: (activity: never) => void) => {
        listeners.add(listener);
        return { dispose: () => undefined };
      },
      dispose: () => undefined,
    } as unknown as ActivityFeed;
    return {
      feed,
      look: (activity: Activity | 'asleep') => {
        latest = activity;
        for (const listener of listeners) listener(activity as never);
      },
    };
  }
  const outliner = () => {
    const asked: unknown[] = [];
    const repository = { id: 'api', git: 'none', head: null, branch: null, documents: 1, passages: 1, entities: 1, skipped: [], notices: 0, verifiedAt: null, stale: null, running: null, embedding: null, problem: null };
    const outline = async (part: unknown) => {
      asked.push(part);
      return { rows: [repository], total: 1, next: null };
    };
    return { asked, service: { outline } as unknown as Partial<WorkspaceService> };
  };
  const shown = (feed: ActivityFeed, service: Partial<WorkspaceService>) => {
    registerTreeView(sessionOf(service), feed);
    const changes: unknown[] = [];
    editor.provider?.onDidChangeTreeData((node) => changes.push(node));
    return changes;
  };

  it('is empty and asks for nothing before the first question', async () => {
    const { asked, service } = outliner();
    shown(feedOf('asleep').feed, service);
    expect(await editor.provider?.getChildren()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is read again when another index is in use, and not while nothing is new', async () => {
    const { service } = outliner();
    const { feed, look } = feedOf(ACTIVITY);
    const changes = shown(feed, service);
    look(ACTIVITY);
    expect(changes).toHaveLength(1);
    look(ACTIVITY);
    look(ACTIVITY);
    expect(changes).toHaveLength(1);
    look({ ...ACTIVITY, generation: 2 });
    expect(changes).toEqual([undefined, undefined]);
  });

  it('asks for nothing while it cannot be seen, and is new when it can', async () => {
    const { service } = outliner();
    const { feed, look } = feedOf(ACTIVITY);
    const changes = shown(feed, service);
    editor.view.visible = false;
    look({ ...ACTIVITY, generation: 5 });
    expect(changes).toEqual([]);
    editor.view.visible = true;
    editor.view.visibility.fire({ visible: true });
    expect(changes.length).toBeGreaterThan(0);
  });

  it('shows how far a repository is without asking for it again', async () => {
    const { asked, service } = outliner();
    const indexing = (done: number): Activity => ({ ...ACTIVITY, indexing: [{ repositoryId: 'api', done, total: 9 }] });
    const { feed, look } = feedOf(indexing(1));
    const changes = shown(feed, service);
    look(indexing(1));
    const [root] = (await editor.provider?.getChildren()) ?? [];
    const askedBefore = asked.length;
    look(indexing(4));
    expect(changes).toEqual([undefined, root]);
    expect((await editor.provider?.getTreeItem(root))?.description).toBe('indexing: 4 of 9 documents');
    expect(asked).toHaveLength(askedBefore);
    expect(editor.view.description).toBe('1 repository · 1 document');
  });
});
