import type { DegradedFlag } from '../contract/flags';
import { buildGraph, type Graph, type RepositoryEntities } from '../graph/graph';
import type { Git, TreeAt } from '../ports/git';
import type { SecretScanner } from '../ports/secretScanner';
import type { AsOf } from './asOf';
import type { Member } from './members';
import { type PastCatalog, readPastCatalog } from './pastCatalog';

/** The component graph as it was committed at a time. */
export interface Past {
  /** That time, ISO 8601 in UTC. */
  readonly asOf: string;
  readonly graph: Graph;
  /** The commit each repository was read at, by repository id; those that contribute nothing are not in it. */
  readonly commits: ReadonlyMap<string, string>;
  readonly degraded: readonly DegradedFlag[];
  readonly notices: readonly string[];
}

export type PastReader = (members: readonly Member[], asOf: AsOf, nowMs: number) => Promise<Past>;

/** A member's share in the graph of then: null and a notice where it has none. */
interface Share {
  readonly repository: RepositoryEntities | null;
  readonly commit: string | null;
  readonly notice: string | null;
  /** True where something that should have been read could not be. */
  readonly isUnreadable: boolean;
}

/** So many catalogs of the past are kept, the least recently used going first. */
const KEPT_CATALOGS = 64;

const NOTHING_OF_IT = 'so nothing of it is in the graph of then';

/** Why a repository has no tree at a time; each sentence is put behind the repository's id. */
function withoutTree(at: Exclude<TreeAt, { kind: 'tree' }>): Pick<Share, 'notice' | 'isUnreadable'> {
  switch (at.kind) {
    case 'none':
      return { notice: `It is not in git and its past is unknown, ${NOTHING_OF_IT}.`, isUnreadable: false };
    case 'no-commits':
      return { notice: `It has no commit yet, ${NOTHING_OF_IT}.`, isUnreadable: false };
    case 'before-first-commit':
      return { notice: `Its first commit was made at ${at.firstCommittedAt}, ${NOTHING_OF_IT}.`, isUnreadable: false };
    case 'shallow':
      return {
        notice:
          `The clone is shallow and its history begins at ${at.oldestCommittedAt}, ${NOTHING_OF_IT}. ` +
          'To have its whole history, run `git fetch --unshallow` in it.',
        isUnreadable: false,
      };
    case 'untrusted':
      return { notice: `Git does not trust this folder, ${NOTHING_OF_IT}.`, isUnreadable: true };
    case 'unavailable':
      return { notice: unreadableNotice(at.reason), isUnreadable: true };
  }
}

function unreadableNotice(reason: string): string {
  return `Git could not read its past, ${NOTHING_OF_IT}: ${reason}`;
}

function missingNotice({ missing, unchecked }: PastCatalog): string | null {
  const files = (count: number): string => (count === 1 ? '1 catalog file' : `${count} catalog files`);
  const reasons = [
    ...(missing > 0 ? [`Git does not have ${files(missing)} of then here, as in a partial clone`] : []),
    ...(unchecked > 0 ? [`${files(unchecked)} of then could not be checked for secrets`] : []),
  ];
  return reasons.length === 0 ? null : `${reasons.join(', and ')}, so the graph of then lacks what is declared there.`;
}

interface PastPorts {
  readonly git: Pick<Git, 'treeAt' | 'filesOfTree' | 'readBlobs'>;
  readonly secretScanner: SecretScanner;
}

/**
 * Reads graphs of the past with git. What a tree declares is read once while it is kept: times that
 * have one tree, and questions that come together, share a reading. One that lacked files is not kept.
 * @param exclude globs of `files.exclude`, relative to each repository.
 */
export function createPastReader(ports: PastPorts, exclude: readonly string[]): PastReader {
  type Reading = ReturnType<typeof readPastCatalog>;
  const kept = new Map<string, Reading>();

  const catalogOfTree = (member: Member, tree: string): Reading => {
    const key = `${member.key} ${tree}`;
    const reading = kept.get(key) ?? readPastCatalog(ports, member.root, tree, exclude);
    // Taken out and put back, so that the first is always the one not used for longest.
    kept.delete(key);
    kept.set(key, reading);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_CATALOGS) break;
      kept.delete(oldest);
    }
    const forget = (): void => {
      if (kept.get(key) === reading) kept.delete(key);
    };
    reading.then((catalog) => ('kind' in catalog || missingNotice(catalog) !== null ? forget() : undefined), forget);
    return reading;
  };

  const shareOf = async (member: Member, asOf: AsOf): Promise<Share> => {
    const at = await ports.git.treeAt(member.root, asOf.timeMs);
    if (at.kind !== 'tree') return { repository: null, commit: null, ...withoutTree(at) };
    const catalog: PastCatalog | Extract<TreeAt, { kind: 'unavailable' }> = await catalogOfTree(member, at.tree);
    if ('kind' in catalog) return { repository: null, commit: null, ...withoutTree(catalog) };
    const { entities, edges, packages } = catalog;
    const notice = missingNotice(catalog);
    return {
      repository: { repositoryId: member.id, entities, edges, packages },
      commit: at.commit,
      notice,
      isUnreadable: notice !== null,
    };
  };

  return async (members, asOf, nowMs) => {
    // One after the other: each starts processes of its own, and a workspace may have hundreds of repositories.
    const shares: (Share & { readonly id: string })[] = [];
    for (const member of members) shares.push({ id: member.id, ...(await shareOf(member, asOf)) });
    return {
      asOf: asOf.iso,
      graph: buildGraph(shares.flatMap(({ repository }) => repository ?? [])),
      commits: new Map(shares.flatMap(({ id, commit }) => (commit === null ? [] : [[id, commit] as const]))),
      degraded: shares.some(({ isUnreadable }) => isUnreadable) ? ['scope-unreadable'] : [],
      notices: [
        ...(asOf.beginsMs > nowMs ? ['The asked time lies in the future; the graph is that of the last commits there are.'] : []),
        ...shares.flatMap(({ id, notice }) => (notice === null ? [] : [`${id}: ${notice}`])),
      ],
    };
  };
}
