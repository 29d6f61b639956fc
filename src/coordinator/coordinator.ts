import type { RepositoryRow, WorkspaceCodePack } from '../contract/coordinatorTool';
import { WorkspaceContextError } from '../contract/errors';
import type { Clock } from '../ports/clock';
import type { CodeProvider } from '../ports/codeProvider';
import { detailsOf, type Log } from '../ports/log';
import type { ConfiguredRepository, Repositories } from '../ports/repositories';
import type { Timer } from '../ports/timer';
import { sharesOf } from './budget';
import { dispatched, type Outcome } from './dispatch';
import { pathRemover, type PathRemover } from './physicalPaths';
import { type CheckedTarget, checkedRequest, checkedTargets } from './preflight';
import { rowOf } from './rows';

/** What the coordinator needs. */
export interface CoordinatorPorts {
  readonly repositories: Repositories;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who follows a call while it runs. */
export interface Follower {
  /** Ends the call: what has not begun does not, what runs is told. */
  readonly signal?: AbortSignal;
  /** Told right before each repository is asked, in the order of the targets: a line of Markdown. Kept nowhere. */
  readonly onNotice?: (markdown: string) => void;
  /**
   * Told each row of the answer, once, as soon as it is finished: in the order in which they are, which need not be that of the
   * targets. The answer holds the same rows.
   */
  readonly onRow?: (row: RepositoryRow) => void;
}

/** A signal that is never given. */
const NEVER = new AbortController().signal;

function removerOf(known: readonly ConfiguredRepository[], physical: readonly { readonly id: string; readonly root: string }[], { places, ignoresCase }: Repositories): PathRemover {
  return pathRemover([...[...physical, ...known].map(({ id, root }) => ({ path: root, name: id })), ...places], ignoresCase);
}

/** A refusal without any folder of the machine: it may repeat what the caller wrote. */
function pathless(thrown: unknown, paths: PathRemover): unknown {
  return thrown instanceof WorkspaceContextError ? new WorkspaceContextError(thrown.code, paths.text(thrown.message)) : thrown;
}

/** The physical folders of all repositories: an answer about one may name another. */
async function physicalRootsOf(known: readonly ConfiguredRepository[], repositories: Repositories): Promise<{ id: string; root: string }[]> {
  const resolved = await Promise.all(known.map(async ({ id, root }) => ({ id, root: await repositories.resolve(root) })));
  return resolved.flatMap(({ id, root }) => (root === null ? [] : [{ id, root }]));
}

function logFailure(outcome: Outcome, log: Log, paths: PathRemover): void {
  if (outcome.kind !== 'failed') return;
  try {
    log.warn(paths.text(detailsOf(outcome.thrown)));
  } catch {
    log.warn('A provider failed with something that tells nothing of itself.');
  }
}

/**
 * workspace.context: asks a code provider about one to eight repositories, one ordinary request each, and answers with one
 * row each in the order of the call. Nothing is kept between calls.
 * @param args what the caller sent, unchecked.
 * @throws WorkspaceContextError when something is wrong with the call; then no repository was probed or asked.
 */
export async function coordinate(ports: CoordinatorPorts, provider: CodeProvider, args: unknown, follower: Follower = {}): Promise<WorkspaceCodePack> {
  const { repositories, log } = ports;
  const { signal = NEVER, onNotice = () => undefined, onRow = () => undefined } = follower;
  let known: readonly ConfiguredRepository[] | null = null;
  try {
    const request = checkedRequest(args);
    known = await repositories.configured();
    const targets = await checkedTargets(request, known, repositories);
    const paths = removerOf(known, await physicalRootsOf(known, repositories), repositories);
    const shares = sharesOf(request);
    const making = { provider: provider.provider, implementation: provider.implementation, paths, rowBytes: shares.rowBytes, answerBytes: shares.answerBytes };
    const finished = ({ repository, cursor }: CheckedTarget, outcome: Outcome): RepositoryRow => {
      logFailure(outcome, log, paths);
      const row = rowOf(repository.id, cursor, outcome, making);
      try {
        onRow(row);
      } catch {
        // Nobody looks: the answer is worth as much.
      }
      return row;
    };
    const rows = await dispatched({ ...ports, provider }, targets, { shares, signal, onNotice, finished });
    return { repositories: rows, partial: rows.some((row) => row.partial) };
  } catch (thrown) {
    known ??= await repositories.configured().catch(() => []);
    throw pathless(thrown, removerOf(known, await physicalRootsOf(known, repositories).catch(() => []), repositories));
  }
}
