/** What was changed on disk: paths as the platform gives them (absolute), or that it cannot be told what. */
export type FileChange = { readonly paths: readonly string[] } | 'everything';

/** A running watch. */
export interface Watching {
  close(): Promise<void>;
}

/**
 * Watches folders, and the files of git that tell what is checked out in them, until it is closed. Never throws:
 * where watching fails as a whole (`onFailure`, a sentence for people that says what to do, at most once) nothing is reported
 * any more.
 */
export type WatchFolders = (
  folders: readonly string[],
  onChange: (change: FileChange) => void,
  onFailure: (message: string) => void,
) => Watching;
