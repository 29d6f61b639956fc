import { WorkspaceContextError } from '../contract/errors';
import type { LastRun } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import { type RunHealth, RunHealthUnwritableError } from '../ports/runHealth';
import type { RepositoryKey } from '../ports/store';
import { type DiscoveryPorts, isWorkTree } from './discovery';
import type { FoundRepository } from './members';

/** Last recorded runs by repository; one without a run is not in it. */
export type LastRuns = ReadonlyMap<RepositoryKey, LastRun>;

/** The last recorded run of each repository, read anew: any process may have recorded one since. */
export async function lastRunsOf(runHealth: RunHealth, repositories: readonly FoundRepository[]): Promise<LastRuns> {
  const runs = await Promise.all(
    repositories.map(async ({ key }) => ({ key, run: await runHealth.lastRun(key) })),
  );
  return new Map(runs.flatMap(({ key, run }) => (run === null ? [] : [[key, run] as const])));
}

/**
 * The repository that a command run in `folder` belongs to, links resolved: the innermost of
 * `repositories` around it, or the git work tree in between where the folder lies in one. So a submodule
 * gets its own runs whether or not it was indexed yet.
 * @throws WorkspaceContextError when the folder lies in none of `repositories`.
 */
export async function repositoryAround(
  ports: DiscoveryPorts,
  repositories: readonly FoundRepository[],
  folder: string,
): Promise<FoundRepository> {
  const { files, digest } = ports;
  const byRoot = new Map(repositories.map((repository) => [repository.root, repository]));
  const resolved = await files.resolveFolder(folder);
  let workTree: PhysicalRoot | null = null;
  let root: PhysicalRoot | null = 'root' in resolved ? resolved.root : null;
  for (; root !== null; root = files.parentOf(root)) {
    const repository = byRoot.get(root);
    if (repository !== undefined) return workTree === null ? repository : { root: workTree, key: digest.sha256(workTree) };
    if (workTree === null && (await isWorkTree(files, root))) workTree = root;
  }
  throw new WorkspaceContextError(
    'invalid-argument',
    'The folder of this run lies outside of all repositories of the workspace; run the command inside one of them, or name the workspace that holds it.',
  );
}

/**
 * Records a run for a repository.
 * @throws WorkspaceContextError (`unavailable`) when it could not be kept, saying what to do.
 */
export async function recordRunFor(runHealth: RunHealth, { key }: FoundRepository, run: LastRun): Promise<void> {
  try {
    await runHealth.record(key, run);
  } catch (thrown) {
    if (thrown instanceof RunHealthUnwritableError) {
      throw new WorkspaceContextError('unavailable', thrown.message, { cause: thrown });
    }
    throw thrown;
  }
}
