import { STALE_AFTER_MILLISECONDS } from '../contract/constants';
import { type ExpandPack, workspaceExpandInput } from '../contract/expandTool';
import type { WorkspaceStatus } from '../contract/status';
import { type ContextPack, workspaceContextInput } from '../contract/tools';
import { buildGraph } from '../graph/graph';
import type { RunHealth } from '../ports/runHealth';
import { answerFrom, emptyPack, expandPictureOf, type Picture } from './answer';
import { checkedArguments, type RefusalReasons } from './arguments';
import { type AsOf, readAsOfArgument } from './asOf';
import { emptyExpansion, expansionFrom } from './expandAnswer';
import { partsOfSourceRef, sourceRefOf } from './citation';
import { findRepositories, nestedRepository } from './discovery';
import type { FoundRepository, LoadedRepository, Member } from './members';
import { createPastReader, type Past } from './pastGraph';
import { loadRepository, refreshFoundRepository, type IndexingPorts } from './refreshWorkspace';
import { repositoryIdsOf } from './repositoryIds';
import { lastRunsOf, recordRunFor, repositoryAround } from './runs';
import type { AskOptions, IndexProgress, WorkspaceScope, WorkspaceService } from './service';
import { staleFilesOf } from './staleness';
import { repositoryStatusOf, workspaceStatusOf } from './workspaceStatus';

const EXPAND_REFUSALS: RefusalReasons = {
  depth: 'A deeper walk is refused and not cut short, because a graph that is silently smaller looks complete; expand an entity at the edge of the answer instead.',
  limit: 'A larger limit is refused and not cut short, because fewer edges than asked for would look like all there are; narrow "direction" or "edgeTypes" instead.',
};

/** What the core needs of the machine. */
export interface WorkspacePorts extends IndexingPorts {
  readonly runHealth: RunHealth;
}

type OnProgress = (progress: IndexProgress) => void;

/** Loads or refreshes a repository and all that are nested in it. */
async function withNested(
  ports: IndexingPorts,
  found: readonly FoundRepository[],
  load: (repository: FoundRepository) => Promise<LoadedRepository>,
): Promise<LoadedRepository[]> {
  const loaded = new Map<string, LoadedRepository>();
  const queue = [...found];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (loaded.has(next.key)) continue;
    const repository = await load(next);
    loaded.set(next.key, repository);
    for (const path of repository.snapshot?.nested ?? []) queue.push(await nestedRepository(ports, next, path));
  }
  return [...loaded.values()];
}

