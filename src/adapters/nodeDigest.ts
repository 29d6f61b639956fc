import { createHash } from 'node:crypto';
import type { Digest } from '../ports/digest';
import { blobIdsOf } from './git/blobId';

/** Digests by Node's OpenSSL. */
export const nodeDigest: Digest = {
  sha256: (data) => createHash('sha256').update(data).digest('hex'),
  blobIds: blobIdsOf,
};
