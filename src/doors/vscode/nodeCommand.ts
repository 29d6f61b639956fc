/** A program that runs JavaScript files as Node does, and the environment that makes it do so. */
export interface NodeCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is known of the process that runs the extension. */
export interface HostProcess {
  /** `process.execPath` */
  readonly executable: string;
  /** Whether it is Electron: the editor's own program. */
  readonly electron: boolean;
}

const PLAIN_NODE: NodeCommand = { command: 'node', env: {} };

/** Where AppImages are mounted for as long as they run, under another name each time. */
const PASSING_MOUNT = /^\/tmp\/\.mount_/;
/** Snaps are kept in a folder for each revision; `current` leads to the newest. */
const SNAP_REVISION = /^(\/snap\/[^/]+\/)[^/]+\//;

/**
 * What runs the launcher, today and after updates of the editor: the editor's own program where that stays
 * in its place, so that nothing else has to be installed. In a remote window the extension runs in a Node
 * whose folder is named after the editor's version; there it is `node`, found through `PATH` (20 or later).
 */
export function nodeCommandOf({ executable, electron }: HostProcess): NodeCommand {
  if (!electron || PASSING_MOUNT.test(executable)) return PLAIN_NODE;
  return { command: executable.replace(SNAP_REVISION, '$1current/'), env: { ELECTRON_RUN_AS_NODE: '1' } };
}
