import { withoutCredentials } from '../../ports/remoteUrl';
import { outputOf, type GitRunner } from './process';
import { readRemotes, type RemoteSettings } from './remotes';

export interface Publication {
  /** HEAD where a remote branch has it, else its nearest ancestor that one has. */
  readonly commit: string;
  /** URL of a remote that has it, without credentials; null for a folder of this machine. */
  readonly remoteUrl: string | null;
}

/** A remote-tracking branch. */
interface RemoteBranch {
  readonly remote: string;
  readonly tip: string;
}

/** The remotes and their branches as they were last seen: what can be asked for before HEAD is known. */
export interface KnownRemotes {
  readonly settings: RemoteSettings;
  readonly branches: readonly RemoteBranch[];
}

/** Reads the remotes with two processes, side by side. */
export async function readKnownRemotes(git: GitRunner): Promise<KnownRemotes> {
  const [settings, listing] = await Promise.all([
    readRemotes(git),
    outputOf(git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/remotes'])),
  ]);
  return { settings, branches: remoteBranchesOf(listing.text, settings) };
}

/**
 * What of HEAD's history remotes have, as far as was last fetched or pushed. Null when no remote
 * branch has any of it. Starts no process where HEAD is the tip of a branch of the preferred remote,
 * else at most two.
 */
export async function readPublication(
  git: GitRunner,
  { settings, branches }: KnownRemotes,
  head: string,
  branch: string | null,
): Promise<Publication | null> {
  const preferred = byPreference(branches, settings, branch);
  if (preferred.length === 0) return null;
  const commit = branches.some(({ tip }) => tip === head) ? head : await nearestPublished(git, head, preferred);
  if (commit === null) return null;
  const url = settings.urls.get(await remoteThatHas(git, commit, branches, preferred, settings));
  return { commit, remoteUrl: url === undefined ? null : withoutCredentials(url) };
}

function remoteBranchesOf(listing: string, { urls }: RemoteSettings): RemoteBranch[] {
  // A remote's name may hold slashes: the longest one that fits is meant.
  const names = [...urls.keys()].sort((a, b) => b.length - a.length);
  return listing.split('\n').flatMap((line) => {
    const [, tip, reference] = /^(\S+) refs\/remotes\/(.+)$/.exec(line) ?? [];
    const remote = names.find((name) => reference?.startsWith(`${name}/`));
    return tip === undefined || remote === undefined ? [] : [{ remote, tip }];
  });
}

/** The remotes that have branches: the one the current branch follows, `origin`, then the others by name. */
function byPreference(branches: readonly RemoteBranch[], { followed }: RemoteSettings, branch: string | null): string[] {
  const upstream = branch === null ? undefined : followed.get(branch);
  const rank = (name: string): number => (name === upstream ? 0 : name === 'origin' ? 1 : 2);
  return [...new Set(branches.map(({ remote }) => remote))].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** HEAD, or the newest of the commits at which its unpublished part begins; null when nothing is shared. */
async function nearestPublished(git: GitRunner, head: string, remotes: readonly string[]): Promise<string | null> {
  const { code, text } = await outputOf(
    git(['rev-list', '--topo-order', '--boundary', '--timestamp', head, '--not', ...remotes.map((name) => `--remotes=${name}`), '--']),
  );
  if (code !== 0) return null;
  if (text === '') return head;
  let nearest: { readonly time: number; readonly commit: string } | null = null;
  for (const [, time, commit] of text.matchAll(/^(-?\d+) -([0-9a-f]+)$/gm)) {
    if (commit !== undefined && (nearest === null || Number(time) > nearest.time)) nearest = { time: Number(time), commit };
  }
  return nearest?.commit ?? null;
}

async function remoteThatHas(
  git: GitRunner,
  commit: string,
  branches: readonly RemoteBranch[],
  preferred: readonly string[],
  settings: RemoteSettings,
): Promise<string> {
  const [first = ''] = preferred;
  if (preferred.length === 1 || branches.some(({ remote, tip }) => remote === first && tip === commit)) return first;
  const listing = await outputOf(git(['for-each-ref', '--format=%(objectname) %(refname)', '--contains', commit, 'refs/remotes']));
  const holders = new Set(remoteBranchesOf(listing.text, settings).map(({ remote }) => remote));
  return preferred.find((name) => holders.has(name)) ?? first;
}
