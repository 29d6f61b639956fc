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
