import type { WorkspaceCodePack } from '../contract/coordinatorTool';
import { checkedArguments, type RefusalReasons } from '../contract/arguments';
import { WorkspaceContextError } from '../contract/errors';
import { type ExpandPack, workspaceExpandInput } from '../contract/expandTool';
import type { OutlinePage, OutlinePart, OutlineRows } from '../contract/outline';
import type { Activity, WorkspaceStatus } from '../contract/status';
import type { CodePack } from '../contract/codeTool';
import type { RepositoryPath } from '../contract/model';
import { type ContextPack, workspaceContextInput } from '../contract/tools';
import { coordinate } from '../coordinator/coordinator';
import { buildGraph } from '../graph/graph';
import type { CodeParser } from '../ports/codeParser';
import type { CodeStore } from '../ports/codeStore';
import type { RunHealth } from '../ports/runHealth';
import type { Timer } from '../ports/timer';
import type { FileChange } from '../ports/watcher';
import { ContentLostError, type RepositoryKey, type RepositorySnapshot } from '../ports/store';
import { answerFrom, expandPictureOf, indexedAtOf, type Picture } from './answer';
import { type AsOf, readAsOfArgument } from './asOf';
import { emptyExpansion, emptyPack } from './emptyAnswers';
import { expansionFrom } from './expandAnswer';
import { partsOfSourceRef } from './citation';
import { findRepositories, nestedPathsIn, nestedRepository } from './discovery';
import { createMeaning, type MeaningOff, meaningOff, type MeaningPorts } from './meaning';
import type { FoundRepository, LoadedRepository, Member } from './members';
import { membersAfter, refreshedBetween } from './eventRefresh';
import { inTurn } from './inTurn';
import { type Machine, openedRepositories, SOME_MACHINE } from './openedRepositories';
import { OWN_PROVIDER } from './ownProvider';
import { NO_FACTS, outlinePage, type RepositoryFacts } from './outline';
import { branchOf, createStaleCounts, knowsPath } from './outlineFacts';
import { createPastReader, type Past } from './pastGraph';
import { createChanges } from './changes';
import { repositoriesOfChange } from './codeChanges';
import { type CodeAskOptions, type CodeRepository, createCodeContext } from './codeContext';
import { isDamaged, type IndexingPorts } from './refreshWorkspace';
import { repositoryIdsOf } from './repositoryIds';
import { lastRunsOf, recordRunFor, repositoryAround } from './runs';
import type { AskOptions, IndexProgress, RefreshedRepository, WorkspaceScope, WorkspaceService } from './service';
import { createSharedIndex } from './sharedIndex';
import { sharedWork, type SharedWork } from './sharedWork';
import { staleFilesOf } from './staleness';
import { textAtCommit } from './textAtCommit';
import { createWork } from './work';
import { nameOfScope, workspaceNameOf } from './workspaceName';
import { repositoryStatusOf, workspaceStatusOf } from './workspaceStatus';

const EXPAND_REFUSALS: RefusalReasons = {
  depth: 'A deeper walk is refused and not cut short, because a graph that is silently smaller looks complete; expand an entity at the edge of the answer instead.',
  limit: 'A larger limit is refused and not cut short, because fewer edges than asked for would look like all there are; narrow "direction" or "edgeTypes" instead.',
};

/** What the core needs of the machine. */
export interface WorkspacePorts extends IndexingPorts {
  readonly runHealth: RunHealth;
  readonly timer: Timer;
  readonly meaning: MeaningPorts | MeaningOff;
  readonly machine?: Machine;
  /** What code is read and kept with; without it there is no code.context. */
  readonly code?: { readonly parser: CodeParser; readonly store: CodeStore };
}

/** Git makes this file while it changes what is checked out. */
const INDEX_LOCK = '.git/index.lock';

type OnProgress = (progress: IndexProgress) => void;