function membersOf(ports: IndexingPorts, loaded: readonly LoadedRepository[]): Member[] {
  const ids = repositoryIdsOf(ports.files, loaded.map(({ root }) => root));
  return loaded
    .map((repository): Member => ({ ...repository, id: ids.get(repository.root) ?? ports.files.nameOf(repository.root) }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function pictureOf(workspace: string, members: readonly Member[]): Picture {
  const graph = buildGraph(
    members.map(({ id, snapshot }) => ({
      repositoryId: id,
      entities: snapshot?.entities ?? [],
      edges: snapshot?.edges ?? [],
      packages: snapshot?.packages,
    })),
  );
  return { workspace, members, graph };
}

function notOpenNotice(workspace: string): string {
  return `No workspace of this name is open here; leave "workspace" out to ask "${workspace}".`;
}

/**
 * The core over one workspace. Nothing is read before the first call; indexes are loaded then, and
 * refreshed in the background or, for a caller that waits, before the answer.
 * @throws WorkspaceContextError (from its methods) when the scope or the arguments are wrong.
 */
export function createWorkspaceService(ports: WorkspacePorts, scope: WorkspaceScope): WorkspaceService {
  const workspace = scope.name ?? scope.folders.map((folder) => ports.files.nameOf(folder)).join('+');
  let loading: Promise<Picture> | null = null;
  let refreshing: Promise<Picture> | null = null;

  const load = (): Promise<Picture> => {
    loading ??= (async () => {
      const found = await findRepositories(ports, scope.folders, scope.exclude);
      return pictureOf(workspace, membersOf(ports, await withNested(ports, found, (repository) => loadRepository(ports, repository))));
    })().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };

  const refreshAll = async (onProgress: OnProgress): Promise<Picture> => {
    const before = new Map((await load()).members.map((member) => [member.key, member]));
    const found = await findRepositories(ports, scope.folders, scope.exclude);
    const loaded = await withNested(ports, found, (repository) =>
      refreshFoundRepository(ports, scope, repository, before.get(repository.key) ?? null, (done, total) =>
        onProgress({ repositoryId: ports.files.nameOf(repository.root), done, total }),
      ),
    );
    const picture = pictureOf(workspace, membersOf(ports, loaded));
    loading = Promise.resolve(picture);
    return picture;
  };

  const refresh = (onProgress: OnProgress): Promise<Picture> => {
    refreshing ??= refreshAll(onProgress).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  const refreshInBackground = (): void => {
    refresh(() => undefined).catch((thrown: unknown) => ports.log.warn(String(thrown)));
  };

  const isStale = ({ members }: Picture, nowMs: number): boolean =>
    members.some(
      ({ snapshot }) => snapshot === null || Math.abs(nowMs - Date.parse(snapshot.verifiedAt)) > STALE_AFTER_MILLISECONDS,
    );

  /** What a question is answered from; a stale picture answers and is refreshed behind it. */
  const pictureFor = async (options: AskOptions, onProgress: OnProgress = () => undefined): Promise<Picture> => {
    if (options.wait) return refresh(onProgress);
    const picture = await load();
    if (isStale(picture, ports.clock.now())) refreshInBackground();
    return picture;
  };

  const readPast = createPastReader(ports.git, scope.exclude);
  const pastOf = async (members: readonly Member[], asOf: AsOf | null, options: AskOptions): Promise<Past | null> =>
    asOf === null ? null : readPast(members, asOf, options.now ?? ports.clock.now());

  return {
    ask: async (args, options, onProgress): Promise<ContextPack> => {
      const request = checkedArguments(workspaceContextInput, args);
      const asOf = readAsOfArgument(request.asOf);
      const nowMs = options.now ?? ports.clock.now();
      if (request.workspace !== undefined && request.workspace !== workspace) {
        return {
          ...emptyPack(request, request.workspace, nowMs),
          asOf: asOf?.iso ?? null,
          notices: [notOpenNotice(workspace)],
        };
      }
      const picture = await pictureFor(options, onProgress);
      const past = await pastOf(picture.members, asOf, options);
      return answerFrom(picture, request, nowMs, await lastRunsOf(ports.runHealth, picture.members), past);
    },
    expand: async (args, options, onProgress): Promise<ExpandPack> => {
      const request = checkedArguments(workspaceExpandInput, args, EXPAND_REFUSALS);
      const asOf = readAsOfArgument(request.asOf);
      if (request.workspace !== undefined && request.workspace !== workspace) {
        return { ...emptyExpansion(request, request.workspace, [notOpenNotice(workspace)]), asOf: asOf?.iso ?? null };
      }
      const picture = await pictureFor(options, onProgress);
      return expansionFrom(expandPictureOf(picture, await pastOf(picture.members, asOf, options)), request);
    },
    index: async (onProgress): Promise<WorkspaceStatus> => {
      const { members } = await refresh(onProgress ?? (() => undefined));
      const lastRuns = await lastRunsOf(ports.runHealth, members);
      return workspaceStatusOf(workspace, members.map((member) => repositoryStatusOf(member, 0, lastRuns.get(member.key) ?? null)), []);
    },
    status: async (): Promise<WorkspaceStatus> => {
      const { members, graph } = await load();
      const repositories = await Promise.all(
        members.map(async (member) =>
          repositoryStatusOf(member, await staleFilesOf(ports, scope, member), await ports.runHealth.lastRun(member.key)),
        ),
      );
      return workspaceStatusOf(workspace, repositories, graph.notices.map(({ repositoryId, path, line, message }) => `${sourceRefOf(repositoryId, path)}${line === null ? '' : `:${line}`}: ${message}`));
    },
    idle: async (): Promise<void> => {
      while (refreshing !== null) await refreshing.catch(() => undefined);
    },
    locate: async (sourceRef): Promise<string | null> => {
      const parts = partsOfSourceRef(sourceRef);
      const { members } = await load();
      const member = members.find(({ id }) => id === parts?.repositoryId);
      const isDocument = member?.snapshot?.documents.some(({ path }) => path === parts?.path) ?? false;
      return member !== undefined && parts !== null && isDocument ? ports.files.below(member.root, parts.path) : null;
    },
    repositoryOf: async (folder): Promise<string> => {
      const { members } = await load();
      const { root } = await repositoryAround(ports, members, folder);
      // Among the others, so that one no index knows of yet is named as it will be.
      const ids = repositoryIdsOf(ports.files, [...members.map((member) => member.root), root]);
      return ids.get(root) ?? ports.files.nameOf(root);
    },
    recordRun: async (folder, run): Promise<void> => {
      const found = await findRepositories(ports, scope.folders, scope.exclude);
      await recordRunFor(ports.runHealth, await repositoryAround(ports, found, folder), run);
    },
  };
}
