import { FILE_BYTES } from '../contract/constants';
import type { RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import type { SecretScanner } from '../ports/secretScanner';
import { decodeText } from '../text/decode';
import { formatOf } from '../text/formats';
import { visiblePaths } from './treePaths';
import { withoutSecrets } from './withoutSecrets';

interface CommitPorts {
  readonly git: Pick<Git, 'filesOfTree' | 'readBlobs'>;
  readonly secretScanner: SecretScanner;
}

/** A commit by its whole id: nothing that git would look up (a branch, `HEAD~3`) or take for an option. */
const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The text of a document as a commit of its repository has it, without what looks like a secret; null where the commit
 * or the document in it cannot be read. Only what would be indexed if it were checked out is read.
 * @param path relative to `root`, which may lie anywhere in its work tree.
 */
export async function textAtCommit(
  { git, secretScanner }: CommitPorts,
  root: PhysicalRoot,
  path: RepositoryPath,
  commit: string,
  exclude: readonly string[],
): Promise<string | null> {
  if (!FULL_ID.test(commit) || formatOf(path) === null || visiblePaths([path], exclude).length === 0) return null;
  const files = await git.filesOfTree(root, commit);
  const id = 'blobs' in files ? files.blobs.get(path) : undefined;
  if (id === undefined) return null;
  const content = (await git.readBlobs(root, commit, [id], FILE_BYTES)).get(id) ?? 'missing';
  if (typeof content === 'string') return null;
  const decoded = decodeText(content);
  if ('fault' in decoded) return null;
  const checked = await withoutSecrets(secretScanner, decoded.text);
  return checked === 'unchecked' ? null : checked.text;
}
