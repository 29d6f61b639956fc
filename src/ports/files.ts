import type { RepositoryPath } from '../contract/model';

/** A folder of the machine, opaque to the core: it is only ever handed back to a port. */
export type PhysicalRoot = string;

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
  /** When it was last changed, in milliseconds since 1970, with fractions where the file system has them; not to be fooled by a time that was set back. */
  readonly modifiedMs: number;
  /** Changes when another file takes the path's place; 0 where the system has no such number. */
  readonly inode: number;
}

/** Why a path could not be used. */
export type FileFault = 'absent' | 'forbidden' | 'failed';

/** Reading the user's files. Nothing in here can write. */
export interface Files {
  /**
   * The physical folder behind a path as the user wrote it, links resolved; a fault where there is
   * no readable folder. The path may be relative to the current folder.
   */
  resolveFolder(path: string): Promise<{ root: PhysicalRoot } | { fault: FileFault | 'not-a-folder' }>;
  /** The folder name of a root (its last path segment). */
  nameOf(root: PhysicalRoot): string;
  /** The root's parent folder; null at the top of the file system. */
  parentOf(root: PhysicalRoot): PhysicalRoot | null;
  /** The root of a folder below another root. */
  below(root: PhysicalRoot, path: RepositoryPath): PhysicalRoot;
  /** The path inside the root of a path as the platform gives it (absolute); null when it lies elsewhere. Nothing is looked up. */
  pathInside(root: PhysicalRoot, path: string): RepositoryPath | null;
  /** What a folder holds, sorted by name in code-unit order; `''` is the root itself. */
  list(root: PhysicalRoot, path: RepositoryPath): Promise<{ entries: FileEntry[] } | { fault: FileFault }>;
  /**
   * A text that is the same as long as a folder's entries, their names and kinds, are the same; null when
   * they cannot be listed. Links on the way are followed wherever they lead: it is only for comparing.
   */
  entriesText(root: PhysicalRoot, path: RepositoryPath): Promise<string | null>;
  /** Size and time of what a path leads to, links followed; a fault when it leads nowhere. */
  facts(root: PhysicalRoot, path: RepositoryPath): Promise<FileFacts | { fault: FileFault }>;
  /**
   * Where a link leads: the path inside the root it ends at after following every link, or `outside`
   * when it leaves the root or leads nowhere.
   */
  followLink(root: PhysicalRoot, path: RepositoryPath): Promise<{ path: RepositoryPath } | 'outside'>;
  /** A file's bytes, at most `limit` + 1 of them. */
  read(root: PhysicalRoot, path: RepositoryPath, limit: number): Promise<Uint8Array | { fault: FileFault }>;
}
