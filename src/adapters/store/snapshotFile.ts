import { createHash } from 'node:crypto';
import { SCHEMA_VERSION } from './snapshotDatabase';

/*
 * A repository's file is a SQLite database followed by a mark and the sha256 of the database: SQLite
 * itself would not notice a changed cell. SQLite's own tools ignore what follows the last page.
 */

const MARK = Buffer.from('\nWSCTX-SHA256:\n', 'latin1');
const DIGEST_BYTES = 32;
/** Where a SQLite file keeps `user_version`, big-endian. */
const USER_VERSION_AT = 60;
const SQLITE_HEADER_BYTES = 100;

/** How many of a file's last bytes tell it from every other one. */
export const SEAL_BYTES = MARK.length + DIGEST_BYTES;

/** What names a file, from its last `SEAL_BYTES`: the digest it is sealed with, as lower-case hex; null when it is not sealed. */
export function identityOf(seal: Uint8Array): string | null {
  if (seal.length < SEAL_BYTES || !MARK.equals(seal.subarray(-SEAL_BYTES, -DIGEST_BYTES))) return null;
  return Buffer.from(seal.subarray(-DIGEST_BYTES)).toString('hex');
}

/** The bytes of the file for a database. */
export function sealDatabase(database: Uint8Array): Uint8Array {
  return Buffer.concat([database, MARK, createHash('sha256').update(database).digest()]);
}

/** The database in a file's bytes; `outdated`: an older schema, which is simply made anew. */
export function unsealDatabase(file: Uint8Array): Uint8Array | 'damaged' | 'outdated' {
  const databaseBytes = file.length - MARK.length - DIGEST_BYTES;
  if (databaseBytes < SQLITE_HEADER_BYTES) return 'damaged';
  const database = file.subarray(0, databaseBytes);
  if (!MARK.equals(file.subarray(databaseBytes, databaseBytes + MARK.length))) return 'damaged';
  const digest = createHash('sha256').update(database).digest();
  if (!digest.equals(file.subarray(databaseBytes + MARK.length))) return 'damaged';
  const version = new DataView(database.buffer, database.byteOffset).getUint32(USER_VERSION_AT);
  if (version === SCHEMA_VERSION) return database;
  return version < SCHEMA_VERSION ? 'outdated' : 'damaged';
}
