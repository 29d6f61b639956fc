import { createHash, randomBytes } from 'node:crypto';
import type { RepositoryKey } from '../../ports/store';

/** Folder of the content segments, below the cache folder. */
export const CONTENT_FOLDER = 'content';
/** Folder of the repositories' files, below the cache folder. */
export const REPOSITORY_FOLDER = 'repositories';
/** Folder of the models' folders of vector segments, below the cache folder. */
export const VECTOR_FOLDER = 'vectors';

/** Folder of what was read of code, below the cache folder. */
export const CODE_FOLDER = 'code';

const SEGMENT = /^[0-9a-z]{9}-[0-9a-f]{16}\.segment$/;
const SNAPSHOT = /^[0-9a-f]{16,64}\.sqlite$/;
const VERIFICATION = /^[0-9a-f]{16,64}\.verified$/;
const POSTINGS = /^[0-9a-f]{16,64}\.postings$/;
const PASSAGE_DIGESTS = /^[0-9a-f]{16,64}\.digests$/;
const VECTOR_SEGMENT = /^[0-9a-z]{9}-[0-9a-f]{16}\.vectors$/;
const CODE_SEGMENT = /^[0-9a-z]{9}-[0-9a-f]{16}\.code$/;
const CODE_MANIFEST = /^[0-9a-f]{16,64}\.files$/;
const MODEL_FOLDER = /^[0-9a-f]{16}$/;
const LOCK = /^[0-9a-f]{16,64}\.lock$/;
const TEMPORARY = /^(?:[0-9a-z]{9}-[0-9a-f]{16}\.(?:segment|vectors|code)|[0-9a-f]{16,64}\.(?:sqlite|postings|verified|digests|lock|files))\.[0-9a-f]{16}\.tmp$/;

/** A name no other writer uses; names sort by the time (milliseconds since 1970) they were made at. */
export function newSegmentName(now: number): string {
  return `${newName(now)}.segment`;
}

/** The same for a segment of vectors. */
export function newVectorSegmentName(now: number): string {
  return `${newName(now)}.vectors`;
}

/** The same for a segment of code. */
export function newCodeSegmentName(now: number): string {
  return `${newName(now)}.code`;
}

/** The name of the file that lists a repository's files of code. */
export function codeManifestNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.files`;
}

function newName(now: number): string {
  const time = Math.max(0, Math.trunc(now)).toString(36).padStart(9, '0').slice(-9);
  return `${time}-${randomBytes(8).toString('hex')}`;
}

/** The folder of a model's vectors, below that of all models. */
export function modelFolderNameOf(modelId: string): string {
  return createHash('sha256').update(modelId).digest('hex').slice(0, 16);
}

/** What names of a repository's files begin with: its key where that is hexadecimal, else the key's digest. */
export function stemOf(key: RepositoryKey): string {
  return /^[0-9a-f]{16,64}$/.test(key) ? key : createHash('sha256').update(key).digest('hex');
}

/** The name of a repository's file. */
export function snapshotNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.sqlite`;
}

/** The name of the file that says when a repository's file was last compared with the repository. */
export function verificationNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.verified`;
}

/** The name of the file that makes a repository's file quick to search. */
export function postingsNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.postings`;
}

/** The name of the file that keeps the digests of a repository's passages. */
export function passageDigestsNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.digests`;
}

/** What names a repository where the lock for embedding its passages is meant. */
export function embeddingLockKeyOf(key: RepositoryKey): RepositoryKey {
  return createHash('sha256').update(`${key}\0vectors`).digest('hex');
}

/** The name of the file whose owner indexes a repository. */
export function lockNameOf(key: RepositoryKey): string {
  return `${stemOf(key)}.lock`;
}

/** The files that belong to a repository's file and are worth nothing without it. */
export function companionsOf(snapshotName: string): string[] {
  return ['.verified', '.postings', '.digests'].map((ending) => snapshotName.replace(/\.sqlite$/, ending));
}

/** The repository's file that a companion belongs to. */
export function snapshotBeside(companionName: string): string {
  return companionName.replace(/\.(?:verified|postings|digests)$/, '.sqlite');
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

export function isVerificationName(name: string): boolean {
  return VERIFICATION.test(name);
}

export function isPostingsName(name: string): boolean {
  return POSTINGS.test(name);
}

export function isLockName(name: string): boolean {
  return LOCK.test(name);
}

export function isPassageDigestsName(name: string): boolean {
  return PASSAGE_DIGESTS.test(name);
}

export function isVectorSegmentName(name: string): boolean {
  return VECTOR_SEGMENT.test(name);
}

export function isCodeSegmentName(name: string): boolean {
  return CODE_SEGMENT.test(name);
}

export function isCodeManifestName(name: string): boolean {
  return CODE_MANIFEST.test(name);
}

export function isModelFolderName(name: string): boolean {
  return MODEL_FOLDER.test(name);
}
