import { createHash, randomBytes } from 'node:crypto';
import type { RepositoryKey } from '../../ports/store';

/** Folder of the content segments, below the cache folder. */
export const CONTENT_FOLDER = 'content';
/** Folder of the repositories' files, below the cache folder. */
export const REPOSITORY_FOLDER = 'repositories';

const SEGMENT = /^[0-9a-z]{9}-[0-9a-f]{16}\.segment$/;
const SNAPSHOT = /^[0-9a-f]{16,64}\.sqlite$/;
const TEMPORARY = /^(?:[0-9a-z]{9}-[0-9a-f]{16}\.segment|[0-9a-f]{16,64}\.sqlite)\.[0-9a-f]{16}\.tmp$/;

/** A name no other writer uses; names sort by the time (milliseconds since 1970) they were made at. */
export function newSegmentName(now: number): string {
  const time = Math.max(0, Math.trunc(now)).toString(36).padStart(9, '0').slice(-9);
  return `${time}-${randomBytes(8).toString('hex')}.segment`;
}

/** The name of a repository's file: its key where that is hexadecimal, else the key's digest. */
export function snapshotNameOf(key: RepositoryKey): string {
  const stem = /^[0-9a-f]{16,64}$/.test(key) ? key : createHash('sha256').update(key).digest('hex');
  return `${stem}.sqlite`;
}

/** A name beside `name` to write to before renaming. */
export function temporaryNameOf(name: string): string {
  return `${name}.${randomBytes(8).toString('hex')}.tmp`;
}

export function isSegmentName(name: string): boolean {
  return SEGMENT.test(name);
}

export function isSnapshotName(name: string): boolean {
  return SNAPSHOT.test(name);
}

export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}
