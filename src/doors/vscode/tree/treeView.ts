import * as vscode from 'vscode';
import { COMMANDS, TREE_COMMANDS, TREE_VIEW } from '../../../contract/ids';
import type { Activity } from '../../../contract/status';
import type { ActivityFeed } from '../activityFeed';
import type { WorkspaceSession } from '../session';
import { isBusy, type NoActivity } from '../statusBarView';
import type { TreeNode } from './treeNodes';

/** What stands in the tree, and how, is loaded when there is something to show. */
const load = () => import(/* webpackChunkName: "tree" */ './treeParts');
type Parts = Awaited<ReturnType<typeof load>>;

const COLLAPSE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

/** The commands of single rows; what they do is loaded with the rows. */
const NODE_COMMANDS = [
  TREE_COMMANDS.open,
  COMMANDS.askAboutEntity,
  COMMANDS.showInGraph,
  COMMANDS.openDeclaration,
  COMMANDS.revealInExplorer,
  COMMANDS.copyReference,
] as const;

/** Ages are shown in minutes. */
const MINUTE = 60_000;

function itemOf({ placeOf, rowOf }: Parts, node: TreeNode): vscode.TreeItem {
  const row = rowOf(node, new Date().toISOString());
  const item = new vscode.TreeItem(row.label, COLLAPSE[row.collapse]);
  item.id = node.id;
  item.description = row.description;
  item.iconPath = new vscode.ThemeIcon(row.icon, row.color === null ? undefined : new vscode.ThemeColor(row.color));
  item.contextValue = row.context;
  item.accessibilityInformation = { label: row.spoken };
  item.tooltip = new vscode.MarkdownString(row.tooltip);
  if (node.kind === 'more') item.command = { command: TREE_COMMANDS.showMore, title: row.label, arguments: [node] };
  else if (placeOf(node) !== null) item.command = { command: TREE_COMMANDS.open, title: vscode.l10n.t('Open'), arguments: [node] };
  return item;
}

/** What makes the whole tree old when it becomes another; counts that run are no part of it. */
function versionOf(activity: Activity | NoActivity | null): string {
  if (activity === null || typeof activity === 'string') return String(activity);
  const { generation, indexing, embedding, problems } = activity;
  const running = indexing.map(({ repositoryId }) => repositoryId);
  return JSON.stringify([generation, running, embedding?.state === 'pending', problems, Math.floor(Date.now() / MINUTE)]);
}

/** The counts that run, by the node that shows them. */
function countsOf(activity: Activity | NoActivity | null): ReadonlyMap<string, string> {
  if (activity === null || typeof activity === 'string') return new Map();
  const { indexing, embedding } = activity;
  return new Map([
    ...indexing.map(({ repositoryId, done, total }): [string, string] => [`repository ${repositoryId}`, `${done} ${total}`]),
    ...(embedding?.state === 'pending' ? [['embedding', `${embedding.done} ${embedding.total} ${String(embedding.waiting)}`] as [string, string]] : []),
  ]);
}

/**
 * The tree of what is indexed. It shows what the service that is there already knows, and makes none: before the first question, and
 * where nothing may be read, it is empty, and the editor shows its words of welcome with the buttons that help. While it
 * cannot be seen it asks for nothing.
 */
export function registerTreeView(session: WorkspaceSession, feed: ActivityFeed): vscode.Disposable {
  const changed = new vscode.EventEmitter<TreeNode | undefined>();
  /** How many pages of the list below a node are shown, where more than the first are. */
  const pages = new Map<string, number>();
  const known = new Map<string, TreeNode>();
  let roots: readonly TreeNode[] = [];
  let version: string | null = null;
  let counts: ReadonlyMap<string, string> = new Map();
  let parts: Parts | null = null;
  let endProgress: (() => void) | null = null;

  const activityNow = (): Activity | null => {
    const latest = feed.latest();
    return latest === null || typeof latest === 'string' ? null : latest;
  };

  const children = async (node: TreeNode | null): Promise<readonly TreeNode[]> => {
    const activity = activityNow();
    const service = session.current();
    // A worker that is being started again will have the same to tell.
    if (feed.latest() === 'stopped') return node === null ? roots : [];
    if (activity === null || service === null) return [];
    parts ??= await load();
    const found = await parts.childrenOf(service, node, activity, pages.get(node?.id ?? '') ?? 1);
    // What stands below is asked for again, as far as it is open.
    if (node === null) known.clear();
    for (const child of found) known.set(child.id, child);
    return found;
  };

  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    getTreeItem: async (node) => itemOf((parts ??= await load()), known.get(node.id) ?? node),
    getChildren: async (node) => {
      const found = await children(node ?? null);
      if (node === undefined) {
        roots = found;
        view.description = parts?.summaryOf(roots) ?? '';
      }
      return [...found];
    },
  };
  const view = vscode.window.createTreeView(TREE_VIEW, { treeDataProvider: provider, showCollapseAll: true });

  /** The bar that runs above the tree while repositories are read. */
  const showProgress = (isRunning: boolean): void => {
    if (!isRunning) {
      endProgress?.();
      endProgress = null;
    } else if (endProgress === null) {
      void vscode.window.withProgress({ location: { viewId: TREE_VIEW } }, () => new Promise<void>((resolve) => (endProgress = resolve)));
    }
  };

  /** Shows the counts anew without asking for the lists below: the nodes that have them are made of what is known. */
  const showCounts = (activity: Activity, now: ReadonlyMap<string, string>): void => {
    for (const root of roots) {
      if (now.get(root.id) === counts.get(root.id)) continue;
      const current = known.get(root.id) ?? root;
      if (current.kind === 'embedding' && activity.embedding !== null) known.set(root.id, { ...current, embedding: activity.embedding });
      if (current.kind === 'repository') {
        const running = activity.indexing.find(({ repositoryId }) => repositoryId === current.repository.id) ?? null;
        known.set(root.id, { ...current, repository: { ...current.repository, running } });
      }
      changed.fire(root);
    }
  };

  const update = (): void => {
    if (!view.visible) return;
    const latest = feed.latest();
    const activity = activityNow();
    view.message = latest === 'stopped' ? vscode.l10n.t('The background worker stopped; it is being started again.') : undefined;
    showProgress(activity !== null && isBusy(activity) && activity.indexing.length > 0);
    const [nextVersion, nextCounts] = [versionOf(latest), countsOf(latest)];
    if (nextVersion !== version) changed.fire(undefined);
    else if (activity !== null) showCounts(activity, nextCounts);
    [version, counts] = [nextVersion, nextCounts];
  };

  const showMore = (node: unknown): void => {
    const more = known.get(typeof node === 'object' && node !== null && 'id' in node ? String(node.id) : '');
    if (more?.kind !== 'more') return;
    pages.set(more.parent ?? '', (pages.get(more.parent ?? '') ?? 1) + 1);
    changed.fire(more.parent === null ? undefined : known.get(more.parent));
  };

  return vscode.Disposable.from(
    changed,
    view,
    feed.onDidLook(update),
    view.onDidChangeVisibility(update),
    ...NODE_COMMANDS.map((command) =>
      vscode.commands.registerCommand(command, async (argument: unknown) => (await load()).runNodeCommand(session, command, argument)),
    ),
    vscode.commands.registerCommand(TREE_COMMANDS.showMore, showMore),
    new vscode.Disposable(() => showProgress(false)),
  );
}
