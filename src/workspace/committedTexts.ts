import type { RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import type { RepositorySnapshot } from '../ports/store';

/** Blob ids by path, as `GitWorkTree` has them. */
export interface CommittedTexts {
  readonly headBlobs: ReadonlyMap<RepositoryPath, string>;
  readonly publishedCommit: string | null;
  readonly publishedBlobs: ReadonlyMap<RepositoryPath, string>;
}

type Blobs = ReadonlyMap<RepositoryPath, string>;

/** Trees that were read lately, of each git by folder and commit; a save is followed by another one. */
const TREES_KEPT = 8;
const treesOf = new WeakMap<Git, Map<string, Blobs>>();

const NO_FILES: Blobs = new Map();

async function filesOf(git: Git, root: PhysicalRoot, commit: string): Promise<Blobs | null> {
  const trees = treesOf.get(git) ?? new Map<string, Blobs>();
  treesOf.set(git, trees);
  const key = `${commit} ${root}`;
  const known = trees.get(key);
  if (known !== undefined) return known;
  const files = await git.filesOfTree(root, commit);
  if (!('blobs' in files)) return null;
  trees.set(key, files.blobs);
  const oldest = trees.keys().next();
  if (trees.size > TREES_KEPT && oldest.done !== true) trees.delete(oldest.value);
  return files.blobs;
}

/**
 * What is committed and published of a repository, as long as its git is as it was for the snapshot: a commit
 * never changes. Null outside of git; `unknown` where only git can tell.
 */
export async function committedTexts(git: Git, root: PhysicalRoot, snapshot: RepositorySnapshot): Promise<CommittedTexts | null | 'unknown'> {
  const { kind, head, remoteUrl } = snapshot.git;
  if (kind !== 'repository') return null;
  const publishedCommit = snapshot.documents.find((document) => document.permalinkCommit !== null)?.permalinkCommit ?? null;
  // It is kept with documents that are published; with a remote there may be such a commit and none of them.
  if (publishedCommit === null && remoteUrl !== null) return 'unknown';
  const headBlobs = head === null ? NO_FILES : await filesOf(git, root, head);
  const publishedBlobs = publishedCommit === null ? NO_FILES : await filesOf(git, root, publishedCommit);
  return headBlobs === null || publishedBlobs === null ? 'unknown' : { headBlobs, publishedCommit, publishedBlobs };
}
