import type { CodeContent, CodeKey, CodeManifest } from '../contract/codeModel';
import type { RepositoryKey } from './store';

/** What was read of files of code, by content and shared by all repositories, and each repository's list of files. */
export interface CodeStore {
  /** The list as it was last written, by any process; null where there is none that can be used. */
  readManifest(repository: RepositoryKey): Promise<CodeManifest | null>;
  /**
   * Replaces a repository's list.
   * @throws StoreUnwritableError
   */
  writeManifest(repository: RepositoryKey, manifest: CodeManifest): Promise<void>;
  /** Which of these contents are stored. */
  known(keys: readonly CodeKey[]): Promise<ReadonlySet<CodeKey>>;
  /** Those of these contents that can be read; what is missing or damaged is not in it. */
  contents(keys: readonly CodeKey[]): Promise<ReadonlyMap<CodeKey, CodeContent>>;
  /**
   * Adds contents; one that is stored already is left as it is. They can be read from then on, even when this rejects.
   * @throws StoreUnwritableError
   */
  add(contents: ReadonlyMap<CodeKey, CodeContent>): Promise<void>;
}
