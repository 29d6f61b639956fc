import type { RepositoryPath } from '../../contract/model';
import type { GitRunner, GitEnd } from './process';
import { nulSeparated } from './tokens';

/** Blob ids by path, or how git failed. */
export type TreeReading = { readonly blobs: ReadonlyMap<RepositoryPath, string> } | { readonly failure: GitEnd };

/** `100644 blob <id>\t<path>`: regular files only, no symbolic links (120000) and no submodules (160000). */
const FILE_ENTRY = /^100\d{3} blob ([0-9a-f]+)\t/;

/** The files of a commit below the folder, by paths relative to it. */
export async function readTree(git: GitRunner, commit: string): Promise<TreeReading> {
  const running = git(['ls-tree', '-r', '-z', commit]);
  const blobs = new Map<RepositoryPath, string>();
  for await (const entries of nulSeparated(running.output)) {
    for (const entry of entries) {
      const [head, id] = FILE_ENTRY.exec(entry) ?? [];
      if (head !== undefined && id !== undefined) blobs.set(entry.slice(head.length), id);
    }
  }
  const end = await running.ended;
  return end.code === 0 ? { blobs } : { failure: end };
}
