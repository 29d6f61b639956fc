import { FILE_BYTES } from '../contract/constants';
import type { Edge, Entity, PackageLinks, RepositoryPath } from '../contract/model';
import type { PhysicalRoot } from '../ports/files';
import type { Git } from '../ports/git';
import type { SecretScanner } from '../ports/secretScanner';
import { decodeText } from '../text/decode';
import { declares } from './catalogReading';
import { completeCatalog } from './completeCatalog';
import { visiblePaths } from './treePaths';
import { withoutSecrets } from './withoutSecrets';

/** What the files of a git tree declare. */
export interface PastCatalog {
  readonly entities: readonly Entity[];
  readonly edges: readonly Edge[];
  readonly packages: PackageLinks;
  /** How many of the files that declare something git does not have here. */
  readonly missing: number;
  /** How many of them were left out because they could not be checked for secrets. */
  readonly unchecked: number;
}

interface TreePorts {
  readonly git: Pick<Git, 'filesOfTree' | 'readBlobs'>;
  readonly secretScanner: SecretScanner;
}

/**
 * Reads the catalog files and manifests of a tree, those that Locations name included, within the same limits
 * as those of today: by name, size, and what is test data; secrets
 * are left out as today. What cannot be decoded or is too large is left out.
 */
export async function readPastCatalog(
  { git, secretScanner }: TreePorts,
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
  let unchecked = 0;
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
      if ('fault' in decoded) continue;
      const checked = await withoutSecrets(secretScanner, decoded.text);
      if (checked === 'unchecked') unchecked += 1;
      else texts.set(path, checked.text);
    }
  };
  await read(paths.filter(declares));
  const { entities, edges, packages } = await completeCatalog(texts, paths, read);
  return { entities, edges, packages, missing, unchecked };
}
