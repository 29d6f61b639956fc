import { catalogOf, type RepositoryCatalog } from '../catalog/repositoryCatalog';
import type { RepositoryPath } from '../contract/model';

/** A Location may name files that name further files; nobody nests deeper than this. */
const LOCATION_DEPTH = 8;

/**
 * The catalog of a repository from the texts of its catalog files, with the files that Locations lead to.
 * @param texts by path; the catalog is made again while `readTargets` adds to them.
 * @param paths all files of the repository.
 * @param readTargets is asked once for each file that a Location names, and adds the text of those it can read.
 */
export async function completeCatalog(
  texts: ReadonlyMap<RepositoryPath, string>,
  paths: readonly RepositoryPath[],
  readTargets: (wanted: readonly RepositoryPath[]) => Promise<void>,
): Promise<RepositoryCatalog> {
  const made = (): RepositoryCatalog => catalogOf([...texts].map(([path, text]) => ({ path, text })), paths);
  const asked = new Set<RepositoryPath>();
  let catalog = made();
  for (let depth = 0; depth < LOCATION_DEPTH; depth += 1) {
    const wanted = catalog.wanted.filter((path) => !asked.has(path));
    if (wanted.length === 0) break;
    for (const path of wanted) asked.add(path);
    await readTargets(wanted);
    catalog = made();
  }
  return catalog;
}
