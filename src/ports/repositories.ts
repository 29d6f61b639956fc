import type { PhysicalRoot } from './files';
import type { KnownPlace } from './log';

/** A repository as the workspace has it; its root is as it was configured and need not be resolved. */
export interface ConfiguredRepository {
  readonly id: string;
  readonly root: PhysicalRoot;
}

/** Whether a repository may be read: `not-trusted` until a person says so, `not-readable` by this process. */
export type Authorization = 'granted' | 'not-trusted' | 'not-readable';

/** Which repositories there are, and where. */
export interface Repositories {
  /** All of the workspace. Nothing in them is looked at. */
  configured(): Promise<readonly ConfiguredRepository[]>;
  /**
   * The physical folder behind a path, every link in it resolved; null where there is none. Looks at the
   * file system's names only.
   */
  resolve(path: string): Promise<PhysicalRoot | null>;
  authorization(repository: ConfiguredRepository): Promise<Authorization>;
  /** Probes the repository itself: the physical folder that it is in now; null when it is not there any more. */
  identity(repository: ConfiguredRepository): Promise<PhysicalRoot | null>;
  /** True where the file system takes names that differ in case for one. */
  readonly ignoresCase: boolean;
  /** Other folders of the machine that no answer may tell (the user's home, the index), and what stands for them. */
  readonly places: readonly KnownPlace[];
}