/** Loads or refreshes a repository and all that are nested in it, as `nestedIn` tells. */
async function withNested(
  ports: IndexingPorts,
  found: readonly FoundRepository[],
  load: (repository: FoundRepository) => Promise<LoadedRepository>,
  nestedIn: (repository: LoadedRepository) => readonly RepositoryPath[],
): Promise<LoadedRepository[]> {
  const loaded = new Map<string, LoadedRepository>();
  const queue = [...found];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (loaded.has(next.key)) continue;
    const repository = await load(next);
    loaded.set(next.key, repository);
    for (const path of nestedIn(repository)) queue.push(await nestedRepository(ports, next, path));
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

/** Whether two snapshots of a repository have the same catalog and the same repositories in it. */
function isSameShape(one: RepositorySnapshot | null, other: RepositorySnapshot | null): boolean {
  return one?.entities === other?.entities && one?.nested.join('\0') === other?.nested.join('\0');
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
  const workspace = nameOfScope(scope, ports.files);
  const shared = createSharedIndex(ports, scope);
  const work = createWork(ports.clock);
  const turn = inTurn();
  const { vectors } = ports.store;
  const meaning =
    'off' in ports.meaning || vectors === null
      ? meaningOff('off' in ports.meaning ? ports.meaning : { off: null })
      : createMeaning(ports.meaning, { vectors, timer: ports.timer, log: ports.log });
  /** What the folders stand for. What is nested in these is found in them: it may cease to be a repository. */
  let found: readonly FoundRepository[] = [];
  /** What lies in repositories that were never indexed, as far as anybody asked for it. */
  const nestedBeforeIndexing = new Map<RepositoryKey, readonly RepositoryPath[]>();
  const nestedIn = (repository: LoadedRepository): readonly RepositoryPath[] =>
    repository.snapshot?.nested ?? nestedBeforeIndexing.get(repository.key) ?? [];
  let loading: Promise<Picture> | null = null;
  let refreshing: SharedWork<IndexProgress, Picture> | null = null;
  /** Counts the pictures that `activity` has seen: another number tells that there is something new to see. */
  let seen: { readonly picture: Picture; readonly generation: number } | null = null;
  const staleCounts = createStaleCounts();

  const load = (): Promise<Picture> => {
    loading ??= (async () => {
      found = await findRepositories(ports, scope.folders, scope.exclude);
      return pictureOf(workspace, membersOf(ports, await withNested(ports, found, shared.load, nestedIn)));
    })().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };

  /** The picture with other members: made anew only where their indexes are other ones. */
  const pictureWith = async (picture: Picture, members: readonly Member[], isRefreshed = false): Promise<Picture> => {
    const before = new Map(picture.members.map((member) => [member.key, member]));
    if (members.every((member) => member === before.get(member.key))) return picture;
    const isSame = members.every(({ key, snapshot }) => isSameShape(snapshot, before.get(key)?.snapshot ?? null));
    const known = new Map(members.map((member) => [member.key, member]));
    const next = isSame
      ? { ...picture, members }
      : pictureOf(
          workspace,
          membersOf(ports, await withNested(ports, found, async (repository) => known.get(repository.key) ?? shared.load(repository), nestedIn)),
        );
    // A refresh that ended in the meantime is not undone by a question that began before it.
    const current = loading;
    if (isRefreshed || ((await current) === picture && loading === current)) loading = Promise.resolve(next);
    return next;
  };

  /** The picture as it is to be answered from now, whatever other processes and the machine did since. */
  const currentPicture = async (): Promise<Picture> => {
    const picture = await load();
    return pictureWith(picture, await Promise.all(picture.members.map(shared.renewed)));
  };

  /** The picture with every repository in it that can be found, also where the one around it was never indexed. */
  const discoveredPicture = async (): Promise<Picture> => {
    for (;;) {
      const picture = await currentPicture();
      const cold = picture.members.filter(({ snapshot }) => snapshot === null);
      if (cold.length === 0) return picture;
      for (const member of cold) {
        if (!nestedBeforeIndexing.has(member.key)) nestedBeforeIndexing.set(member.key, await nestedPathsIn(ports.files, member, scope.exclude));
      }
      const known = new Map(picture.members.map((member) => [member.key, member]));
      const loaded = await withNested(ports, found, async (repository) => known.get(repository.key) ?? shared.load(repository), nestedIn);
      if (loaded.every(({ key }) => known.has(key))) return picture;
      // A refresh that ended in the meantime knows better.
      const current = loading;
      if ((await current) === picture && loading === current) loading = Promise.resolve(pictureOf(workspace, membersOf(ports, loaded)));
    }
  };

  const openedPicture = async (picture: Picture): Promise<Picture> =>
    pictureWith(picture, await Promise.all(picture.members.map(shared.opened)));

  const refreshOne = async (
    repository: FoundRepository,
    before: LoadedRepository | null,
    onProgress: OnProgress,
    signal?: AbortSignal,
  ): Promise<LoadedRepository> => {
    signal?.throwIfAborted();
    return work.track(repository.key, (onDone) =>
      shared.refresh(
        repository,
        before,
        (done, total) => {
          onDone(done, total);
          onProgress({ repositoryId: ports.files.nameOf(repository.root), step: 'indexing', done, total });
        },
        signal,
      ),
    );
  };

  /** What the folders stand for now. Where none of them can be read any more it is what they stood for, which answers then name. */
  const foundAgain = (): Promise<readonly FoundRepository[]> =>
    findRepositories(ports, scope.folders, scope.exclude).catch((thrown: unknown) => {
      if (thrown instanceof WorkspaceContextError) return found;
      throw thrown;
    });

  const refreshAll = async (onProgress: OnProgress, signal?: AbortSignal): Promise<Picture> => {
    const isFirst = loading === null;
    const picture = await load();
    const before = new Map(picture.members.map((member) => [member.key, member]));
    if (!isFirst) found = await foundAgain();
    const loaded = await withNested(ports, found, (repository) => refreshOne(repository, before.get(repository.key) ?? null, onProgress, signal), nestedIn);
    const members = membersOf(ports, loaded);
    if (members.length === before.size && members.every(({ key }) => before.has(key))) return pictureWith(picture, members, true);
    const next = pictureOf(workspace, members);
    loading = Promise.resolve(next);
    return next;
  };

  const refresh = (onProgress: OnProgress, signal?: AbortSignal): Promise<Picture> => {
    if (refreshing === null || refreshing.isGivenUp()) {
      const begun = sharedWork<IndexProgress, Picture>((onDone, callOff) => turn(() => refreshAll(onDone, callOff)));
      refreshing = begun;
      void begun.ended.then(() => {
        if (refreshing === begun) refreshing = null;
      });
    }
    return refreshing.join(onProgress, signal);
  };

  const refreshChanged = async (change: FileChange): Promise<readonly RefreshedRepository[]> => {
    const picture = await load();
    // Nobody asked yet: the first question starts the index.
    if (picture.members.every(({ snapshot }) => snapshot === null)) return [];
    const members = await membersAfter(ports, shared, scope.folders, picture.members, change, (member) => refreshOne(member, member, () => undefined));
    return refreshedBetween(picture, await (members === null ? refreshAll(() => undefined) : pictureWith(picture, members, true)));
  };
  const code = ports.code === undefined ? null : createCodeContext({ ...ports, codeParser: ports.code.parser, codeStore: ports.code.store }, scope.exclude);
  const codeChanged = async (change: FileChange): Promise<void> => {
    // Where nobody asked for code there is nothing to find out.
    if (code?.indexes.isUsed() === true && loading !== null) code.indexes.changed(await repositoriesOfChange(ports.files, scope.folders, (await loading).members, change));
  };
  const changes = createChanges(ports, (change) => {
    void codeChanged(change).catch((thrown: unknown) => ports.log.warn(String(thrown)));
    return turn(() => refreshChanged(change));
  }, async () => {
    const members = (await loading)?.members ?? [];
    const locks = await Promise.all(members.map(({ root }) => ports.files.facts(root, INDEX_LOCK)));
    return locks.some((lock) => !('fault' in lock));
  });

  const refreshInBackground = (): void => {
    refresh(() => undefined).catch((thrown: unknown) => ports.log.warn(String(thrown)));
  };

  /** What a question is answered from; a stale picture answers and is refreshed behind it. */
  const pictureFor = async (options: AskOptions, onProgress: OnProgress = () => undefined, signal?: AbortSignal): Promise<Picture> => {
    await changes.seen();
    const picture = await (options.wait ? refresh(onProgress, signal) : currentPicture());
    if (!options.wait && picture.members.some(shared.isStale)) refreshInBackground();
    return picture;
  };

  /** The same, ready to be searched. An index that turns out damaged is made anew: before the answer for a caller that waits. */
  const searchablePicture = async (options: AskOptions, onProgress: OnProgress = () => undefined, signal?: AbortSignal): Promise<Picture> => {
    const picture = await openedPicture(await pictureFor(options, onProgress, signal));
    if (!picture.members.some(isDamaged)) return picture;
    if (options.wait) return openedPicture(await refresh(onProgress, signal));
    refreshInBackground();
    return picture;
  };

  /** Makes an answer, and once more where a passage was lost since the index was opened: then its repository is opened anew. */
  const answered = async <Answer>(picture: Picture, options: AskOptions, answer: (picture: Picture) => Promise<Answer>): Promise<Answer> => {
    try {
      return await answer(picture);
    } catch (thrown) {
      if (!(thrown instanceof ContentLostError)) throw thrown;
      const reopened = picture.members.map((member) =>
        member.snapshot?.documents === thrown.snapshot.documents ? shared.closed(member) : member,
      );
      await pictureWith(picture, reopened);
      return answered(await searchablePicture(options), options, answer);
    }
  };

  const repositories = openedRepositories(ports.files, ports.machine ?? SOME_MACHINE, async () => (await discoveredPicture()).members);

  /** The repository of an id. */
  const codeRepository = async (id: string, wait: boolean): Promise<CodeRepository> => {
    const inPicture = ({ members }: Picture): Member | undefined => members.find((member) => member.id === id);
    const loaded = inPicture(await load());
    if (loaded !== undefined) return loaded;
    const picture = await discoveredPicture();
    const member = inPicture(picture) ?? (wait ? inPicture(await refresh(() => undefined)) : undefined);
    if (member !== undefined) return member;
    const open = picture.members.map((one) => one.id).join(', ');
    throw new WorkspaceContextError('invalid-argument', `"repo" must be the id of a repository that is open here: ${open}.`);
  };
  const codeContext = async (args: unknown, options: CodeAskOptions, onProgress: OnProgress = () => undefined): Promise<CodePack> => {
    if (code === null) throw new WorkspaceContextError('unavailable', 'Code cannot be read here; ask workspace_context instead.');
    await changes.seen();
    let repositoryId = '';
    return code.ask(
      args,
      options,
      async (id) => {
        repositoryId = id;
        return codeRepository(id, options.wait);
      },
      (done, total) => onProgress({ repositoryId, step: 'indexing', done, total }),
    );
  };

  const readPast = createPastReader(ports, scope.exclude);
  const pastOf = async (members: readonly Member[], asOf: AsOf | null, options: AskOptions): Promise<Past | null> =>
    asOf === null ? null : readPast(members, asOf, options.now ?? ports.clock.now());

  /** What the outline tells of repositories beside what is in their indexes. */
  const repositoryFacts = async (members: readonly Member[]): Promise<ReadonlyMap<RepositoryKey, RepositoryFacts>> => {
    const { repositories: embedding } = await meaning.status(members);
    return new Map(
      await Promise.all(
        members.map(async (member, index): Promise<[RepositoryKey, RepositoryFacts]> => [
          member.key,
          {
            branch: await branchOf(ports.files, member.root),
            stale: staleCounts.of(member),
            running: work.of(member.key).running,
            embedding: embedding[index] ?? null,
          },
        ]),
      ),
    );
  };

  /** @param isPatient as `Meaning.status`. */
  const statusOf = async (
    { members, graph }: Pick<Picture, 'members' | 'graph'>,
    staleOf: (member: Member) => Promise<number>,
    isPatient = false,
  ): Promise<WorkspaceStatus> => {
    const embedding = await meaning.status(members, isPatient);
    const lastRuns = await lastRunsOf(ports.runHealth, members);
    const repositories = await Promise.all(
      members.map(async (member, index) =>
        repositoryStatusOf(member, await staleOf(member), lastRuns.get(member.key) ?? null, work.of(member.key), embedding.repositories[index] ?? null),
      ),
    );
    return workspaceStatusOf(workspace, embedding.workspace, repositories, graph);
  };

  return {
    ask: async (args, options, onProgress, { signal } = {}): Promise<ContextPack> => {
      const request = checkedArguments(workspaceContextInput, args);
      const asOf = readAsOfArgument(request.asOf);
      const nowMs = options.now ?? ports.clock.now();
      const asked = workspaceNameOf(request.workspace ?? workspace);
      if (asked !== workspace) {
        return {
          ...emptyPack(request, asked, nowMs),
          asOf: asOf?.iso ?? null,
          notices: [notOpenNotice(workspace)],
        };
      }
      const picture = await searchablePicture(options, onProgress, signal);
      const past = await pastOf(picture.members, asOf, options);
      const lastRuns = await lastRunsOf(ports.runHealth, picture.members);
      if (options.waitForEmbeddings === true) await meaning.finish(picture.members, onProgress ?? (() => undefined));
      const pack = await answered(picture, options, async (current) => {
        const ofQuestion = await meaning.ofQuestion(request.question, current.members, options.wait);
        return answerFrom(current, request, nowMs, lastRuns, past, ofQuestion);
      });
      meaning.follow((await load()).members);
      return pack;
    },
    expand: async (args, options, onProgress, { signal } = {}): Promise<ExpandPack> => {
      const request = checkedArguments(workspaceExpandInput, args, EXPAND_REFUSALS);
      const asOf = readAsOfArgument(request.asOf);
      const asked = workspaceNameOf(request.workspace ?? workspace);
      if (asked !== workspace) {
        return { ...emptyExpansion(request, asked, [notOpenNotice(workspace)]), asOf: asOf?.iso ?? null };
      }
      const picture = await pictureFor(options, onProgress, signal);
      return expansionFrom(expandPictureOf(picture, await pastOf(picture.members, asOf, options)), request);
    },
    codeContext: (args, options, follower = {}, onProgress = () => undefined): Promise<CodePack> =>
      codeContext(args, { ...options, ...(follower.signal === undefined ? {} : { signal: follower.signal }) }, onProgress),
    workspaceCodeContext: (args, options, follower, onProgress): Promise<WorkspaceCodePack> =>
      coordinate(
        { ...ports, repositories },
        {
          ...OWN_PROVIDER,
          codeContext: (request, { bytes, signal }) => codeContext(request, { wait: options.wait, now: options.now, bytes, signal }, onProgress),
        },
        args,
        follower,
      ),
    index: async (onProgress = () => undefined, options = {}, { signal } = {}): Promise<WorkspaceStatus> => {
      const picture = await openedPicture(await refresh(onProgress, signal));
      if (options.waitForEmbeddings === true) await meaning.finish(picture.members, onProgress);
      else meaning.follow(picture.members);
      await shared.written();
      const members = picture.members.map(shared.withWriteProblem);
      return statusOf({ members, graph: picture.graph }, async () => 0, true);
    },
    activity: async (): Promise<Activity> => {
      if (loading === null) return { isUsed: false, generation: 0, indexing: [], embedding: null, verifiedAt: null, problems: [] };
      const picture = await loading;
      const { members } = picture;
      if (seen?.picture !== picture) seen = { picture, generation: (seen?.generation ?? 0) + 1 };
      const { workspace: embedding, repositories } = await meaning.status(members);
      const counts = repositories.filter((one) => one !== null);
      const done = counts.reduce((sum, { embedded, without }) => sum + embedded + without, 0);
      return {
        isUsed: true,
        generation: seen.generation,
        indexing: members.flatMap(({ id, key }) => {
          const { running } = work.of(key);
          return running === null ? [] : [{ repositoryId: id, ...running }];
        }),
        embedding: counts.length === 0 ? null : { ...embedding, done, total: counts.reduce((sum, { pending }) => sum + pending, done) },
        verifiedAt: indexedAtOf(members),
        problems: members.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${problem}`])),
      };
    },
    status: async (): Promise<WorkspaceStatus> => {
      return statusOf(await openedPicture(await currentPicture()), async (member) => {
        const stale = await staleFilesOf(ports, scope, member);
        staleCounts.found(member, stale);
        return stale;
      });
    },
    outline: async <Part extends OutlinePart>(part: Part, from = 0): Promise<OutlinePage<OutlineRows[Part['of']]>> => {
      const current = await currentPicture();
      // Only documents have passages that are counted.
      const picture = part.of === 'documents' ? await openedPicture(current) : current;
      const facts = part.of === 'repositories' ? await repositoryFacts(picture.members) : null;
      const factsOf = (member: Member): RepositoryFacts => facts?.get(member.key) ?? NO_FACTS;
      return outlinePage(picture, part, from, factsOf) as OutlinePage<OutlineRows[Part['of']]>;
    },
    filesChanged: async (change) => {
      const refreshed = (await changes.report(change)) ?? [];
      if (refreshed.length > 0) meaning.follow((await load()).members);
      return refreshed;
    },
    holdEmbedding: (milliseconds) => {
      if (milliseconds === 0) meaning.resume();
      else meaning.hold(milliseconds);
      return Promise.resolve();
    },
    idle: async (): Promise<readonly string[]> => {
      await changes.idle();
      while (refreshing !== null) await refreshing.ended;
      await code?.indexes.idle();
      await shared.written();
      await meaning.written();
      const members = (await loading?.catch(() => null))?.members ?? [];
      return members.flatMap(({ id, key }) => shared.unkept(key).map((problem) => `${id}: ${problem}`));
    },
    locate: async (sourceRef): Promise<string | null> => {
      const { members } = await load();
      const own = members.find(({ id }) => id === sourceRef);
      if (own !== undefined) return own.root;
      const parts = partsOfSourceRef(sourceRef);
      const member = members.find(({ id }) => id === parts?.repositoryId);
      if (member === undefined || parts === null) return null;
      return knowsPath(member, parts.path) || (await code?.indexes.holds(member, parts.path)) === true ? ports.files.below(member.root, parts.path) : null;
    },
    repositories: async (): Promise<readonly string[]> => (await discoveredPicture()).members.map(({ id }) => id),
    textAtCommit: async (sourceRef, commit): Promise<string | null> => {
      const parts = partsOfSourceRef(sourceRef);
      const member = (await load()).members.find(({ id }) => id === parts?.repositoryId);
      return member === undefined || parts === null ? null : textAtCommit(ports, member.root, parts.path, commit, scope.exclude);
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
