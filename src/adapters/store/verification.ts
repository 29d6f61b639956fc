import type { RefreshCounts, RepositoryKey, RepositorySnapshot } from '../../ports/store';
import { readStart, writeLosable } from './cacheFiles';
import { verificationNameOf } from './fileNames';

/*
 * Most refreshes find that nothing changed. What they found is kept in a small file beside the
 * repository's: which file was confirmed, by the digest it is sealed with, and when. So a crash between
 * the two, or two processes that write at the same time, cannot make one file's verification another's.
 */

/** A longer file is none of ours. */
const MOST_BYTES = 4096;

type Verified = Pick<RepositorySnapshot, 'verifiedAt' | 'lastRefresh'>;

const COUNTS: readonly (keyof RefreshCounts)[] = ['found', 'read', 'parsed', 'reused', 'removed'];

/** Keeps when a repository's file of this identity was last found true. @throws StoreUnwritableError */
export async function writeVerification(
  folder: string,
  repository: RepositoryKey,
  identity: string,
  { verifiedAt, lastRefresh }: { readonly verifiedAt: string; readonly lastRefresh: RefreshCounts },
): Promise<void> {
  const json = JSON.stringify({ identity, verifiedAt, lastRefresh });
  // A lost verification is an index that looks older than it is.
  await writeLosable(folder, verificationNameOf(repository), Buffer.from(json, 'utf8'));
}

/** What was last confirmed of the repository's file of this identity; null when nothing was, or its file is damaged. */
export async function readVerification(folder: string, repository: RepositoryKey, identity: string): Promise<Verified | null> {
  const reading = await readStart(folder, verificationNameOf(repository), () => MOST_BYTES);
  if ('fault' in reading) return null;
  try {
    const { identity: of, verifiedAt, lastRefresh } = JSON.parse(Buffer.from(reading.bytes).toString('utf8')) as Partial<Verified & { identity: string }>;
    if (of !== identity || typeof verifiedAt !== 'string' || Number.isNaN(Date.parse(verifiedAt))) return null;
    if (lastRefresh === undefined || !COUNTS.every((count) => Number.isInteger(lastRefresh[count]))) return null;
    return { verifiedAt, lastRefresh };
  } catch {
    return null;
  }
}
