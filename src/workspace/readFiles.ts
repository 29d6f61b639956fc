import { FILE_BYTES } from '../contract/constants';
import type { RepositoryPath, SkippedPath } from '../contract/model';
import type { Digest } from '../ports/digest';
import type { FileFacts, Files, PhysicalRoot } from '../ports/files';
import type { FileStamp } from '../ports/store';

/**
 * A file whose time stamp is this close to the moment it was last looked at may have changed again
 * without its time stamp telling (file systems keep times as coarse as two seconds).
 */
export const COARSEST_FILE_TIME_MS = 2_000;

/** A file as it is now. `bytes` are there only when it had to be read. */
export interface CurrentFile {
  readonly stamp: FileStamp;
  readonly bytes: Uint8Array | null;
}

/** Whether a stamp made at `verifiedAtMs` still describes a file with these facts. */
export function stampHolds(stamp: FileStamp, facts: FileFacts, verifiedAtMs: number): boolean {
  return (
    stamp.size === facts.size &&
    stamp.modifiedMs === facts.modifiedMs &&
    stamp.inode === facts.inode &&
    facts.modifiedMs < verifiedAtMs - COARSEST_FILE_TIME_MS
  );
}

/** Reads one file and stamps it; a skip when it vanished, may not be read or has grown too large. */
export async function readFile(
  ports: { files: Files; digest: Digest },
  root: PhysicalRoot,
  path: RepositoryPath,
  facts: FileFacts,
  objectFormat: 'sha1' | 'sha256',
): Promise<CurrentFile | { skipped: SkippedPath } | 'absent'> {
  const bytes = await ports.files.read(root, path, FILE_BYTES);
  if ('fault' in bytes) {
    return bytes.fault === 'absent' ? 'absent' : { skipped: { path, reason: 'unreadable' } };
  }
  if (bytes.byteLength > FILE_BYTES) return { skipped: { path, reason: 'too-large' } };
  return {
    stamp: {
      path,
      size: facts.size,
      modifiedMs: facts.modifiedMs,
      inode: facts.inode,
      digest: ports.digest.sha256(bytes),
      blobIds: ports.digest.blobIds(bytes, objectFormat),
    },
    bytes,
  };
}
