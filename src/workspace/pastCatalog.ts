import { FILE_BYTES } from '../contract/constants';
import type { Edge, Entity, PackageLinks, RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import { decodeText } from '../text/decode';
import { declares } from './catalogReading';
import { completeCatalog } from './completeCatalog';
import { visiblePaths } from './treePaths';

/** What the files of a git tree declare. */
export interface PastCatalog {
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  readonly packages: PackageLinks;
  /** How many of the files that declare something git does not have here. */
  readonly missing: number;
}

type TreeGit = Pick<Git, 'filesOfTree' | 'readBlobs'>;

/**
 * Reads the catalog files and manifests of a tree, those that Locations name included, within the same limits
 * as those of today: by name, size, and what is test data. What cannot be decoded or is too large is left out.
 */
export async function readPastCatalog(
  git: TreeGit,
  root: PhysicalRoot,
  tree: string,
  exclude: readonly string[],
): Promise<PastCatalog | { readonly kind: 'unavailable'; readonly reason: string }> {
  const files = await git.filesOfTree(root, tree);
  if (!('blobs' in files)) return files;
  const { blobs } = files;
  const paths = visiblePaths([...blobs.keys()], exclude);
  const visible = new Set(paths);
  const texts = new Map<RepositoryPath, string>();
  let missing = 0;
  const read = async (wanted: readonly RepositoryPath[]): Promise<void> => {
    const ids = new Map(wanted.flatMap((path) => {
      const id = visible.has(path) ? blobs.get(path) : undefined;
      return id === undefined ? [] : [[path, id] as const];
    }));
    if (ids.size === 0) return;
    const contents = await git.readBlobs(root, tree, [...new Set(ids.values())], FILE_BYTES);
    for (const [path, id] of ids) {
      const content = contents.get(id) ?? 'missing';
      if (content === 'missing') missing += 1;
      if (typeof content === 'string') continue;
      const decoded = decodeText(content);
      if ('text' in decoded) texts.set(path, decoded.text);
    }
  };
  await read(paths.filter(declares));
  const { entities, edges, packages } = await completeCatalog(texts, paths, read);
  return { entities, edges, packages, missing };
}
